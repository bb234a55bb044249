/** The exports. */

import { type Field, fieldsIn } from "../../build/schema/fields.ts";
import { column, type Dataset, fieldColumn, slugOf, source, USD } from "./dataset.ts";

const model = slugOf("models", "model", "Slug of the model");

const PRICE_VALUES: Readonly<Record<string, string>> = {
  "pricing.input": "o.input",
  "pricing.output": "o.output",
  "pricing.basis":
    "CASE WHEN m.list_host IS NOT NULL THEN 'list' WHEN m.cheapest_host IS NOT NULL THEN 'cheapest_offer' END",
};

/** SQL of a model's field: lists are joined with semicolons. */
const modelValue = ({ name, kind }: Field): string =>
  PRICE_VALUES[name] ??
  (kind === "list" ? `nullif(array_to_string(m.${name}, ';'), '')` : `m.${name}`);

export const DATASETS: readonly Dataset[] = [
  {
    name: "price-history",
    title: "Every recorded price of every model at every host",
    dated: "date",
    madeFrom: ["price-history"],
    rows: {
      sql: `
      SELECT p.date, p.model, p.input AS input_usd_per_m, p.output AS output_usd_per_m, p.cache_read AS cache_read_usd_per_m,
        p.cache_write AS cache_write_usd_per_m, p.host AS provider, p.change, p.source, p.model_id, c.is_list_price
      FROM price_rows p
      JOIN catalog_price_rows c USING (model, host, date)
      ORDER BY p.date, p.model, p.host`,
    },
    key: ["date", "model", "provider"],
    columns: [
      column(
        "date",
        "date",
        "Day the price was recorded, or took effect where its source dates it",
      ),
      model,
      column("input_usd_per_m", "number", USD),
      column("output_usd_per_m", "number", USD),
      column("cache_read_usd_per_m", "number", USD),
      column("cache_write_usd_per_m", "number", USD),
      slugOf("providers", "provider", "Slug of the host"),
      column(
        "change",
        "string",
        "added, changed, removed; correction: a unit was put right; witness: another source took over at another price. The last two are no moves",
      ),
      source,
      column("model_id", "string", "Identifier at the host"),
      column("is_list_price", "boolean", "At the lab's own host, and not only a reseller says so"),
    ],
  },
  {
    name: "provider-offers",
    title: "Every model at every host under every host-side id, now",
    dated: "date",
    madeFrom: ["offers"],
    rows: {
      sql: `
      SELECT as_of AS date, model, model_id, host AS provider, quantization, context_window AS context, input AS input_usd_per_m,
        output AS output_usd_per_m, cache_read AS cache_read_usd_per_m, max_output_tokens AS max_output, is_free, source,
        cache_write AS cache_write_usd_per_m, service_tier, billing, host_kind, trust, doubt, status, retirement_date, seen
      FROM offer_ids
      ORDER BY model, input NULLS LAST, host, model_id`,
    },
    key: ["model", "provider", "model_id"],
    columns: [
      column("date", "date", "Day this price was recorded"),
      model,
      column("model_id", "string", "Identifier at this host"),
      slugOf("providers", "provider", "Slug of the host"),
      column("quantization", "string", "As the host says; empty when not said"),
      column("context", "integer", "Maximum input tokens"),
      column("input_usd_per_m", "number", USD),
      column("output_usd_per_m", "number", USD),
      column("cache_read_usd_per_m", "number", USD),
      column("max_output", "integer", "Maximum output tokens"),
      column("is_free", "boolean", "Both prices are 0, and it is no part of a subscription"),
      source,
      column("cache_write_usd_per_m", "number", USD),
      column("service_tier", "string", "standard, or what else is sold under the same model"),
      column("billing", "string", "tokens, plan (a subscription) or free"),
      column("host_kind", "string", "lab, cloud, inference, router or plan"),
      column("trust", "string", "verified, unverified or disputed"),
      column("doubt", "string", "Why it is not verified; empty when it is"),
      column("status", "string", "active, alpha, beta or deprecated"),
      column("retirement_date", "date", "Day the host stops selling it, where it says"),
      column("seen", "date", "Last day on which a source was recorded that lists it"),
    ],
  },
  {
    name: "price-changes",
    title: "New models, price moves and company updates",
    dated: "date",
    madeFrom: ["models", "price-history", "company-facts"],
    rows: "price-changes",
    columns: [
      column("date", "date", "Day the change was recorded"),
      column("type", "string", "new_model, price_drop, price_increase or company_update"),
      model,
      slugOf("providers", "provider", "Slug of the host, lab or company"),
      column("title", "string", "The change in a few words"),
      column(
        "details",
        "object",
        "JSON object: old and new prices and percentages, release date, or metric and value",
      ),
      source,
      column("first_seen", "date", "First day on which a source listed the model"),
      column("old_input_usd_per_m", "number", `Before a price move; ${USD}`),
      column("new_input_usd_per_m", "number", `After a price move; ${USD}`),
      column("old_output_usd_per_m", "number", `Before a price move; ${USD}`),
      column("new_output_usd_per_m", "number", `After a price move; ${USD}`),
      column("pct_change_input", "number", "Percent; empty where it is no price move, or was free"),
      column(
        "pct_change_output",
        "number",
        "Percent; empty where it is no price move, or was free",
      ),
    ],
  },
  {
    name: "company-facts",
    title: "Figures of AI companies with the address they were read from",
    dated: "as_of",
    madeFrom: ["company-facts"],
    rows: {
      sql: `
      SELECT company, metric, value, as_of, source, source_url,
        CASE WHEN scope IS NULL THEN method ELSE method || ' (' || scope || ')' END AS method, current
      FROM company_facts
      ORDER BY company, metric, as_of, scope NULLS FIRST, value`,
    },
    columns: [
      slugOf("providers", "company", "Slug of the company"),
      column(
        "metric",
        "string",
        "employees, total_raised_usd, valuation_usd, arr_usd, revenue_fy_usd, capex_usd, market_cap_usd or active_users",
      ),
      column("value", "number", "In the unit that the metric's name says"),
      column("as_of", "date", "Day the figure was reported"),
      source,
      column("source_url", "string", "Address it was read from"),
      column("method", "string", "How it is known; what it is limited to in parentheses"),
      column("current", "boolean", "The newest report of this figure"),
    ],
  },
  {
    name: "mindshare-daily",
    title: "Public attention by day",
    dated: "day",
    madeFrom: ["mindshare"],
    rows: {
      sql: `
      SELECT day, entity_type, slug, hn_mentions, wiki_views, github_stars, share, index, github_commits, github_prs, source
      FROM mindshare_days
      ORDER BY day, entity_type, slug`,
    },
    key: ["day", "entity_type", "slug"],
    columns: [
      column("day", "date", "Day (UTC)"),
      column("entity_type", "string", "model, provider or agent"),
      column("slug", "string", "Slug of the entity"),
      column("hn_mentions", "integer", "Hacker News items that name it"),
      column("wiki_views", "integer", "Wikipedia page views"),
      column("github_stars", "integer", "Stars of its repository"),
      column(
        "share",
        "number",
        "Percent of its entity type over the trailing 7 days, mean of its signals",
      ),
      column("index", "number", "100 × share / the day's largest share"),
      column("github_commits", "integer", "Public commits signed by it"),
      column("github_prs", "integer", "Public pull requests opened by it"),
      source,
    ],
  },
  {
    name: "gpu-rental-daily",
    title: "Rental price of GPUs by day",
    dated: "day",
    madeFrom: ["gpu-rental"],
    rows: {
      sql: `
      SELECT day, chip_slug, source, offers, median_usd_h, p10_usd_h, min_usd_h
      FROM gpu_rental
      ORDER BY day, chip_slug, source`,
    },
    key: ["day", "chip_slug", "source"],
    columns: [
      column("day", "date", "Day"),
      column("chip_slug", "string", "Slug of the chip"),
      source,
      column("offers", "integer", "Listings seen"),
      column(
        "median_usd_h",
        "number",
        "USD per GPU and hour; empty where only the lowest price is published",
      ),
      column("p10_usd_h", "number", "USD per GPU and hour"),
      column("min_usd_h", "number", "USD per GPU and hour"),
    ],
  },
  {
    name: "world-map",
    title: "Land or water, cell by cell, as each model sees it",
    dated: "run_date",
    madeFrom: ["own-tests"],
    rows: "world-map",
    columns: [
      column("run_date", "date", "Day of the run; empty for the key"),
      column("model_id", "string", "Identifier asked; empty for the key, the first row"),
      column("model_name", "string", "Name of the model"),
      column("grid_deg", "number", "Size of a cell in degrees"),
      column("points", "integer", "Cells asked"),
      column("valid", "integer", "Usable answers"),
      column("accuracy", "number", "Correct / valid"),
      column("land_recall", "number", "Correct land cells / land cells"),
      column("water_recall", "number", "Correct water cells / water cells"),
      column("cost_usd", "number", "Cost of the run"),
      column("complete", "boolean", "Every cell was asked"),
      column(
        "answers",
        "string",
        "One character a cell: 1 land, 0 water, ? unusable; row-major from 90° N, 180° W. Name its type when you read it: a reader that guesses takes so many digits for a number",
      ),
      slugOf("models", "model", "Slug of the model; empty for the key"),
    ],
  },
  {
    name: "models",
    title: "Every model, with what it can take and what it costs",
    dated: "as_of",
    madeFrom: ["models", "offers"],
    rows: {
      // The price is `pricing` of the API: at the lab, else where it is cheapest.
      sql: `
      SELECT m.slug, m.name, m.lab, ${fieldsIn("export").map((field) => `${modelValue(field)} AS ${field.column}`)}
      FROM catalog_models m
      LEFT JOIN catalog_offers o ON o.model = m.slug AND o.host = coalesce(m.list_host, m.cheapest_host)
      ORDER BY m.slug`,
    },
    key: ["slug"],
    columns: [
      column("slug", "string", "Name of the model in the other exports and in addresses"),
      column("name", "string", "Name of the model"),
      slugOf("providers", "lab", "Slug of the lab that made it"),
      ...fieldsIn("export").map(fieldColumn),
    ],
  },
  {
    name: "providers",
    title: "Every lab and every host, past ones too",
    dated: "as_of",
    madeFrom: ["models", "offers"],
    rows: {
      sql: `
      SELECT slug, name, is_lab, is_host, host_kind, models, offers, url AS homepage, api_url, documentation_url, newest AS as_of
      FROM catalog_providers
      ORDER BY slug`,
    },
    key: ["slug"],
    columns: [
      column("slug", "string", "Name of the provider in the other exports and in addresses"),
      column("name", "string", "Name of the provider"),
      column("is_lab", "boolean", "Makes at least one model of the catalogue"),
      column("is_host", "boolean", "Sells at least one model of the catalogue now"),
      column(
        "host_kind",
        "string",
        "lab, cloud, inference, router or plan; empty for a lab that sells nothing",
      ),
      column("models", "integer", "Models it made"),
      column("offers", "integer", "Models it sells now"),
      column("homepage", "string", "Address of its website; empty when unknown"),
      column("api_url", "string", "Base address of its API; empty when unknown"),
      column("documentation_url", "string", "Address of its documentation; empty when unknown"),
      column("as_of", "date", "Newest day on which a fact of it was recorded"),
    ],
  },
  {
    name: "benchmarks",
    title: "Every benchmark, without scores",
    dated: "as_of",
    madeFrom: ["scores"],
    rows: {
      sql: `
      SELECT b.slug, b.name, b.category, b.unit, b.max_score, b.floor AS chance_score, b.higher_is_better,
        b.default_configuration, b.part_of, b.models_tested, b.source, b.source_url, s.license AS source_license, b.as_of
      FROM catalog_benchmarks b
      JOIN catalog_sources s ON s.id = b.source
      ORDER BY b.slug`,
    },
    key: ["slug"],
    columns: [
      column("slug", "string", "Name of the benchmark in addresses"),
      column("name", "string", "Name of the benchmark"),
      column("category", "string", "coding, reasoning, math, knowledge or other"),
      column("unit", "string", "Unit of its scores: %, elo, minutes"),
      column("max_score", "number", "Best possible score; empty where there is none"),
      column("chance_score", "number", "Score of pure chance in the same unit"),
      column("higher_is_better", "boolean", "A higher score is a better one"),
      column("default_configuration", "string", "The run that stands for a model, where one does"),
      slugOf("benchmarks", "part_of", "Slug of the benchmark that it is a part of"),
      column("models_tested", "integer", "Models with a score on it"),
      source,
      column("source_url", "string", "Home of the benchmark"),
      column("source_license", "string", "Licence of its scores, which are not in here"),
      column("as_of", "date", "Newest day on which a score on it was recorded"),
    ],
  },
];
