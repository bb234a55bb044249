/** What a person should look at in the published facts: tables from the snapshot and from the last ingest's report. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import { parse } from "csv-parse/sync";
import { z } from "zod";
import { undeclaredLookAlikes } from "../../build/identity/look-alikes.ts";
import type { Finding } from "../../build/model/findings/kinds.ts";
import { groupBy } from "../../build/schema/collections.ts";
import { load } from "../../generator/pipeline/load.ts";

/** A part of the review: a table, and what a person should look for in it. */
export interface Section {
  title: string;
  /** One sentence. */
  look: string;
  columns: readonly string[];
  /** Cells as text; an empty one has no value. */
  rows: readonly (readonly string[])[];
}

/** A part that one query of the snapshot answers. */
interface Question {
  title: string;
  look: string;
  sql: string;
}

/** @param db Snapshot of the facts (build/model/views). */
async function ask(db: DuckDBConnection, { sql, ...words }: Question): Promise<Section> {
  const answer = await db.runAndReadAll(sql);
  const rows = answer.getRowsJS().map((row) => row.map(toCell));
  return { ...words, columns: answer.columnNames(), rows };
}

const toCell = (value: unknown): string =>
  value === null || value === undefined ? "" : String(value);

const CHEAPEST: Question = {
  title: "The 50 cheapest offers against their list price",
  look: "A price far below list that no one else asks: another unit, another model, a plan, a slip of the upstream.",
  sql: `
    SELECT c.model, c.host, c.host_kind AS kind, c.model_id AS id, c.input, c.output, l.host AS "list host",
      l.input AS "list input", l.output AS "list output", round(c.blended / l.blended, 3) AS "of list",
      c.trust, c.source, c.seen
    FROM cheapest_offers c
    JOIN list_offers l ON l.model = c.model AND l.host <> c.host AND l.blended > 0
    ORDER BY c.blended / l.blended, c.model
    LIMIT 50`,
};

/** Fields of a model that somebody would miss. */
const WANTED = [
  ...["release_date", "knowledge_cutoff", "context_window", "max_output_tokens", "is_open_source"],
  ...["input_modalities", "output_modalities", "list_host", "cheapest_host"],
];

const NEWEST: Question = {
  title: "The newest 50 models and their empty cells",
  look: "A field that its maker's page tells; a name that is no model, or one that is listed already.",
  sql: `
    SELECT slug AS model, name, lab, coalesce(release_date, first_seen) AS date,
      CASE WHEN release_date IS NULL THEN 'first seen' ELSE 'released' END AS "the date is", offers,
      concat_ws(', ', ${WANTED.map((field) => `CASE WHEN ${field} IS NULL THEN '${field}' END`).join(", ")}) AS empty
    FROM catalog_models
    ORDER BY date DESC NULLS LAST, slug
    LIMIT 50`,
};

const DISPUTES: Question = {
  title: "All disputes",
  look: "Which source is right, by the host's own page; an operator's row settles it.",
  sql: `
    SELECT model, host, model_id AS id, service_tier AS tier, source, recorded, input, output,
      CASE WHEN is_published THEN 'published' END AS published
    FROM disputed_statements
    ORDER BY model, host, model_id, NOT is_published, source`,
};

const QUESTIONS: readonly Question[] = [CHEAPEST, NEWEST, DISPUTES];

/** @param db Of a snapshot whose views are all made. */
async function lookAlikeSection(db: DuckDBConnection): Promise<Section> {
  const pairs = await undeclaredLookAlikes(db);
  return {
    title: "Models that may be one",
    look: "One: an alias in data/aliases/models.csv, and the next reading joins them. Two: a row in data/aliases/distinct.csv.",
    columns: ["model", "other model", "why they look alike"],
    rows: pairs.map(({ model_a, model_b, likeness }) => [model_a, model_b, likeness]),
  };
}

const FINE_TUNES: Question = {
  title: "Fine-tunes and their makers",
  look: "A maker who only sells it; a base model that it was not made from. data/aliases/labs.csv decides.",
  sql: `
    SELECT slug AS model, lab, base_model AS "tuned from"
    FROM models WHERE base_model IS NOT NULL OR lab = 'other'
    ORDER BY lab, slug`,
};

const MOST_FINDINGS = 60;

