/**
 * `/tables/prices.json`: what every host asks for every model, for the script of `/calculator`. Three tables by columns:
 * `models`, `hosts` and `prices`, whose `model` and `host` are places in the other two. The prices are those of
 * `providers` in `/api/v1/models/{slug}`; offers without an input price are left out.
 */
import { z } from "zod";
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import { toProviderOffer } from "../../../endpoints/models/get-model.ts";
import { getModelEntry } from "../../../endpoints/models/list-models.ts";
import { newest, toEnvelope } from "../../../http/envelope.ts";
import { JSON_TYPE, type StaticFile } from "../../../http/headers.ts";
import { PRICES_TABLE } from "../../components/addresses.ts";
import { toColumns } from "../../components/column-rows.ts";
import type { HostPrice, PricedHost, PricedModel, PricesFile } from "./price-record.ts";

const Usd = z.array(z.number().nullable());

/** What the file holds beside the head of every answer. */
export const PriceColumns = z.strictObject({
  models: z.strictObject({
    slug: z.array(z.string()),
    name: z.array(z.string()),
    lab: z.array(z.string()).describe("Name of the lab that made it"),
    is_open_source: z.array(z.boolean().nullable()),
    context_window: z.array(z.int().nullable()),
    service_score: z.array(z.number().nullable()).describe("`service_score.score`"),
    model_type: z.array(z.string()),
    takes: z
      .array(z.string())
      .describe("`input_modalities` with a space between; empty when unknown"),
  }),
  hosts: z.strictObject({
    slug: z.array(z.string()),
    name: z.array(z.string()),
    kind: z
      .array(z.string().nullable())
      .describe("`lab`, `cloud`, `inference`, `router` or `plan`"),
  }),
  prices: z.strictObject({
    model: z.array(z.int()).describe("Place in `models`, from 0"),
    host: z.array(z.int()).describe("Place in `hosts`, from 0"),
    input: z.array(z.number()).describe("USD per 1M input tokens"),
    output: Usd.describe("USD per 1M output tokens"),
    cache_read: Usd.describe("USD per 1M input tokens read from the prompt cache"),
    cache_write: Usd.describe("USD per 1M tokens written to the prompt cache"),
    trust: z.array(z.enum(["verified", "disputed", "unverified"])),
    billing: z.array(z.enum(["tokens", "plan", "free"])),
    service_tier: z.array(z.string()),
  }),
});

export function pricesFile(catalog: Catalog): StaticFile {
  const { service, offers } = catalog;
  const envelope = toEnvelope(service, {
    url: service.base_url + PRICES_TABLE,
    asOf: newest(offers.map(({ as_of }) => as_of)),
    title: "Prices of AI models at every host by columns",
  });
  return {
    path: PRICES_TABLE,
    body: JSON.stringify({ ...envelope, ...toPricesFile(catalog) }),
    contentType: JSON_TYPE,
    owner: "tables",
  };
}

export function toPricesFile(catalog: Catalog): PricesFile {
  const models = catalog.models.map(({ slug }) => toPricedModel(slug, catalog));
  const hosts = catalog.providers
    .filter(({ is_host }) => is_host)
    .map(({ slug, name, host_kind }): PricedHost => ({ slug, name, kind: host_kind }));
  const hostPlaces = new Map(hosts.map(({ slug }, place) => [slug, place]));
  const prices = catalog.models.flatMap((row, model) =>
    catalog.offersOf(row.slug).flatMap((offer): HostPrice[] => {
      const host = hostPlaces.get(offer.host);
      const { input, output, cache_read, cache_write, trust, billing, service_tier } =
        toProviderOffer(offer, catalog);
      if (input === null || host === undefined) return [];
      return [
        { model, host, input, output, cache_read, cache_write, trust, billing, service_tier },
      ];
    }),
  );
  return {
    models: toColumns(
      models,
      Object.keys(PriceColumns.shape.models.shape) as (keyof PricedModel)[],
    ),
    hosts: toColumns(hosts, Object.keys(PriceColumns.shape.hosts.shape) as (keyof PricedHost)[]),
    prices: toColumns(prices, Object.keys(PriceColumns.shape.prices.shape) as (keyof HostPrice)[]),
  };
}

function toPricedModel(slug: string, catalog: Catalog): PricedModel {
  const entry = getModelEntry(slug, catalog);
  return {
    slug,
    name: entry.name,
    lab: entry.provider,
    is_open_source: entry.is_open_source,
    context_window: entry.context_window,
    service_score: entry.service_score?.score ?? null,
    model_type: entry.model_type,
    takes: entry.input_modalities.join(" "),
  };
}
