/** How many Hacker News stories of a day name a lab, a model or an agent: Algolia's search of Hacker News. */
import { z } from "zod";
import type { Attention } from "../schema/editorial.ts";
import { fourFifthsOf, requestFor, translateAnswers } from "./attention.ts";
import type { Collector } from "./listing.ts";
import type { LiveRequest } from "./live.ts";
import { daysBefore, newestPathDay, toUnixSeconds } from "./parse/dated-paths.ts";

const SOURCE = "hacker-news";

const Search = z.looseObject({ nbHits: z.int().nonnegative() });

/** @param attention Which words stand for which entity. */
export function createHackerNews(attention: readonly Attention[]): Collector {
  const asked = attention.filter(({ hn_query }) => hn_query !== null);
  return {
    source: {
      id: SOURCE,
      name: "Hacker News Search",
      url: "https://hn.algolia.com",
      data_url: "https://hn.algolia.com/api/v1/search_by_date",
      license: "LicenseRef-Hacker-News-Search",
      license_url: "https://hn.algolia.com/api",
      copyright: null,
      credit: "Counts of Hacker News stories: Hacker News Search by Algolia",
      provides: ["mindshare"],
    },
    live: {
      requests: (day) => asked.map((entity) => toRequest(entity, daysBefore(day, 1))),
      everyDays: 1,
      maxBytes: 1_000_000,
      limitMs: 600_000,
    },
    minRows: fourFifthsOf(asked),
    newestFact: newestPathDay,
    translate: (files) =>
      translateAnswers(files, SOURCE, attention, Search, ({ nbHits }, day) => [
        { day, counts: { hn_mentions: nbHits } },
      ]),
  };
}

/** One whole day (UTC); no story itself is asked for, only their number. */
function toRequest(entity: Attention, day: string): LiveRequest {
  const start = toUnixSeconds(day);
  const end = toUnixSeconds(daysBefore(day, -1));
  const query = new URLSearchParams({
    query: `"${entity.hn_query}"`,
    tags: "story",
    numericFilters: `created_at_i>=${start},created_at_i<${end}`,
    hitsPerPage: "0",
    // Quotes mean a phrase, and OpenAI is not OpenAPI.
    advancedSyntax: "true",
    typoTolerance: "false",
  });
  return requestFor(entity, day, `https://hn.algolia.com/api/v1/search_by_date?${query}`);
}
