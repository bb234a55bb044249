/** Price history (SPEC 4.5), and prices on which sources differ. */
import * as z from "zod";
import { endsWithModelId } from "../../../build/cost/card-of-day.ts";
import { toSlug } from "../../../build/cost/rates.ts";
import type { Catalog } from "../../../build/model/catalog/catalog.ts";
import type { ModelRow, PriceRow } from "../../../build/model/catalog/rows.ts";
import { compareByCodePoint, getItemAt, groupBy } from "../../../build/schema/collections.ts";
import { toResponseFieldSchema, NullableUsd as Usd } from "../../../build/schema/field-schemas.ts";
import { DISPUTED_PERCENT, OFFER_FIELD_BY_NAME } from "../../../build/schema/fields.ts";
import {
  definePublicSchema,
  nullableSchemas,
  PriceChangeReason,
  PUBLISHED_SCHEMAS,
  pickValuesOfSchemaFields,
  ResponseDate,
  ResponseUrl,
} from "../../../build/schema/values.ts";
import {
  defineEndpoint,
  defineUnpagedList,
  memoizePerRow,
  toQueryString,
} from "../../http/endpoint.ts";
import { EMPTY_LIST_HINT_FIELD, envelopeSchema, newestDate } from "../../http/envelope.ts";
import { findProvider, findRowOrProblem, hintForUnknownProvider } from "../../http/names.ts";
import { dayParameter, flagParameter, textParameter } from "../../http/parameter.ts";
import { isProblem } from "../../http/problem.ts";
import { addHostDisplayName, MODEL_SLUG_PARAMETER } from "../models/model-parts.ts";
import { getPriceSourceUrl } from "../service/service.ts";

export const PriceHistoryRow = definePublicSchema("PriceHistoryRow", {
  date: ResponseDate.describe(
    "Day on which the price took effect, if the source states it; else the day on which the price was recorded",
  ),
  input: Usd.describe(
    "USD per 1M tokens after the change; null when the host no longer lists the model, and when the price is unknown",
  ),
  output: Usd,
  cache_read: Usd,
  cache_write: Usd,
  provider: z.string().describe("Name of the host"),
  provider_slug: z.string(),
  change: PriceChangeReason.describe(
    "`added`, `removed`: the host began or stopped listing the model. `changed`: one source stated both the old and the new price. `correction`: the price changed by a power of ten because a wrong unit was corrected, so the change is not a price move. `witness`: the price now comes from another source, which states a different price, so this is not a price move",
  ),
  is_list_price: z
    .boolean()
    .describe(
      "True for a price in the history of the list price, that is, a price at the lab's own host. If the lab has several hosts, it is the host of today's list price or, if there is no list price today, the first of the lab's hosts that sold the model. Also true for the price of a preview before the release. False for a price that only a reseller states, and for a price that is doubtful on every day, such as a price of 0 that only one source states",
    ),
  source: z.string(),
});

const PriceHistoryRows = z
  .array(PriceHistoryRow)
  .register(PUBLISHED_SCHEMAS, { id: "PriceHistoryRows" });

export const getPriceHistoryEndpoint = defineEndpoint({
  id: "getPriceHistory",
  path: "/api/v1/price-history/{slug}",
  tag: "Prices",
  summary: "Every recorded price of a model, oldest first",
  description:
    "The answer is a plain array, with its source, date and licence in the `X-Data-*` headers; with `envelope=1`, the body has them. Without `provider`, the answer is the history of the list price; if the model has never had a list price, it is the history at the host with the longest history. If the history is empty, the header `X-Data-Hint` (with `envelope=1`, `meta.hint`) says why: the host is unknown, no price at this host is recorded, or `at` is before the first price. The hint also says when the requested model id has had other prices than its model, whose prices the answer has.",
  params: MODEL_SLUG_PARAMETER,
  query: {
    envelope: flagParameter({
      description:
        "`1`: the answer is an object that contains the array, its source, date and licence; by default, the answer is the array alone",
      on: "1",
    }),
    provider: textParameter({
      description: "Slug or name of a host, or `all` for every host",
      example: "all",
    }),
    at: dayParameter({
      description: "Last day of the price history (YYYY-MM-DD): later rows are left out",
    }),
  },
  response: z.union([
    PriceHistoryRows,
    envelopeSchema("PriceHistory", {
      data: PriceHistoryRows,
      meta: z.looseObject({ hint: EMPTY_LIST_HINT_FIELD }).optional(),
    }),
  ]),
  respond({ params, query }, context) {
    const { catalog } = context;
    const model = findRowOrProblem("model", params.slug, context);
    if (isProblem(model)) return model;
    const sent = query.provider?.replace(/^all$/i, "all");
    const host = sent && sent !== "all" ? (findProvider(sent, catalog)?.slug ?? sent) : sent;
    const { at } = query;
    const rows = listPriceHistoryRows(model, host, catalog);
    const data = rows
      .filter(({ date }) => at === undefined || date <= at)
      .map((row) => pickValuesOfSchemaFields(PriceHistoryRow, addHostDisplayName(row, catalog)));
    const seller = host && host !== "all" ? catalog.provider(host)?.name : undefined;
    const hint =
      data.length > 0
        ? hintForOwnPrices(params.slug, model, host, catalog)
        : rows[0]
          ? `No price is known for ${at}; the price history begins on ${rows[0].date}.`
          : (host && host !== "all" && hintForUnknownProvider(host, catalog)) ||
            `No price of ${model.name}${seller ? ` at ${seller}` : ""} is recorded.${seller && model.default_host ? " Send provider=all for the prices at all hosts." : ""}`;
    return {
      title: `${model.name}: price history`,
      asOf: newestDate(data.map(({ date }) => date)),
      body: { data, ...(hint && { meta: { hint } }) },
      ...(!query.envelope && { bare: data, hint }),
      canonical: { slug: model.slug },
    };
  },
});

