/** The one layout of fact files: fields in schema order, rows sorted by their key, LF, a final newline. */
import { stringify } from "csv-stringify/sync";
import type { z } from "zod";
import { byText } from "../schema/order.ts";
import { columnsOf, toCell } from "./cells.ts";
import { toJsonText } from "./json-text.ts";
import type { FactKind } from "./kinds/fact-kind.ts";

export type Row = Record<string, unknown>;

export function compareByKey(kind: FactKind, a: Row, b: Row): number {
  for (const field of kind.key) {
    const order = byText(toCell(a[field]), toCell(b[field]));
    if (order !== 0) return order;
  }
  return 0;
}

/** Rows → the text of a CSV fact file, sorted. */
export function formatCsv(kind: FactKind, rows: readonly Row[]): string {
  const names = columnsOf(kind.schema).map(([name]) => name);
  const sorted = [...rows].sort((a, b) => compareByKey(kind, a, b));
  return stringify([names, ...sorted.map((row) => names.map((name) => toCell(row[name])))]);
}

/** One fact → the text of its JSON file. Short arrays and nested objects stay readable: two spaces. */
export function formatJson(kind: FactKind, fact: Row): string {
  const text = toJsonText(inSchemaOrder(kind.schema, fact), 2);
  // As itself it is the sign of a byte that could not be read; recorded answers hold it by right.
  return `${text.replaceAll("\uFFFD", "\\ufffd")}\n`;
}

function inSchemaOrder(schema: z.ZodObject, value: Row): Row {
  const known = Object.keys(schema.shape);
  const names = [
    ...known.filter((name) => name in value),
    ...Object.keys(value).filter((name) => !known.includes(name)),
  ];
  return Object.fromEntries(
    names.map((name) => {
      const inner = schema.shape[name];
      const field = value[name];
      return [name, isObjectSchema(inner) && isRow(field) ? inSchemaOrder(inner, field) : field];
    }),
  );
}

export const isObjectSchema = (type: unknown): type is z.ZodObject =>
  typeof type === "object" && type !== null && "shape" in type;
export const isRow = (value: unknown): value is Row =>
  typeof value === "object" && value !== null && !Array.isArray(value);
