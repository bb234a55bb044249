/** What the slugs of the other exports join to: models, labs and hosts, benchmarks. */
import { type Field, fieldsIn } from "../../build/schema/fields.ts";
import { column, type Dataset, fieldColumn, slugOf, source } from "./dataset.ts";

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

export const CATALOGUE_DATASETS: readonly Dataset[] = [
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
