import { z } from "zod";
import type { Catalog } from "../../../build/model/catalog/catalog.ts";
import { Day } from "../../../build/schema/values.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { envelope } from "../../http/envelope.ts";
import { daysBehind, isStale } from "./freshness.ts";

/** Listed even before anything was measured. */
const withOwnTests = (datasets: Catalog["datasets"]): Catalog["datasets"] =>
  datasets.some(({ dataset }) => dataset === "own-tests")
    ? datasets
    : [...datasets, { dataset: "own-tests", rows: 0, as_of: null }];

export const getStatus = defineEndpoint({
  id: "getStatus",
  path: "/api/v1/status",
  tag: "Service",
  summary: "How much there is, and how fresh",
  description:
    "Counts, the newest fact of every dataset, and a content hash that changes whenever a fact does.",
  params: {},
  query: {},
  response: envelope("Status", {
    snapshot: z.string().describe("sha256 of all facts"),
    counts: z.record(z.string(), z.int()),
    datasets: z.array(
      z.looseObject({
        dataset: z.string(),
        rows: z.int(),
        as_of: Day.nullable(),
        status: z.enum(["published", "empty"]),
      }),
    ),
    stale_sources: z
      .array(
        z.looseObject({
          source: z.string(),
          missed_runs: z.int(),
          newest_fact: z.string().nullable(),
          days_behind: z.int().nullable().describe("The newest fact of any upstream"),
          usual_gap_days: z.int().nullable().describe("How long it usually has no news"),
        }),
      )
      .describe(
        "Upstreams that could not be read lately, or have had no news for longer than is usual with them: their facts are those of before",
      ),
  }),
  *enumerate() {
    yield { params: {}, query: {} };
  },
  respond(_, { catalog }) {
    const datasets = withOwnTests(catalog.datasets).map((dataset) => ({
      ...dataset,
      status: dataset.rows > 0 ? "published" : "empty",
    }));
    const stale_sources = catalog.sources
      .filter((source) => isStale(source, catalog))
      .map((source) => ({
        source: source.id,
        missed_runs: source.missed_runs,
        newest_fact: source.newest_fact,
        days_behind: daysBehind(source, catalog),
        usual_gap_days: source.usual_gap_days,
      }));
    return {
      title: "Status",
      asOf: catalog.asOf || null,
      body: { snapshot: catalog.hash, counts: catalog.counts, datasets, stale_sources },
    };
  },
});
