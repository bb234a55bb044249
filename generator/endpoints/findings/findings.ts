/** Dated facts worth a headline (SPEC 4.7). */

import { z } from "zod";
import type { Catalog } from "../../../build/model/catalog/catalog.ts";
import type { FindingRow } from "../../../build/model/catalog/rows.ts";
import {
  namedSchema,
  pickSchemaFields,
  ResponseDay,
  ResponseUrl,
} from "../../../build/schema/values.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { envelopeSchema, newestDate } from "../../http/envelope.ts";
import { integerParameter } from "../../http/parameter.ts";
import { findingApiPath, findingPagePath } from "../../site/components/addresses.ts";
import { OwnTestName } from "../own-tests/own-test.ts";

export const FindingItem = namedSchema("Finding", {
  id: z.string().describe("Identifier of the finding; it never changes"),
  date: ResponseDay,
  kind: z.enum([
    "price_drop",
    "price_rise",
    "new_model",
    "new_cheapest",
    "top_score",
    "own_test",
    "spread",
    "editorial",
  ]),
  title: z.string(),
  summary: z.string(),
  numbers: z.record(z.string(), z.number()),
  models: z.array(z.string()).describe("Slugs"),
  test: OwnTestName.nullable(),
  url: ResponseUrl.describe("API address of the facts from which the finding was computed"),
  page: ResponseUrl.describe("Address of the web page about the model or the test of the finding"),
});
export type FindingItem = z.infer<typeof FindingItem>;

export function toFindingItem(finding: FindingRow, { service }: Catalog): FindingItem {
  const url = `${service.base_url}${findingApiPath(finding)}`;
  const page = `${service.base_url}${findingPagePath(finding)}`;
  return pickSchemaFields(FindingItem, { ...finding, url, page });
}

export const listFindingsEndpoint = defineEndpoint({
  id: "listFindings",
  path: "/api/v1/findings",
  tag: "Findings",
  summary: "The latest facts worth a headline",
  description:
    "Price moves, new models, new lowest prices, best scores, price spreads and our own tests: newest first, then by the size of the change.",
  query: {
    limit: integerParameter({
      description: "Number of findings, at most 50",
      default: 10,
      min: 1,
      max: 50,
    }),
  },
  response: envelopeSchema("FindingList", {
    data: z.array(FindingItem),
    meta: z.looseObject({ total: z.int(), limit: z.int() }),
  }),
  *enumerate() {
    for (const limit of [5, 20, 50]) yield { query: { limit } };
  },
  respond({ query }, { catalog }) {
    const data = catalog.findings
      .slice(0, query.limit)
      .map((finding) => toFindingItem(finding, catalog));
    return {
      title: "Findings",
      asOf: newestDate(data.map(({ date }) => date)),
      body: { data, meta: { total: catalog.findings.length, limit: query.limit } },
    };
  },
});

export const getSpotlightEndpoint = defineEndpoint({
  id: "getSpotlight",
  path: "/api/spotlight",
  tag: "Findings",
  summary: "The newest finding",
  description: "The newest finding. `finding` is null when there is none.",
  response: envelopeSchema("Spotlight", { finding: FindingItem.nullable() }),
  respond(_, { catalog }) {
    const [newest] = catalog.findings;
    return {
      title: "Spotlight",
      asOf: newest?.date ?? null,
      body: { finding: newest ? toFindingItem(newest, catalog) : null },
    };
  },
});
