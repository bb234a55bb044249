/**
 * The exports. The CSV, the Parquet, `/datapackage.json`, OpenAPI, the reference, llms.txt and the mirror all follow
 * from these definitions: a further column is one line here. The first columns are those that readers of such exports
 * know; ours follow.
 */
import { METERS, PROMPT_TIER_MODES } from "../../build/cost/rates.ts";
import { getModelFieldsOfView, OFFER_FIELD_BY_NAME } from "../../build/schema/fields.ts";
import {
  ATTENTION_ENTITY_TYPES,
  BENCHMARK_CATEGORIES,
  COMPANY_METRICS,
  PriceChangeReason,
} from "../../build/schema/values.ts";
import {
  createEnumExportColumn,
  createExportColumns,
  createForeignKeyExportColumn,
  EXPORT_COLUMN_BUILDERS,
  type ExportDataset,
  type UnnamedExportColumn,
} from "./dataset.ts";

const { string, number, integer, boolean, date, object } = EXPORT_COLUMN_BUILDERS;

/** Those that readers of this export know; /api/v1/changes has all. */
export const EXPORTED_CHANGE_TYPES = [
  ...(["new_model", "price_drop", "price_increase", "company_update"] as const),
];

const USD = "USD per 1M tokens; 0 means free, empty means unknown";
const source = string("Id of the source, as in /api/v1/sources");
const model = createForeignKeyExportColumn("models", "Slug of the model");
const provider = createForeignKeyExportColumn("providers", "Slug of the host", "host");

/** The price is `pricing` of the API: at the lab, else where it is cheapest. */
const MODEL_SQL: Readonly<Record<string, string>> = {
  "pricing.input": "o.input",
  "pricing.output": "o.output",
  "pricing.basis":
    "CASE WHEN m.list_host IS NOT NULL THEN 'list' WHEN m.cheapest_host IS NOT NULL THEN 'cheapest_offer' END",
};

const offerColumns = (...names: (keyof typeof OFFER_FIELD_BY_NAME)[]) =>
  createExportColumns(names.map((name) => OFFER_FIELD_BY_NAME[name]));

type Definition = Omit<ExportDataset, "columns"> & { columns: Record<string, UnnamedExportColumn> };

