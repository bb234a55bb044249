/** A catalogue of a few models and their offers, for tests of code that needs only prices. */
import type { Catalog, LazyCatalogTables } from "../../build/model/catalog/catalog.ts";
import { createCatalog } from "../../build/model/catalog/catalog.ts";
import type {
  CatalogRowTypes,
  ModelRow,
  OfferRow,
  ProviderRow,
  RateCardRow,
} from "../../build/model/catalog/rows.ts";

/** The fields of an offer that a test states; the others have the defaults of `OFFER`. */
type OfferFacts = Pick<OfferRow, "model" | "host" | "model_id"> &
  Partial<Omit<OfferRow, "variants">> & { variants?: Partial<OfferRow["variants"][number]>[] };

const MODEL = {
  lab: "northwind",
  model_type: "text",
  is_open_source: null,
  release_date: "2026-01-10",
  knowledge_cutoff: "2025-06",
  context_window: 128_000,
  max_output_tokens: 8000,
  input_modalities: ["text", "image"],
  output_modalities: ["text"],
  list_host: null,
  supports: { tools: true, reasoning: null, structured_output: false, attachments: true },
  supported_parameters: null,
  reasoning_options: null,
  first_seen: "2026-01-10",
  aliases: [],
  as_of: "2026-02-01",
  offers: 1,
  retirement_date: null,
};

/** What a host states of each id. */
const OF_ID = {
  service_tier: "standard",
  context_window: null,
  max_output_tokens: null,
  status: "active",
  retirement_date: null,
};

const OFFER = {
  input: 3,
  output: 15,
  cache_read: null,
  cache_write: null,
  cards: [],
  ...OF_ID,
  billing: "tokens",
  host_kind: "lab",
  trust: "verified",
  is_list_price: false,
  is_eligible: true,
  announced: [],
  rate_trust: null,
  source: "pricewatch",
  source_url: "https://prices.example/",
  as_of: "2026-02-01",
};

const HOST = {
  host_kind: "lab",
  api_url: "https://api.example/v1",
  documentation_url: null,
  url: "https://host.example/",
  pricing_page: null,
  npm: "@sdk/host",
  env: ["HOST_KEY"],
  own_hosts: [],
  is_host: true,
  is_lab: true,
};

/** A price announced for a day, with an input and an output price only. */
export const announce = (effective: string, input: number, output: number) => ({
  effective,
  input,
  output,
  cache_read: null,
  cache_write: null,
  cards: [],
  cache_days: null,
  source: "pricewatch",
  source_url: null,
  as_of: "2026-02-01",
});

/** Further rates of a card, in the form in which its sources state them. */
export const statedRates = (text: string) => [
  { source: "pricewatch", valid_from: "2026-01-10", rates: text },
];

export function createPricedCatalog(facts: {
  models: (Pick<ModelRow, "slug"> & Partial<ModelRow>)[];
  offers: OfferFacts[];
  cards?: (Pick<RateCardRow, "model" | "host" | "date" | "model_id"> & Partial<RateCardRow>)[];
  idCards?: (Partial<RateCardRow> & { model: string; host: string; name: string; date: string })[];
  hosts?: (Pick<ProviderRow, "slug"> & Partial<ProviderRow>)[];
  movingIds?: CatalogRowTypes["moving_ids"][];
  asOf?: string;
}): Catalog {
  const { models, offers, cards = [], idCards = [], hosts = [], movingIds = [] } = facts;
  const asOf = facts.asOf ?? "2026-02-01";
  const named = new Map(hosts.map((host) => [host.slug, host]));
  const slugs = new Set([...offers, ...cards].map(({ host }) => host));
  const card = { service_tier: "standard", billing: "tokens", cache_read: null, cache_write: null };
  const tables: Partial<Record<keyof CatalogRowTypes, object[]>> = {
    sources: [],
    other_names: [],
    price_rows: [],
    glossary: [],
    benchmarks: [],
    changes: [],
    models: models.map((model) => ({ ...MODEL, name: model.slug, ...model })),
    offers: offers.map(({ variants = [], ...offer }) => ({
      ...OFFER,
      ...offer,
      variants: variants.map((variant) => ({ ...OF_ID, ...variant })),
    })),
    providers: [...slugs].map((slug) => ({ ...HOST, slug, name: slug, ...named.get(slug) })),
    rate_cards: cards.map((row) => ({ ...card, cards: [], source: "pricewatch", ...row })),
    id_cards: idCards.map((row) => ({ ...card, cards: [], source: "pricewatch", ...row })),
    moving_ids: movingIds,
    datasets: [{ dataset: "price-statements", rows: 1, as_of: asOf }],
  };
  const service = { name: "Almanac", base_url: "https://almanac.example", license: "CC BY 4.0" };
  return createCatalog(
    { service, hash: "", counts: {} } as never,
    Object.fromEntries(
      Object.entries(tables).map(([name, rows]) => [name, { all: () => rows }]),
    ) as unknown as LazyCatalogTables,
  );
}
