import { z } from "zod";
import { defineEndpoint } from "../../http/endpoint.ts";
import { envelope, newest } from "../../http/envelope.ts";
import { integer } from "../../http/parameter.ts";
import { FindingItem, toFindingItem } from "./finding.ts";

export const listFindings = defineEndpoint({
  id: "listFindings",
  path: "/api/v1/findings",
  tag: "Findings",
  summary: "The latest facts worth a headline",
  description:
    "Price moves, new models, new lowest prices, best scores, price spreads and our own tests: newest first, then by the size of the change.",
  params: {},
  query: { limit: integer({ description: "How many, at most 50", default: 10, min: 1, max: 50 }) },
  response: envelope("FindingList", {
    data: z.array(FindingItem),
    meta: z.looseObject({ total: z.int(), limit: z.int() }),
  }),
  *enumerate() {
    for (const limit of [5, 20, 50]) yield { params: {}, query: { limit } };
  },
  respond({ query }, { catalog }) {
    const data = catalog.findings
      .slice(0, query.limit)
      .map((finding) => toFindingItem(finding, catalog));
    return {
      title: "Findings",
      asOf: newest(data.map(({ date }) => date)),
      body: { data, meta: { total: catalog.findings.length, limit: query.limit } },
    };
  },
});