/** For a requested id that does not always cost what its model costs there: the rows are those of the model. */
function hintForOwnPrices(
  name: string,
  { slug, name: title, default_host }: ModelRow,
  host: string | undefined,
  catalog: Catalog,
): string | undefined {
  const isShown = (one: string) => host === "all" || one === (host ?? default_host);
  const row = catalog
    .idCardsOf(slug)
    .find((row) => row.model_id !== null && isShown(row.host) && endsWithModelId(name, row.name));
  if (row === undefined || toSlug(name.slice(name.lastIndexOf("/") + 1)) === slug) return undefined;
  const query = { models: row.name, host: row.host, input: "1000000", at: row.date };
  return `${row.name} has had other prices than ${title} at ${row.host}, and this price history is that of ${title}. For the price of the id on a day, see ${catalog.service.base_url}/api/v1/cost${toQueryString(query)}.`;
}

/** The rows of the answer, the oldest first. */
export function listPriceHistoryRows(
  model: ModelRow,
  provider: string | undefined,
  catalog: Catalog,
): readonly PriceRow[] {
  const host = provider ?? model.default_host;
  const rows = listAllPriceHistoryRows(model, catalog);
  return host === "all" ? rows : rows.filter((row) => row.host === host);
}

const listAllPriceHistoryRows = memoizePerRow(({ slug }: ModelRow, catalog) =>
  catalog
    .pricesOf(slug)
    .toSorted((a, b) => compareByCodePoint(a.date, b.date) || compareByCodePoint(a.host, b.host)),
);

export const PriceDispute = definePublicSchema("Dispute", {
  model: z.string().describe("Slug"),
  name: z.string(),
  provider: z.string().describe("Name of the host"),
  provider_slug: z.string(),
  model_id: z.string().describe("The host's model id"),
  service_tier: toResponseFieldSchema(OFFER_FIELD_BY_NAME.service_tier),
  statements: z
    .array(
      z.looseObject({
        source: z.string(),
        source_url: ResponseUrl,
        recorded: ResponseDate.describe("First day on which the source stated this price"),
        input: Usd,
        output: Usd,
        is_published: z.boolean().describe("True for the price that the service publishes"),
        reason: nullableSchemas.text.describe(
          "Why this price is not published yet; null when no data-quality rule flags it",
        ),
      }),
    )
    .describe("The current price that each source states; the published price comes first"),
});
export type PriceDispute = z.infer<typeof PriceDispute>;

export const listDisputesEndpoint = defineEndpoint({
  id: "listDisputes",
  path: "/api/v1/disputes",
  tag: "Prices",
  summary: "Current prices on which sources differ",
  description: `Lists offers for which two sources state input prices, or output prices, that differ by more than ${DISPUTED_PERCENT} %. The list includes prices that are not published because a data-quality rule flags them. For each source that states a price of the offer, the response has the last price that it stated, and the day on which the price was recorded. Offers are sorted by model, then by host, then by the host's id of the model.`,
  ...defineUnpagedList(
    "DisputeList",
    PriceDispute,
    "Disputed prices",
    toPriceDisputes,
    ({ statements }) => newestDate(statements.map(({ recorded }) => recorded)),
  ),
});

/** Groups disputed statements by model, host and model id, in the order of the views. */
export function toPriceDisputes(catalog: Catalog): PriceDispute[] {
  const byId = groupBy(
    catalog.disputes,
    ({ model, host, model_id }) => `${model} ${host} ${model_id}`,
  );
  return [...byId.values()].map((rows) => {
    const first = getItemAt(rows, 0);
    const name = catalog.model(first.model)?.name ?? first.model;
    const statements = rows.map((row) => {
      const { source, recorded, input, output, is_published, reason } = row;
      const source_url = getPriceSourceUrl(row, catalog);
      return { source, source_url, recorded, input, output, is_published, reason };
    });
    return pickValuesOfSchemaFields(PriceDispute, {
      ...addHostDisplayName(first, catalog),
      name,
      statements,
    });
  });
}