const DEFINITIONS: readonly Definition[] = [
  {
    name: "price-history",
    title: "Every recorded price of every model at every host",
    dated: "date",
    madeFrom: ["price-history"],
    rows: `(SELECT p.*, c.is_list_price,
        CASE WHEN o.billing = 'plan' THEN 'plan' WHEN p.input = 0 AND p.output = 0 THEN 'free' ELSE 'tokens' END AS billing
      FROM price_rows p JOIN catalog_price_rows c USING (model, host, date) JOIN offers o USING (host, model_id))
      ORDER BY date, model, host`,
    key: ["date", "model", "provider"],
    columns: {
      date: date(
        "Day on which the price took effect, if the source states it; else the day on which the price was recorded",
      ),
      model,
      input_usd_per_m: number(USD, "input"),
      output_usd_per_m: number(USD, "output"),
      cache_read_usd_per_m: number(USD, "cache_read"),
      cache_write_usd_per_m: number(USD, "cache_write"),
      provider,
      change: createEnumExportColumn(
        PriceChangeReason.options,
        "added: the host began to list the model. changed: the host changed the price. removed: the host no longer lists the model, and the prices are empty. correction: a price in a wrong unit was corrected. witness: the price now comes from another source, which states a different price. Rows with the reason correction or witness are not price moves",
      ),
      source,
      model_id: string(
        "Id under which the host sold the model on this day. A row is added only when the price changes, so the host may sell the model at the same price under another id by now",
      ),
      is_list_price: boolean(
        "True for a price at the lab's own host, unless only a reseller states the price",
      ),
      ...offerColumns("service_tier", "billing"),
    },
  },
  {
    name: "provider-offers",
    title:
      "Every current offer: each model at each host, with one row for each model id of the host",
    dated: "date",
    madeFrom: ["offers"],
    rows: "offer_ids ORDER BY model, input NULLS LAST, host, model_id",
    key: ["model", "provider", "model_id"],
    columns: {
      ...offerColumns("as_of"),
      model,
      ...offerColumns("model_id"),
      provider,
      ...offerColumns(
        "quantization",
        "context_window",
        "input",
        "output",
        "cache_read",
        "max_output_tokens",
        "is_free",
      ),
      source,
      ...offerColumns("cache_write", "service_tier", "billing", "host_kind", "trust"),
      doubt: string(
        "Why the trust in the price is stale, disputed or unverified; empty when it is verified or one_source",
      ),
      ...offerColumns("status", "retirement_date"),
      seen: date("Same value as last_confirmed", "last_confirmed"),
      ...offerColumns("last_confirmed"),
    },
  },
  {
    name: "rates",
    title: "Every rate of every model at every host: meters, units, service tiers, prompt sizes",
    key: ["model", "provider", "model_id", "rate"],
    dated: "valid_from",
    madeFrom: ["offers"],
    rows: "offer_rates ORDER BY ALL",
    columns: {
      model,
      provider,
      ...offerColumns("model_id"),
      meter: createEnumExportColumn(
        METERS,
        "What the host counts: input, output, cache_write, output_image, search, …",
      ),
      unit: string("Unit of the price, for example 1M tokens, image or minute"),
      price: number("USD per unit"),
      ...offerColumns("service_tier"),
      above_input_tokens: integer(
        "The rate applies to prompts with more input tokens than this; empty when it applies to prompts of any length",
      ),
      tier_mode: createEnumExportColumn(
        PROMPT_TIER_MODES,
        "request: the rate applies to the whole request; excess: the rate applies only to the tokens above above_input_tokens",
      ),
      cache_ttl: string(
        "How long the cache keeps the written tokens; empty for the host's default",
      ),
      region: string(
        "Region, in the host's own terms; empty when the rate applies in every region that has no separate rate",
      ),
      hours_utc: string(
        "Hours of the day (UTC) in which the rate applies; empty when it applies in all hours that have no separate rate",
      ),
      variant: string("Resolution or quality, in the host's own terms"),
      valid_from: date("First day on which the source stated the rate"),
      ...offerColumns("last_confirmed", "trust"),
      source,
      rate: string("Name of the rate: its meter and all of its conditions"),
    },
  },
  {
    name: "price-changes",
    title: "New models, price moves and company updates",
    key: ["id"],
    dated: "date",
    madeFrom: ["models", "price-history", "company-facts"],
    rows: null,
    columns: {
      date: date(
        "Day of the change: of a price move, its date in price-history; of a new model, first_seen; of a company figure, the day on which it was reported",
      ),
      type: createEnumExportColumn(
        EXPORTED_CHANGE_TYPES,
        "new_model; company_update; price_drop and price_increase: the blended price, (3 × input + output) / 4, moved, and a second source confirms the new price or it has lasted 7 days. price-history has all price changes",
      ),
      model,
      provider: createForeignKeyExportColumn("providers", "Slug of the host, lab or company"),
      title: string("The change in a few words"),
      details: object(
        "Details as JSON: old and new prices and percentages, release date, or metric",
      ),
      source,
      first_seen: date("First day on which a source listed the model"),
      old_input_usd_per_m: number(`Input price before a price move; ${USD}`),
      new_input_usd_per_m: number(`Input price after a price move; ${USD}`),
      old_output_usd_per_m: number(`Output price before a price move; ${USD}`),
      new_output_usd_per_m: number(`Output price after a price move; ${USD}`),
      pct_change_input: number(
        "Change of the input price in percent; empty when the change is not a price move, or the old price was 0",
      ),
      pct_change_output: number(
        "Change of the output price in percent; empty when the change is not a price move, or the old price was 0",
      ),
      id: string("Id of the change: type, day, model or company, and host or figure, joined by |"),
    },
  },
  {
    name: "company-facts",
    title: "Figures of AI companies, each with the URL of its source",
    key: ["id"],
    dated: "as_of",
    madeFrom: ["company-facts"],
    rows: "company_facts ORDER BY company, metric, as_of, scope NULLS FIRST, value",
    columns: {
      company: createForeignKeyExportColumn("providers", "Slug of the company"),
      metric: createEnumExportColumn(
        COMPANY_METRICS,
        "employees, total_raised_usd, valuation_usd, arr_usd, revenue_fy_usd, capex_usd, market_cap_usd or active_users",
      ),
      value: number("Value of the figure, in the unit that the metric names"),
      as_of: date("Day on which the figure was reported"),
      source,
      source_url: string("URL from which the figure was read"),
      method: string(
        "Kind of evidence for the figure, with the scope of the figure in parentheses",
        "CASE WHEN scope IS NULL THEN method ELSE method || ' (' || scope || ')' END",
      ),
      current: boolean("True for the newest value of the metric with this scope"),
      id: string(
        "Id of the figure: company, metric, day, scope, effective date, value and URL, joined by |",
        "concat_ws('|', company, metric, as_of, coalesce(scope, ''), coalesce(effective_date, ''), plain_number(value), source_url)",
      ),
    },
  },
  {
    name: "mindshare-daily",
    title: "Public attention by day",
    dated: "day",
    madeFrom: ["mindshare"],
    rows: "mindshare_days ORDER BY day, entity_type, slug",
    key: ["day", "entity_type", "slug"],
    columns: {
      day: date("Day (UTC)"),
      entity_type: createEnumExportColumn(
        ATTENTION_ENTITY_TYPES,
        "Type of the entity: model, provider or agent",
      ),
      slug: string("Slug of the entity"),
      hn_mentions: integer("Number of Hacker News items that name the entity"),
      wiki_views: integer("Number of views of the entity's Wikipedia page"),
      github_stars: integer("Number of stars of the entity's GitHub repository"),
      share: number(
        "The entity's share, in percent, of the attention to all entities of its type over 7 days: the mean of its shares of the signals counted that day (mentions and views, or commits and pull requests)",
      ),
      index: number("100 × share / the day's largest share"),
      github_commits: integer("Number of public commits that name the agent as an author"),
      github_prs: integer("Number of public pull requests that the agent opened"),
      source,
    },
  },
  {
    name: "gpu-rental-daily",
    title: "Rental price of GPUs by day",
    dated: "day",
    madeFrom: ["gpu-rental"],
    rows: "gpu_rental ORDER BY day, chip_slug, source",
    key: ["day", "chip_slug", "source"],
    columns: {
      day: date("Day"),
      chip_slug: string("Slug of the chip"),
      source,
      offers: integer("Number of rental listings that were read"),
      median_usd_h: number(
        "Median price, USD per GPU-hour; empty when only the lowest price is known",
      ),
      p10_usd_h: number("10th percentile of the prices, USD per GPU-hour"),
      min_usd_h: number("Lowest price, USD per GPU-hour"),
    },
  },
  {
    name: "world-map",
    title: "Each model's answer, land or water, for every cell of a world map",
    dated: "run_date",
    madeFrom: ["own-tests"],
    rows: null,
    columns: {
      run_date: date("Day of the run; empty in the first row, which holds the right answers"),
      model_id: string(
        "Id of the model in the run; empty in the first row, which holds the right answers",
      ),
      model_name: string("Name of the model"),
      grid_deg: number("Size of a cell in degrees"),
      points: integer("Number of cells of the map grid that the model was asked about"),
      valid: integer("Number of usable answers"),
      accuracy: number("Share of usable answers that are correct, from 0 to 1"),
      land_recall: number("Share of the land cells that the model called land, from 0 to 1"),
      water_recall: number("Share of the water cells that the model called water, from 0 to 1"),
      cost_usd: number("Cost of the run in USD"),
      complete: boolean("True when the model was asked about every cell"),
      answers: string(
        "The world map as the model answered it, one character per cell: 1 for land, 0 for water, ? for an unusable answer. The cells run from west to east and the rows from north to south, from 90° N, 180° W. Read the column as text, because programs that guess types may read it as a number",
      ),
      model: createForeignKeyExportColumn(
        "models",
        "Slug of the model; empty in the first row, which holds the right answers",
      ),
    },
  },
  {
    name: "models",
    title: "Every model, with its limits, capabilities and price",
    dated: "as_of",
    madeFrom: ["models", "offers"],
    rows: `catalog_models m
      LEFT JOIN catalog_offers o ON o.model = m.slug AND o.host = coalesce(m.list_host, m.cheapest_host)
      ORDER BY m.slug`,
    key: ["slug"],
    columns: {
      slug: string("Slug of the model, as in the other exports and in URLs"),
      name: string("Name of the model"),
      lab: createForeignKeyExportColumn("providers", "Slug of the lab that made the model"),
      ...createExportColumns(
        getModelFieldsOfView("export"),
        ({ name }) => MODEL_SQL[name] ?? `m.${name}`,
      ),
    },
  },
  {
    name: "providers",
    title: "Every lab and every host, including former labs and hosts",
    dated: "as_of",
    madeFrom: ["models", "offers"],
    rows: "catalog_providers ORDER BY slug",
    key: ["slug"],
    columns: {
      slug: string("Slug of the provider, as in the other exports and in URLs"),
      name: string("Name of the provider"),
      is_lab: boolean("True when the provider makes at least one model in the catalogue"),
      is_host: boolean(
        "True when the provider currently sells at least one model in the catalogue",
      ),
      ...offerColumns("host_kind"),
      models: integer("Number of models that the provider made"),
      offers: integer("Number of models that the provider sells now"),
      homepage: string("URL of the provider's website; empty when unknown", "url"),
      api_url: string("Base URL of the provider's API; empty when unknown"),
      documentation_url: string(
        "URL of the documentation of the provider's API; empty when unknown",
      ),
      as_of: date("Newest day on which a fact about the provider was recorded", "newest"),
    },
  },
  {
    name: "benchmarks",
    title: "Every benchmark, without scores",
    dated: "as_of",
    madeFrom: ["scores"],
    rows: "catalog_benchmarks b JOIN catalog_sources s ON s.id = b.source ORDER BY b.slug",
    key: ["slug"],
    columns: {
      slug: string("Slug of the benchmark, as in URLs"),
      name: string("Name of the benchmark", "b.name"),
      category: createEnumExportColumn(
        BENCHMARK_CATEGORIES,
        "coding, reasoning, math, knowledge or other",
      ),
      unit: string("Unit of the scores: %, elo, minutes or points"),
      max_score: number("Best possible score; empty when scores have no upper limit"),
      chance_score: number("Score that random answers would get, in the same unit", "floor"),
      higher_is_better: boolean("True when a higher score is better"),
      default_configuration: string(
        "If a model was run with several configurations, its score is from the run with this configuration; empty when no configuration is preferred",
      ),
      part_of: createForeignKeyExportColumn(
        "benchmarks",
        "Slug of the larger benchmark to which this benchmark belongs; empty when there is none",
      ),
      models_tested: integer("Number of models with a score on this benchmark"),
      source,
      source_url: string("URL of the website of the benchmark"),
      source_license: string(
        "Licence of the scores, which this export does not contain",
        "license",
      ),
      as_of: date("Newest day on which a score was recorded"),
      measures: string("What the benchmark measures, in one line"),
    },
  },
];

export const EXPORT_DATASETS: readonly ExportDataset[] = DEFINITIONS.map((definition) => ({
  ...definition,
  columns: Object.entries(definition.columns).map(([name, column]) => ({ name, ...column })),
}));
