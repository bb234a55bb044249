/** Dated facts worth a headline (SPEC 4.7). */

import * as z from "zod";
import type { Catalog } from "../../../build/model/catalog/catalog.ts";
import type { FindingRow } from "../../../build/model/catalog/rows.ts";
import { NullableUsd as Usd } from "../../../build/schema/field-schemas.ts";
import {
  definePublicSchema,
  nullableSchemas,
  pickValuesOfSchemaFields,
  ResponseDate,
  ResponseUrl,
} from "../../../build/schema/values.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { envelopeSchema, newestDate } from "../../http/envelope.ts";
import { limitParameter, strictChoiceParameter } from "../../http/parameter.ts";
import {
  toFindingSubjectApiPath,
  toFindingSubjectPagePath,
} from "../../site/components/addresses.ts";
import { OwnTestName } from "../own-tests/own-test.ts";
import { getPriceSourceUrl, getSourceUrl } from "../service/service.ts";

const FindingStatement = z.looseObject({
  source: z.string().describe("Source that states the price or the score"),
  source_url: ResponseUrl.describe(
    "URL of the page that states the value, where it is known, else of the source's page or file",
  ),
  sources: z
    .array(z.string())
    .describe("Independent sources that have stated the same value, including `source`"),
  date: ResponseDate.describe("Day from which the stated value applies"),
  model: z.string().describe("Slug"),
  provider_slug: nullableSchemas.text.describe("Slug of the host; null for a score"),
  model_id: nullableSchemas.text.describe("The host's model id; null for a score"),
  input_before: Usd.describe("Input price before a price change; null for other kinds"),
  output_before: Usd.describe("Output price before a price change; null for other kinds"),
  input: Usd.describe("US dollars per 1M tokens; null for a score"),
  output: Usd,
});

const FindingKind = z.enum([
  ...(["price_drop", "price_rise", "new_model", "new_cheapest"] as const),
  ...(["top_score", "own_test", "spread", "editorial"] as const),
]);

export const PublishedFinding = definePublicSchema("Finding", {
  id: z.string().describe("Identifier of the finding; it never changes"),
  date: ResponseDate,
  kind: FindingKind.describe(
    "`new_cheapest`: a host undercuts all other hosts of a model by 10 % or more. `spread`: the prices of a model at its hosts differ by a factor of 3 or more. `top_score`: a model has the best score on a benchmark. `own_test`: a result of one of our tests. `editorial`: written by hand",
  ),
  title: z.string(),
  summary: z.string(),
  numbers: z.record(z.string(), z.number()),
  models: z.array(z.string()).describe("Slugs"),
  test: OwnTestName.nullable(),
  statements: z
    .array(FindingStatement)
    .describe(
      "Evidence for the finding: the prices or scores of the models in the finding, each with its source and day. Empty for own tests and editorial findings",
    ),
  url: ResponseUrl.describe("API URL of the facts from which the finding was computed"),
  page: ResponseUrl.describe("URL of the web page of the finding's model or test"),
});
export type PublishedFinding = z.infer<typeof PublishedFinding>;

export function toPublishedFinding(finding: FindingRow, catalog: Catalog): PublishedFinding {
  const { base_url } = catalog.service;
  const url = `${base_url}${toFindingSubjectApiPath(finding, catalog)}`;
  const statements = finding.statements.map((row) => {
    const { source, source_url: page, sources, date, model, host, model_id, ...prices } = row;
    const source_url =
      host === null || model_id === null
        ? (page ?? getSourceUrl(source, catalog))
        : getPriceSourceUrl({ source, source_url: page, host, model_id }, catalog);
    return { source, source_url, sources, date, model, provider_slug: host, model_id, ...prices };
  });
  return pickValuesOfSchemaFields(PublishedFinding, {
    ...finding,
    statements,
    url,
    page: `${base_url}${toFindingSubjectPagePath(finding, catalog)}`,
  });
}

/** A new model's finding is dated by its release; its price may have been recorded later. */
const findNewestDay = (findings: readonly PublishedFinding[]) =>
  newestDate(findings.flatMap((one) => [one, ...one.statements].map(({ date }) => date)));

export const listFindingsEndpoint = defineEndpoint({
  id: "listFindings",
  path: "/api/v1/findings",
  tag: "Findings",
  summary: "The latest newsworthy facts",
  description:
    "News about AI models: price moves, new models, new lowest prices, best scores, price differences between hosts and results of our own tests. The newest findings come first; on the same day, the largest change comes first.",
  query: {
    kind: strictChoiceParameter({
      description: "Lists only findings of this kind",
      values: FindingKind.options,
    }),
    limit: limitParameter("findings in the answer", { default: 10, max: 50 }),
  },
  response: envelopeSchema("FindingList", {
    data: z.array(PublishedFinding),
    meta: z.looseObject({ total: z.int(), limit: z.int() }),
  }),
  enumerate: () => [5, 20, 50].map((limit) => ({ query: { limit } })),
  respond({ query }, { catalog }) {
    const { kind, limit } = query;
    const found = catalog.findings.filter((one) => kind === undefined || one.kind === kind);
    const data = found.slice(0, limit).map((finding) => toPublishedFinding(finding, catalog));
    return {
      title: "Findings",
      asOf: findNewestDay(data),
      body: { data, meta: { total: found.length, limit } },
    };
  },
});

export const getSpotlightEndpoint = defineEndpoint({
  id: "getSpotlight",
  path: "/api/spotlight",
  tag: "Findings",
  summary: "The newest finding",
  description: "The newest finding (a news item about AI models); null when there is none.",
  response: envelopeSchema("Spotlight", {
    finding: PublishedFinding.nullable().describe("The newest finding; null when there is none"),
  }),
  respond(_, { catalog }) {
    const newest = catalog.findings.slice(0, 1).map((row) => toPublishedFinding(row, catalog));
    const [finding = null] = newest;
    return { title: "Spotlight", asOf: findNewestDay(newest), body: { finding } };
  },
});
