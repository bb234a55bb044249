/** How many Hacker News stories of a day name a lab, a model or an agent: Algolia's search of Hacker News. */
import { z } from "zod";
import type { Attention } from "../schema/editorial.ts";
import { createAttentionCollector } from "./attention.ts";
import { daysBefore } from "./parse/rows.ts";

const SEARCH = "https://hn.algolia.com/api/v1/search_by_date";

const toUnixSeconds = (day: string): number => Date.parse(day) / 1000;

/** @param attention The search phrase of each entity. */
export const createHackerNews = (attention: readonly Attention[]) =>
  createAttentionCollector({
    source: {
      id: "hacker-news",
      name: "Hacker News Search",
      url: "https://hn.algolia.com",
      data_url: SEARCH,
      license: "LicenseRef-Hacker-News-Search",
      license_url: "https://hn.algolia.com/api",
      copyright: null,
      credit: "Counts of Hacker News stories: Hacker News Search by Algolia",
      provides: ["mindshare"],
    },
    attention,
    field: "hn_query",
    /** One whole day (UTC), and only the number of its stories. */
    toUrl(phrase, day) {
      const [start, end] = [toUnixSeconds(day), toUnixSeconds(daysBefore(day, -1))];
      const query = new URLSearchParams({
        query: `"${phrase}"`,
        tags: "story",
        numericFilters: `created_at_i>=${start},created_at_i<${end}`,
        hitsPerPage: "0",
        // Quotes mean a phrase, and OpenAI is not OpenAPI.
        advancedSyntax: "true",
        typoTolerance: "false",
      });
      return `${SEARCH}?${query}`;
    },
    answer: z.looseObject({ nbHits: z.int().nonnegative() }),
    toDays: ({ nbHits }, day) => [{ day, counts: { hn_mentions: nbHits } }],
  });
