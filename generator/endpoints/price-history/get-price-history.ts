import { z } from "zod";
import type { Catalog } from "../../../build/model/catalog/catalog.ts";
import type { ModelRow, PriceRow } from "../../../build/model/catalog/rows.ts";
import { byText } from "../../../build/schema/collections.ts";
import { PRICE_CHANGES } from "../../../build/schema/price-statement.ts";
import { Day } from "../../../build/schema/values.ts";
import { defineEndpoint, nothing } from "../../http/endpoint.ts";
import { envelope, HINT, newest } from "../../http/envelope.ts";
import { flag, text } from "../../http/parameter.ts";
import { findModel } from "../../names/find-model.ts";
import { hintForProvider } from "../../names/hints.ts";
import { unknownModel } from "../../names/unknown-model.ts";
import { MODEL_SLUG } from "../models/model-parts.ts";

const Usd = z.number().nullable();

export const PriceHistoryRow = z
  .looseObject({
    date: Day.describe("Day the price was recorded, or took effect where its source dates it"),
    input: Usd.describe("USD per 1M tokens after the change; null when removed or unknown"),
    output: Usd,
    cache_read: Usd,
    cache_write: Usd,
    provider: z.string().describe("Name of the host"),
    provider_slug: z.string(),
    change: z
      .enum(PRICE_CHANGES)
      .describe(
        "`changed`: the source saw the price before and after; `correction`: it did, and input or output jumped by a power of ten, which puts a unit right and is no move; `witness`: another source took over at another price, which is no move; `added`, `removed`: the host lists it, or no more",
      ),
    is_list_price: z
      .boolean()
      .describe("A price of the lab's own host that not only a reseller states"),
    source: z.string(),
  })
  .meta({ id: "PriceHistoryRow" });

const PriceHistoryRows = z.array(PriceHistoryRow).meta({ id: "PriceHistoryRows" });

export const getPriceHistory = defineEndpoint({
  id: "getPriceHistory",
  path: "/api/v1/price-history/{slug}",
  tag: "Prices",
  summary: "Every recorded price of a model, oldest first",
  description:
    "A plain array; its envelope is in the X-Data-* headers, or in the body with `envelope=1`. Without `provider` it is the list price, or, for a model its lab does not sell, the host with the longest record. An unknown host gives an empty history, and `meta.hint` beside `envelope=1` the nearest known one.",
  params: MODEL_SLUG,
  query: {
    envelope: {
      ...flag({ description: "`1`: put the array into an object with the envelope", on: "1" }),
      schema: { type: "string", enum: ["1"] },
    },
    provider: text({ description: "Slug of a host, or `all` for every host", example: "all" }),
  },
  response: z.union([
    PriceHistoryRows,
    envelope("PriceHistory", {
      data: PriceHistoryRows,
      meta: z.looseObject({ hint: HINT }).optional(),
    }),
  ]),
  enumerate: nothing,
  respond({ params, query }, context) {
    const { catalog } = context;
    const model = findModel(params.slug, catalog);
    if (!model) return unknownModel(params.slug, context);
    const data = priceHistoryRows(model, query.provider, catalog).map((row) => toRow(row, catalog));
    const hint =
      query.provider === undefined || query.provider === "all"
        ? undefined
        : hintForProvider("provider", query.provider, catalog);
    return {
      title: `${model.name}: price history`,
      asOf: newest(data.map(({ date }) => date)),
      body: { data, ...(hint !== undefined && { meta: { hint } }) },
      ...(!query.envelope && { bare: data }),
      ...(model.slug !== params.slug && { canonicalPath: `/api/v1/price-history/${model.slug}` }),
    };
  },
});

/** As the answer has them, the oldest first. */
export function priceHistoryRows(
  model: ModelRow,
  provider: string | undefined,
  catalog: Catalog,
): PriceRow[] {
  const host = provider ?? model.default_host;
  const rows = catalog.pricesOf(model.slug).filter((row) => host === "all" || row.host === host);
  return rows.sort((a, b) => byText(a.date, b.date) || byText(a.host, b.host));
}

function toRow(row: PriceRow, catalog: Catalog): z.infer<typeof PriceHistoryRow> {
  const { date, input, output, cache_read, cache_write, host, change, is_list_price, source } = row;
  const provider = catalog.provider(host)?.name ?? host;
  return {
    date,
    input,
    output,
    cache_read,
    cache_write,
    provider,
    provider_slug: host,
    change,
    is_list_price,
    source,
  };
}
