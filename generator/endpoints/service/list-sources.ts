import { z } from "zod";
import { Address, Day } from "../../../build/schema/values.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { envelope, newest } from "../../http/envelope.ts";
import { daysBehind, isStale } from "./freshness.ts";
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
          usual_gap_days: z
            .int()
            .nullable()
            .describe(
              "Nine of ten days with facts of it followed the one before within so many days; null with fewer than five such steps",
            ),
          missed_runs: z
            .int()
            .describe(
              "Nights in a row in which it was due and could not be read; its facts stayed",
            ),
          is_stale: z
            .boolean()
            .describe(
              "It could not be read in the last night it was due, or lags by more than a week and twice its usual gap",
            ),
        })
        .meta({ id: "Source" }),
    ),
    meta: z.looseObject({ total: z.int() }),
  }),
  *enumerate() {
    yield { params: {}, query: {} };
  },
  respond(_, { catalog }) {
    const data = catalog.sources.map((source) => ({
      ...source,
      url: sourceUrl(source.id, catalog),
      is_stale: isStale(source, catalog),
      days_behind: daysBehind(source, catalog),
    }));
    return {
      title: "Sources",
      asOf: newest(data.map(({ newest_fact }) => newest_fact)),
      body: { data, meta: { total: data.length } },
    };
  },
});
