/** What the slugs of the other exports join to: models, labs and hosts, benchmarks. */
import { column, type Dataset, slugOf, source, USD } from "./dataset.ts";

const LIST = "separated by semicolons; empty when unknown";
const SUPPORT = "empty when nobody says";

export const CATALOGUE_DATASETS: readonly Dataset[] = [
  {
    name: "models",
    title: "Every model, with what it can take and what it costs",
    dated: "as_of",
    madeFrom: ["models", "offers"],
    rows: {
      // The price is `pricing` of the API: at the lab, else where it is cheapest.
      sql: `
      SELECT m.slug, m.name, m.lab, m.model_type, m.is_open_source, m.weights_license, m.release_date, m.release_date_basis,
        m.knowledge_cutoff, m.retirement_date, m.context_window, m.max_output_tokens,
        nullif(array_to_string(m.input_modalities, ';'), '') AS input_modalities,
        nullif(array_to_string(m.output_modalities, ';'), '') AS output_modalities,
        m.supports.tools AS supports_tools, m.supports.reasoning AS supports_reasoning,
        m.supports.structured_output AS supports_structured_output, m.supports.attachments AS supports_attachments,
        o.input AS input_usd_per_m, o.output AS output_usd_per_m,
        CASE WHEN m.list_host IS NOT NULL THEN 'list' WHEN m.cheapest_host IS NOT NULL THEN 'cheapest_offer' END AS price_basis,
        m.offers AS hosts, m.price_changes, m.first_seen, m.as_of
      FROM catalog_models m
      LEFT JOIN catalog_offers o ON o.model = m.slug AND o.host = coalesce(m.list_host, m.cheapest_host)
      ORDER BY m.slug`,
    },
    key: ["slug"],
    columns: [
      column("slug", "string", "Name of the model in the other exports and in addresses"),
      column("name", "string", "Name of the model"),
      slugOf("providers", "lab", "Slug of the lab that made it"),
      column("model_type", "string", "text, image, audio, video, embedding, rerank or other"),
      column("is_open_source", "boolean", `Weights can be downloaded; ${SUPPORT}`),
      column("weights_license", "string", "Licence of the weights; empty when unknown"),
      column("release_date", "date", "Day of its release"),
      column(
        "release_date_basis",
        "string",
        "How the day is known, as in /api/v1/models; empty without a day",
      ),
      column("knowledge_cutoff", "string", "As precise as the maker says: year, month or day"),
      column("retirement_date", "date", "Day its lab stops selling it, where it says"),
      column("context_window", "integer", "Maximum input tokens"),
      column("max_output_tokens", "integer", "Maximum output tokens"),
      column("input_modalities", "string", `What it takes, ${LIST}`),
      column("output_modalities", "string", `What it gives, ${LIST}`),
      column("supports_tools", "boolean", `Calls tools; ${SUPPORT}`),
      column("supports_reasoning", "boolean", `Reasons before it answers; ${SUPPORT}`),
      column("supports_structured_output", "boolean", `Answers by a schema; ${SUPPORT}`),
      column("supports_attachments", "boolean", `Takes files; ${SUPPORT}`),
      column("input_usd_per_m", "number", USD),
      column("output_usd_per_m", "number", USD),
      column(
        "price_basis",
        "string",
        "list: the lab's own price; cheapest_offer: another host's, for a model without one; empty: no price known",
      ),
      column("hosts", "integer", "Hosts that sell it now"),
      column("price_changes", "integer", "Recorded moves of its default price series"),
      column("first_seen", "date", "First day on which a source listed it"),
      column("as_of", "date", "Newest day on which a fact, a price or a score of it was recorded"),
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
