import { z } from "zod";
import { defineEndpoint } from "../../http/endpoint.ts";
import { envelope, newest } from "../../http/envelope.ts";
import { Address, Day } from "../../http/response-parts.ts";
import { sourceUrl } from "./source.ts";

export const listSources = defineEndpoint({
  id: "listSources",
  path: "/api/v1/sources",
  tag: "Service",
  summary: "Every upstream, its licence and how fresh it is",
  description:
    "`days_behind` counts from an upstream's newest fact to the newest fact of any upstream, so it does not depend on today.",
  params: {},
  query: {},
  response: envelope("SourceList", {
    data: z.array(
      z
        .looseObject({
          id: z.string().describe("As it stands in the `source` of rows"),
          name: z.string(),
          url: Address,
          license: z.string(),
          license_url: Address,
          credit: z.string(),
          datasets: z.array(z.string()).describe("Datasets that hold rows of it"),
          rows: z.int(),
          newest_fact: Day.nullable(),
          recorded_on: Day.describe("Day its newest accepted answer was recorded"),
          days_behind: z.int().nullable(),
          missed_runs: z
            .int()
            .describe(
              "Nights in a row in which it was due and could not be read; its facts stayed",
            ),
          is_stale: z.boolean().describe("It could not be read in the last night it was due"),
        })
        .meta({ id: "Source" }),
    ),
    meta: z.looseObject({ total: z.int() }),
  }),
  *enumerate() {
    yield { params: {}, query: {} };
  },
  respond(_, { catalog }) {
    const latest = newest(
      catalog.sources.filter(({ id }) => id !== OPERATOR).map(({ newest_fact }) => newest_fact),
    );
    const data = catalog.sources.map((source) => ({
      ...source,
      url: sourceUrl(source.id, catalog),
      is_stale: source.missed_runs > 0,
      days_behind:
        source.newest_fact === null || latest === null
          ? null
          : Math.max(0, daysBetween(source.newest_fact, latest)),
    }));
    return {
      title: "Sources",
      asOf: newest(data.map(({ newest_fact }) => newest_fact)),
      body: { data, meta: { total: data.length } },
    };
  },
});

/** Our own work (the glossary) says nothing of how fresh the upstreams are. */
const OPERATOR = "operator";
const DAY_MS = 86_400_000;
const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
