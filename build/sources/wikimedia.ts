/** How often people read the English Wikipedia's article about a lab, a model or an agent, day by day. */
import { z } from "zod";
import type { Attention } from "../schema/editorial.ts";
import { IsoDate } from "../schema/values.ts";
import { createAttentionCollector } from "./attention.ts";
import { daysBefore } from "./parse/rows.ts";

const VIEWS = "https://wikimedia.org/api/rest_v1/metrics/pageviews/per-article";

/** Views may come a day late, so each reading covers the last three days. */
const DAYS = 3;

/** `2026082000` (a day and the hour 0) → `2026-08-20`. */
const toDay = (timestamp: string): string =>
  timestamp.replace(/^(\d{4})(\d{2})(\d{2})(\d{2})?$/, "$1-$2-$3");

const View = z.looseObject({
  timestamp: z.string().transform(toDay).pipe(IsoDate),
  views: z.int().nonnegative(),
});

/** @param attention Which article is about which entity. */
export const createWikimedia = (attention: readonly Attention[]) =>
  createAttentionCollector({
    source: {
      id: "wikimedia",
      name: "Wikimedia page views",
      url: "https://doc.wikimedia.org/generated-data-platform/aqs/analytics-api/",
      data_url: VIEWS,
      license: "CC0-1.0",
      license_url: "https://creativecommons.org/publicdomain/zero/1.0/",
      copyright: null,
      credit: "Views of Wikipedia articles: Wikimedia Analytics API, CC0 1.0",
      provides: ["mindshare"],
    },
    attention,
    field: "wikipedia_article",
    /** `user` leaves out crawlers. */
    toUrl(article, day) {
      const [start, end] = [DAYS - 1, 0].map((n) => daysBefore(day, n).replaceAll("-", ""));
      const page = `en.wikipedia/all-access/user/${encodeURIComponent(article)}`;
      return `${VIEWS}/${page}/daily/${start}/${end}`;
    },
    answer: z.looseObject({ items: z.array(View) }),
    toDays: ({ items }) =>
      items.map(({ timestamp, views }) => ({ day: timestamp, counts: { wiki_views: views } })),
  });
