import type { DuckDBConnection } from "@duckdb/node-api";

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
export interface Question {
  title: string;
  look: string;
  sql: string;
}

/** @param db Snapshot of the facts (build/model/views). */
export async function ask(db: DuckDBConnection, { sql, ...words }: Question): Promise<Section> {
  const answer = await db.runAndReadAll(sql);
  const rows = answer.getRowsJS().map((row) => row.map(toCell));
  return { ...words, columns: answer.columnNames(), rows };
}

const toCell = (value: unknown): string =>
  value === null || value === undefined ? "" : String(value);
