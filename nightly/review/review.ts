/** Tables of published facts that a person should check, from the snapshot and from the reports of the last ingest. */
import { join } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import { parse } from "csv-parse/sync";
import { readFactsOfKinds } from "../../build/facts/read-facts.ts";
import { readFileIfExists } from "../../build/facts/write-facts.ts";
import { findUndeclaredLookAlikePairs } from "../../build/identity/look-alikes.ts";
import { DataQualityRuleSet } from "../../build/rules/rules.ts";
import { loadCatalog } from "../../generator/pipeline/load.ts";
import { toMarkdownTable } from "../../generator/site/components/markdown.ts";
import { pluralize } from "../../generator/site/components/parts.ts";

/** A section of the review: a table, and a note on what to look for in it. */
export interface ReviewSection {
  title: string;
  /** What to look for, and how to correct it. */
  look: string;
  columns: readonly string[];
  /** Cells as text; an empty one has no value. */
  rows: readonly (readonly string[])[];
}

/** A section whose rows are the result of a query on the snapshot (build/model/views). */
type Query = Pick<ReviewSection, "title" | "look"> & { sql: string };

async function runQuery(db: DuckDBConnection, { sql, ...section }: Query): Promise<ReviewSection> {
  const result = await db.runAndReadAll(sql);
  const rows = result.getRowsJS().map((row) => row.map(toCell));
  return { ...section, columns: result.columnNames(), rows };
}

const toCell = (value: unknown): string => String(value ?? "");

const CHEAPEST: Query = {
  title: "The 50 offers that are furthest below their list price",
  look: "Look for prices that are far below the list price and that no other host charges. A price far below the list price may be in another unit, belong to another model or to a subscription, or be a typing error of the source.",
  sql: `
    SELECT c.model, c.host, c.host_kind AS kind, c.model_id AS id, c.input, c.output, l.host AS "list host",
      l.input AS "list input", l.output AS "list output", round(c.blended / l.blended, 3) AS "of list",
      c.trust, c.source, c.last_confirmed AS "last confirmed"
    FROM cheapest_offers c
    JOIN list_offers l ON l.model = c.model AND l.host <> c.host AND l.blended > 0
    ORDER BY c.blended / l.blended, c.model
    LIMIT 50`,
};

/** Fields that should be known for every model. */
const WANTED = [
  "release_date",
  "knowledge_cutoff",
  "context_window",
  "max_output_tokens",
  "is_open_source",
  "input_modalities",
  "output_modalities",
  "list_host",
  "cheapest_host",
];

const NEWEST: Query = {
  title: "The newest 50 models and the fields that are still unknown for them",
  look: "The column “empty” lists the properties that are unknown: look them up on the lab's web page. Look for rows that are not models, and for models that the catalogue already has under another name.",
  sql: `
    SELECT slug AS model, name, lab, coalesce(release_date, first_seen) AS date,
      CASE WHEN release_date IS NULL THEN 'first seen' ELSE 'released' END AS "the date is", offers,
      concat_ws(', ', ${WANTED.map((field) => `CASE WHEN ${field} IS NULL THEN '${field}' END`).join(", ")}) AS empty
    FROM catalog_models
    ORDER BY date DESC NULLS LAST, slug
    LIMIT 50`,
};

const DISPUTES: Query = {
  title: "All disputes",
  look: "Check on the host's own page which price is right, and record the right price with npm run correct.",
  sql: `
    SELECT model, host, model_id AS id, service_tier AS tier, source, recorded, input, output,
      CASE WHEN is_published THEN 'published' END AS published
    FROM disputed_statements
    ORDER BY model, host, model_id, NOT is_published, source`,
};

function heldSection(dataFolder: string): ReviewSection {
  const facts = readFactsOfKinds(dataFolder, ["held", "rules"]);
  const rules = new DataQualityRuleSet(facts.rules);
  return {
    title: "Changes that a rule holds back",
    look: "Compare the column “new value” with the web page of the lab or host. To publish the new values, run npm run nightly -- --accept <rule>:<source>[:<host>].",
    columns: ["rule", "why", "source", "kind", "of", "field", "new value", "since", "readings"],
    rows: facts.held.map(({ rule, source, kind, key, field, value, since, readings }) =>
      [rule, rules.reason(rule), source, kind, key, field, value, since, readings].map(toCell),
    ),
  };
}

