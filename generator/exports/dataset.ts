import type { Field, Kind } from "../../build/schema/fields.ts";

/** What an export is: its columns in order, and how its rows are made. */
export interface Column {
  name: string;
  /** Type in the Frictionless table schema. */
  type: "string" | "number" | "integer" | "boolean" | "date" | "object";
  description: string;
  /** Dataset whose `slug` its values are, where they are not empty. */
  references?: "models" | "providers" | "benchmarks";
}

export interface Dataset {
  name: string;
  title: string;
  columns: readonly Column[];
  /** Columns that together name a row; absent where a dataset has none. */
  key?: readonly string[];
  /** Column with the day of a row's fact: the newest is the day of the export. */
  dated: string;
  /** Kinds of facts that the rows come from, as `/api/v1/sources` names what a source feeds. */
  madeFrom: readonly string[];
  /** The rows in their order: a query of the snapshot that gives just these columns, or what `made-rows.ts` makes. */
  rows: { sql: string } | "price-changes" | "world-map";
}

export const column = (name: string, type: Column["type"], description: string): Column => ({
  name,
  type,
  description,
});

/** A column of slugs of another dataset, or of its own. */
export const slugOf = (
  references: NonNullable<Column["references"]>,
  name: string,
  description: string,
): Column => ({ ...column(name, "string", description), references });

const TYPES: Readonly<Record<Kind, Column["type"]>> = {
  tokens: "integer",
  usd: "number",
  number: "number",
  count: "integer",
  day: "date",
  partial_day: "string",
  flag: "boolean",
  text: "string",
  choice: "string",
  address: "string",
  list: "string",
  object: "object",
};

/** The column of a published field. */
export const fieldColumn = ({ column: name, kind, description = "" }: Field): Column =>
  column(
    name,
    TYPES[kind],
    kind === "list" ? `${description}; separated by semicolons` : description,
  );

export const USD = "USD per 1M tokens; 0 is free, empty unknown";
export const source = column("source", "string", "Id of the upstream, see /api/v1/sources");
