/** Appends each new change to `data/changes.csv` with an id. Existing rows stay unchanged. */
import type { DuckDBConnection } from "@duckdb/node-api";
import { CommandError } from "../facts/fault.ts";
import type { Facts } from "../facts/kinds.ts";
import { readFacts } from "../facts/read-facts.ts";
import { toCsvFactFile, writeFactFile } from "../facts/write-facts.ts";
import type { Model } from "../schema/model.ts";
import { FIRST_CHANGE_ID, type RecordedChange } from "../schema/rule.ts";
import { requireNoBrokenInvariant } from "./invariants.ts";
import { buildFactsDatabase } from "./snapshot/snapshot.ts";

type NewChange = Omit<RecordedChange, "id" | "recorded">;

/** Limits that differ by a smaller share count as equal, because they may be rounded: 128,000 and 131,072. */
const MIN_CONTEXT_CHANGE = 0.05;

/** Renamed models and changed context windows, which only a comparison with the models before a run shows. */
function findReplacedFacts(
  before: readonly Model[],
  { models, modelAliases }: Pick<Facts, "models" | "modelAliases">,
  date: string,
): NewChange[] {
  const now = new Map(models.map((model) => [model.slug, model]));
  const aliases = new Map(modelAliases.map(({ alias, model }) => [alias, model]));
  return before.flatMap(({ slug, context_window: old }): NewChange[] => {
    const change = { date, provider: null };
    const renamed = now.has(slug) ? undefined : aliases.get(slug);
    if (renamed !== undefined && now.has(renamed))
      return [{ ...change, type: "renamed", model: renamed, key: slug }];
    const context = now.get(slug)?.context_window ?? null;
    const isChanged =
      old !== null && context !== null && Math.abs(context / old - 1) >= MIN_CONTEXT_CHANGE;
    const key = `${old} ${context}`;
    return isChanged ? [{ ...change, type: "context_changed", model: slug, key }] : [];
  });
}

/** The run whose changes are recorded. */
export interface ChangeRecordingInput {
  /** YYYY-MM-DD. */
  day: string;
  /** Models before the run; empty when they are not known, for example after an edit by hand. */
  before: readonly Model[];
}

/**
 * Builds a snapshot of all facts, checks it and records what changed in them.
 * @returns Messages about what is wrong; then nothing was recorded. Empty when all checks pass.
 */
export async function recordChangesIfValid(
  dataFolder: string,
  run: ChangeRecordingInput,
): Promise<string[]> {
  try {
    const facts = await readFacts(dataFolder);
    const { db, close } = await buildFactsDatabase(facts, null);
    try {
      await requireNoBrokenInvariant(db);
      await recordChanges(dataFolder, facts, db, run);
    } finally {
      close();
    }
    return [];
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return [error.message];
  }
}

/** @param db Connection to a snapshot of the facts. */
async function recordChanges(
  dataFolder: string,
  facts: Facts,
  db: DuckDBConnection,
  { day, before }: ChangeRecordingInput,
): Promise<void> {
  const known = facts.recordedChanges.map(({ file: _, ...row }): RecordedChange => row);
  const fresh: NewChange[] = [
    ...(await readRows(db, WITHDRAWN)).map((row) => ({ ...row, date: day })),
    ...findReplacedFacts(before, facts, day),
    ...(await readRows(db, UNRECORDED)),
  ];
  if (fresh.length === 0) return;
  const next = (known.at(-1)?.id ?? FIRST_CHANGE_ID - 1) + 1;
  const rows = fresh.map((row, index) => ({ id: next + index, recorded: day, ...row }));
  await writeFactFile(dataFolder, toCsvFactFile("recordedChanges", "", [...known, ...rows]));
}

/** Sorted by day, then type, so that the same facts give the same ids. */
const UNRECORDED = `SELECT date, type, model, coalesce(host, company) AS provider, key FROM catalog_changes
  WHERE id IS NULL ORDER BY date, type, model NULLS LAST, provider, key`;

const WITHDRAWN = `SELECT date, 'correction' AS type, model, provider, id::VARCHAR AS key FROM counted_changes
  ANTI JOIN catalog_changes USING (id) ORDER BY id`;

async function readRows(db: DuckDBConnection, sql: string): Promise<NewChange[]> {
  const reader = await db.runAndReadAll(sql);
  return reader.getRowObjectsJS() as unknown as NewChange[];
}