/** @param db Connection to a snapshot in which all views exist. */
async function lookAlikeSection(db: DuckDBConnection): Promise<ReviewSection> {
  const pairs = await findUndeclaredLookAlikePairs(db);
  return {
    title: "Models that may be the same",
    look: "To merge two models, add an alias to data/aliases/models.csv and run npm run ingest. To record that two models are different, add a row with both slugs to data/aliases/distinct.csv.",
    columns: ["model", "other model", "why they look alike"],
    rows: pairs.map(({ model_a, model_b, likeness }) => [model_a, model_b, likeness]),
  };
}

const FINE_TUNES: Query = {
  title: "Fine-tunes and their labs",
  look: "Check that the company in the column “lab” made the model and does not only sell it. Check that the model in the column “tuned from” is the right base model. Correct wrong labs and base models in data/aliases/labs.csv.",
  sql: `
    SELECT slug AS model, lab, base_model AS "tuned from"
    FROM models WHERE base_model IS NOT NULL OR lab = 'other'
    ORDER BY lab, slug`,
};

/** The best-known labs. Their retired models should have a retirement date and a replacement. */
const IS_OF_LABS = `lab IN ('openai', 'anthropic', 'google', 'xai', 'deepseek', 'moonshotai', 'zhipuai',
  'minimax', 'mistral', 'alibaba', 'amazon', 'meta', 'cohere')`;

/** What should be known, for which group of models, and the SQL condition that it is known. */
const FILLED: readonly [what: string, of: string, isKnown: string][] = [
  ["context window", "wide", "context_window IS NOT NULL"],
  ["max output", "wide", "max_output_tokens IS NOT NULL"],
  ["max output of models that return text", "texts", "max_output_tokens IS NOT NULL"],
  ["release date", "wide", "release_date IS NOT NULL"],
  ["modalities", "wide", "len(input_modalities) > 0 AND len(output_modalities) > 0"],
  ["knowledge cutoff", "wide", "knowledge_cutoff IS NOT NULL"],
  ["knowledge cutoff of models that return text", "texts", "knowledge_cutoff IS NOT NULL"],
  ["open or closed weights", "wide", "is_open_source IS NOT NULL"],
  ["licence of open weights", "open", "weights_license IS NOT NULL"],
  ["URL of open weights", "open", "links.weights IS NOT NULL"],
  ["parameters of open weights", "open", "parameters IS NOT NULL"],
  ["reasoning options of reasoning models", "reasoning", "reasoning_options IS NOT NULL"],
  ["supported parameters", "wide", "supported_parameters IS NOT NULL"],
  ["day of retirement", "gone", "retirement_date IS NOT NULL"],
  ["replacement", "retired", "replacement IS NOT NULL"],
  [
    "a price in its unit",
    "others",
    "EXISTS (FROM catalog_offers o WHERE o.model = slug AND o.unit_price IS NOT NULL)",
  ],
];
const IS_IN_UNIT =
  "NOT starts_with(r.unit, '1M tokens') AND r.meter NOT IN ('search', 'tool_call')";
const MODELS = {
  wide: ["sold by five hosts or more", "offers >= 5"],
  texts: ["sold by five hosts or more", "offers >= 5 AND model_type = 'text'"],
  open: ["sold by five hosts or more, open weights", "offers >= 5 AND is_open_source"],
  reasoning: ["sold by five hosts or more, reasoning", "offers >= 5 AND supports.reasoning"],
  retired: ["retired models of the 13 best-known labs", `status = 'retired' AND ${IS_OF_LABS}`],
  // Uses models without any offer instead of the status `retired`, because a model only has that status if its
  // retirement date is known.
  gone: [
    "closed models of the 13 best-known labs that nobody sells any more",
    `offers = 0 AND first_seen IS NOT NULL AND is_open_source IS NOT TRUE AND ${IS_OF_LABS}`,
  ],
  others: ["on sale, not text", "offers > 0 AND model_type <> 'text'"],
} as const;

/**
 * Rates that offers should have: a description, an SQL condition on the offer \`o\` and its model \`m\`, and an SQL
 * condition on the rate \`r\`.
 */
