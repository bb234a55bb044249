/** How often people read the English Wikipedia's article about a lab, a model or an agent, day by day. */
import { z } from "zod";
import type { Attention } from "../schema/editorial.ts";
import { IsoDate } from "../schema/values.ts";
import { type CountedDay, fourFifthsOf, requestFor, translateAnswers } from "./attention.ts";
import type { Collected, Collector, UpstreamFiles } from "./listing.ts";
import type { LiveRequest } from "./live.ts";
import { daysBefore } from "./parse/dated-paths.ts";
import { newestDay } from "./parse/newest-day.ts";

const SOURCE = "wikimedia";
const VIEWS = "https://wikimedia.org/api/rest_v1/metrics/pageviews/per-article";

/** A day's views may come a day late, so each night asks for the last three. */
const DAYS = 3;

const View = z.looseObject({
  /** `2026082000`: a day and the hour 0. */
  timestamp: z.string().transform(toDay).pipe(IsoDate),
  views: z.int().nonnegative(),
});
const Views = z.looseObject({ items: z.array(View) });

function toDay(timestamp: string): string {
  return timestamp.replace(/^(\d{4})(\d{2})(\d{2})(\d{2})?$/, "$1-$2-$3");
}

/** @param attention Which article is about which entity. */
export function createWikimedia(attention: readonly Attention[]): Collector {
  const asked = attention.filter(({ wikipedia_article }) => wikipedia_article !== null);
  const translate = (files: UpstreamFiles): Collected =>
    translateAnswers(files, SOURCE, attention, Views, ({ items }) => items.map(toCountedDay));
  return {
    source: {
      id: SOURCE,
      name: "Wikimedia page views",
      url: "https://doc.wikimedia.org/generated-data-platform/aqs/analytics-api/",
      data_url: VIEWS,
      license: "CC0-1.0",
      license_url: "https://creativecommons.org/publicdomain/zero/1.0/",
      copyright: null,
      credit: "Views of Wikipedia articles: Wikimedia Analytics API, CC0 1.0",
      provides: ["mindshare"],
    },
    live: {
      requests: (day) => asked.map((entity) => toRequest(entity, day)),
      everyDays: 1,
      maxBytes: 1_000_000,
      limitMs: 600_000,
    },
    minRows: fourFifthsOf(asked),
    newestFact: (files) => newestDay(rowsOf(translate(files)).map(({ day }) => day)),
    translate,
  };
}

const toCountedDay = ({ timestamp, views }: z.infer<typeof View>): CountedDay => ({
  day: timestamp,
  counts: { wiki_views: views },
});

const rowsOf = ({ facts }: Collected) => facts?.mindshare?.flatMap(({ rows }) => rows) ?? [];

/** People only: `user` leaves out crawlers. */
function toRequest(entity: Attention, day: string): LiveRequest {
  const article = encodeURIComponent(entity.wikipedia_article ?? "");
  const [start, end] = [DAYS, 1].map((count) => daysBefore(day, count).replaceAll("-", ""));
  const url = `${VIEWS}/en.wikipedia/all-access/user/${article}/daily/${start}/${end}`;
  return requestFor(entity, daysBefore(day, 1), url);
}
