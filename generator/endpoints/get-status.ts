import { z } from "zod";
import { defineEndpoint } from "../endpoint.ts";
import { envelope } from "../envelope.ts";

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
    data: z.looseObject({
      snapshot: z.string().describe("sha256 of all facts"),
      counts: z.record(z.string(), z.int()),
      datasets: z.array(
        z.looseObject({
          dataset: z.string(),
          rows: z.int(),
          as_of: z.string().nullable(),
          status: z.enum(["published", "empty"]),
        }),
      ),
    }),
  }),
  *enumerate() {
    yield { params: {}, query: {} };
  },
  respond(_, { catalog }) {
    const datasets = [...catalog.datasets, { dataset: "own-tests", rows: 0, as_of: null }].map(
      (dataset) => ({
        ...dataset,
        status: dataset.rows > 0 ? "published" : "empty",
      }),
    );
    return {
      title: "Status",
      asOf: catalog.asOf || null,
      body: { data: { snapshot: catalog.hash, counts: catalog.counts, datasets } },
    };
  },
});