const RATED: readonly [what: string, offers: string, isRate: string][] = [
  ["batch prices", "m.model_type = 'text'", "r.service_tier = 'batch'"],
  ["price of cache reads", "m.model_type = 'text'", "r.meter = 'cache_read'"],
  ["price of a cache write for 1 hour", "o.cache_write IS NOT NULL", "r.cache_ttl = '1h'"],
  ["prices by prompt size", "m.model_type = 'text'", "r.above_input_tokens IS NOT NULL"],
  [
    "audio price of models with audio input or output",
    "list_contains(m.input_modalities || m.output_modalities, 'audio')",
    "r.meter IN ('input_audio', 'output_audio')",
  ],
  [
    "image price of models that return images",
    "list_contains(m.output_modalities, 'image')",
    "r.meter = 'output_image'",
  ],
  [
    "price in a unit other than tokens, of models that are not text models",
    "m.model_type <> 'text'",
    IS_IN_UNIT,
  ],
];
const OFFERS = {
  "list prices of OpenAI, Anthropic and Google":
    "o.is_list_price AND o.host IN ('openai', 'anthropic', 'google')",
  "list prices": "o.is_list_price",
  offers: "true",
};

const fillRate = (what: string, of: string, isKnown: string, from: string): string =>
  `SELECT '${what}' AS what, '${of}' AS "of what", count(*) FILTER (${isKnown}) AS known, count(*) AS "of",
    round(100 * count(*) FILTER (${isKnown}) / nullif(count(*), 0), 1) AS percent FROM ${from}`;

const FILL_RATES: Query = {
  title: "Fill rates",
  look: "How complete the data are for the most important models, and for prices. A low percentage means that sources seldom state the value; the labs' pages may have it.",
  sql: [
    ...FILLED.map(([what, of, isKnown]) => {
      const [models, condition] = MODELS[of as keyof typeof MODELS];
      return fillRate(what, models, isKnown, `catalog_models WHERE ${condition}`);
    }),
    ...Object.entries(OFFERS).flatMap(([name, condition]) =>
      RATED.map(([what, offers, isRate]) =>
        fillRate(
          what,
          name,
          `EXISTS (FROM offer_rates r WHERE r.host = o.host AND r.model_id = o.model_id AND ${isRate})`,
          `catalog_offers o JOIN catalog_models m ON m.slug = o.model WHERE ${condition} AND ${offers}`,
        ),
      ),
    ),
  ].join("\nUNION ALL "),
};

/** @param folder Reports of the last ingest. Without its report, the section is empty and says how to get it. */
export async function toDisputedTraitsReviewSection(folder: string): Promise<ReviewSection> {
  const title = "Properties of models on which sources disagree";
  const path = join(folder, "split-traits.csv");
  const text = await readFileIfExists(path);
  if (text === undefined) {
    const look = `${path} is missing: \`npm run ingest\` writes it.`;
    return { title, look, columns: ["report"], rows: [] };
  }
  const [columns = [], ...rows] = parse(text) as unknown as string[][];
  const look = `To replace a value with the one on the lab's page, add a row to data/corrections/corrections.csv. The rows of this table come from ${path}.`;
  return { title, look, columns, rows };
}

/** @param reportFolder Reports of the last ingest. */
export async function buildDataReview(
  dataFolder: string,
  reportFolder: string,
  onStep: (step: string) => void,
): Promise<ReviewSection[]> {
  onStep("reading the facts");
  const { snapshot } = await loadCatalog({ dataFolder });
  onStep("making the tables");
  try {
    const { db } = snapshot;
    return [
      await runQuery(db, CHEAPEST),
      await runQuery(db, NEWEST),
      await runQuery(db, DISPUTES),
      await lookAlikeSection(db),
      await runQuery(db, FINE_TUNES),
      await runQuery(db, FILL_RATES),
      await toDisputedTraitsReviewSection(reportFolder),
      heldSection(dataFolder),
    ];
  } finally {
    snapshot.close();
  }
}

/** The review as Markdown. */
export const formatDataReview = (sections: readonly ReviewSection[]): string =>
  sections
    .map(({ title, look, columns, rows }) =>
      [`## ${title} (${pluralize(rows.length, "row")})`, look, toMarkdownTable(columns, rows)].join(
        "\n\n",
      ),
    )
    .join("\n\n");