const Statement = z.object({
  finding: z.string(),
  source: z.string(),
  host: z.string(),
  model_id: z.string(),
  recorded: z.string(),
  effective: z.string().nullable(),
  event: z.string(),
  input: z.number().nullable(),
  output: z.number().nullable(),
  note: z.string().nullable(),
});
type Statement = z.infer<typeof Statement>;

/** What was said of each finding's model at the hosts that it names, up to the week after it: the last two of a source. */
const STATEMENTS = `
  WITH named AS (
    SELECT DISTINCT date, kind, model, unnest([host, best_host, cheapest_host, most_expensive_host]) AS host FROM finding_facts
  )
  SELECT concat_ws(' ', f.date, f.kind, f.model) AS finding, p.source, p.host, p.model_id, p.recorded, p.effective, p.event,
    p.input, p.output, p.note
  FROM named f
  JOIN offers o ON o.model = f.model AND o.host = f.host
  JOIN prices p ON p.host = o.host AND p.model_id = o.model_id
  WHERE p.recorded::DATE <= f.date::DATE + 7
  QUALIFY row_number() OVER (PARTITION BY f.date, f.kind, f.model, p.host, p.model_id, p.source ORDER BY p.recorded DESC) <= 2
  ORDER BY finding, p.host, p.model_id, p.source, p.recorded`;

/** @param findings Newest first. */
async function findingSection(
  db: DuckDBConnection,
  findings: readonly Finding[],
): Promise<Section> {
  const answer = await db.runAndReadAll(STATEMENTS);
  const statements = groupBy(
    z.array(Statement).parse(answer.getRowObjectsJS()),
    ({ finding }) => finding,
  );
  const statedOf = ({ date, kind, models }: Finding): Statement[] =>
    models.flatMap((model) => statements.get(`${date} ${kind} ${model}`) ?? []);
  const toRows = (finding: Finding): string[][] => [
    [finding.date, finding.title, ...Array(8).fill("")],
    ...statedOf(finding).map(toStatementRow),
  ];
  return {
    title: `The newest ${MOST_FINDINGS} findings beside what was stated`,
    look: "A sentence that the statements below it do not bear out: another id, another tier, a source that came late.",
    columns: [
      ...["date", "finding", "source", "host", "id", "recorded", "effective", "input", "output"],
      "note",
    ],
    rows: findings.slice(0, MOST_FINDINGS).flatMap(toRows),
  };
}

const toStatementRow = (row: Statement): string[] => [
  ...["", "", row.source, row.host, row.model_id, row.recorded, row.effective ?? ""],
  ...(row.event === "stated" ? [row.input, row.output] : [row.event, null]).map((value) =>
    value === null ? "" : String(value),
  ),
  row.note ?? "",
];

const Table = z.array(z.array(z.string()));

/** @param folder Where an ingest wrote its reports; a missing report is an empty section that says how to get it. */
export async function splitTraitsSection(folder: string): Promise<Section> {
  const title = "Traits on which sources disagree";
  const path = join(folder, "split-traits.csv");
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    return undefined;
  });
  if (text === undefined) {
    const missing = `${path} is missing: \`npm run ingest\` writes it.`;
    return { title, look: missing, columns: ["report"], rows: [] };
  }
  const [columns = [], ...rows] = Table.parse(parse(text));
  const look = `A correction in data/corrections/corrections.csv decides a trait that a lab's page states. From ${path}.`;
  return { title, look, columns, rows };
}

export interface Review {
  /** Newest day of the facts. */
  day: string;
  sections: Section[];
}

/**
 * @param reportFolder Where the last reading of the upstreams wrote its reports.
 * @throws FactsError with every fault of the folder.
 */
export async function review(dataFolder: string, reportFolder: string): Promise<Review> {
  const { catalog, snapshot } = await load({
    ...{ dataFolder, snapshotFile: null, baseUrl: undefined },
  });
  try {
    const sections: Section[] = [];
    for (const question of QUESTIONS) sections.push(await ask(snapshot.db, question));
    sections.push(await findingSection(snapshot.db, catalog.findings));
    sections.push(await lookAlikeSection(snapshot.db), await ask(snapshot.db, FINE_TUNES));
    sections.push(await splitTraitsSection(reportFolder));
    return { day: catalog.asOf, sections };
  } finally {
    snapshot.close();
  }
}
