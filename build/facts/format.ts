/** The standard layout of fact files: fields in schema order, rows sorted by their key, LF, a final newline. */
import { stringify } from "csv-stringify/sync";
import * as z from "zod";
import { parseJsonOrUndefined } from "../cost/readers/reading.ts";
import { compareByCodePoint, memoizePerObject } from "../schema/collections.ts";
import {
  isOptionalFactField,
  toJsonEscapingInvisibleCharacters,
  unwrapOptionalType,
} from "../schema/values.ts";
import type { FactKindDefinition } from "./kinds.ts";

export type FactRowOfAnyKind = Record<string, unknown>;
export type FactCellKind = "number" | "boolean" | "json" | "text";

/** Columns of a row schema in their order, each with the kind of its cells. */
export const listFactColumnsWithCellKind = (
  schema: z.ZodObject,
): [name: string, kind: FactCellKind][] =>
  Object.entries(schema.shape).map(([name, type]) => [name, cellKind(unwrapOptionalType(type))]);

function cellKind(type: z.ZodType): FactCellKind {
  if (type instanceof z.ZodNumber) return "number";
  if (type instanceof z.ZodArray || type instanceof z.ZodObject) return "json";
  return type instanceof z.ZodBoolean ? "boolean" : "text";
}

/** An empty cell is null. A malformed cell stays text, so that the schema reports it. */
export function parseFactCsvCell(cell: string, kind: FactCellKind): unknown {
  if (cell === "") return null;
  if (kind === "json") return parseJsonOrUndefined(cell) ?? cell;
  if (kind === "number") return /^-?\d+(\.\d+)?(e-?\d+)?$/.test(cell) ? Number(cell) : cell;
  if (kind === "boolean") return cell === "true" ? true : cell === "false" ? false : cell;
  return cell;
}

export const formatFactCsvCell = (value: unknown): string =>
  value === null || value === undefined ? "" : String(value);

export function compareFactRowsByKey(
  kind: FactKindDefinition,
  a: FactRowOfAnyKind,
  b: FactRowOfAnyKind,
): number {
  for (const field of kind.key) {
    const order = compareByCodePoint(formatFactCsvCell(a[field]), formatFactCsvCell(b[field]));
    if (order !== 0) return order;
  }
  return 0;
}

export const findFactColumnsToWrite = (
  kind: FactKindDefinition,
  rows: readonly FactRowOfAnyKind[],
): string[] =>
  Object.entries(kind.schema.shape)
    .filter(
      ([name, type]) =>
        !isOptionalFactField(type) || rows.some((row) => formatFactCsvCell(row[name]) !== ""),
    )
    .map(([name]) => name);

/** Formats rows as the text of a CSV fact file: sorted, and without optional columns that are empty in every row. */
export function formatFactCsv(kind: FactKindDefinition, rows: readonly FactRowOfAnyKind[]): string {
  const names = findFactColumnsToWrite(kind, rows);
  const sorted = [...rows].sort((a, b) => compareFactRowsByKey(kind, a, b));
  return stringify([
    names,
    ...sorted.map((row) => names.map((name) => formatFactCsvCell(row[name]))),
  ]);
}

/** Formats one fact as the text of its JSON file, indented by two spaces, without optional fields that are null. */
export function formatFactJsonFile(kind: FactKindDefinition, fact: FactRowOfAnyKind): string {
  const text = toJsonEscapingInvisibleCharacters(inSchemaOrder(kind.schema, fact), 2);
  // Unescaped, the character would look like a byte that could not be decoded.
  return `${text.replaceAll("\uFFFD", "\\ufffd")}\n`;
}

/** Fields that are not in the schema come last. */
function inSchemaOrder(schema: z.ZodObject, fact: FactRowOfAnyKind): FactRowOfAnyKind {
  const { names, optional, objects } = fieldsOf(schema);
  const ordered: FactRowOfAnyKind = {};
  for (const name of new Set([...names, ...Object.keys(fact)])) {
    const value = fact[name];
    if (value === undefined || (value === null && optional.has(name))) continue;
    const type = objects.get(name);
    ordered[name] = type && isRow(value) ? inSchemaOrder(type, value) : value;
  }
  return ordered;
}

/** Adds null for each optional field that a fact's file leaves out. */
export function fillMissingFieldsWithNull(schema: z.ZodObject, fact: unknown): unknown {
  const { optional, objects } = fieldsOf(schema);
  if (!isRow(fact) || optional.size + objects.size === 0) return fact;
  const whole: FactRowOfAnyKind = Object.assign({}, fact);
  for (const name of optional) whole[name] ??= null;
  for (const [name, type] of objects)
    if (name in whole) whole[name] = fillMissingFieldsWithNull(type, whole[name]);
  return whole;
}

const fieldsOf = memoizePerObject((schema: z.ZodObject) => {
  const entries = Object.entries(schema.shape);
  return {
    names: entries.map(([name]) => name),
    optional: new Set(entries.flatMap(([name, type]) => (isOptionalFactField(type) ? name : []))),
    objects: new Map(
      entries.flatMap(([name, type]) => {
        const inner = unwrapOptionalType(type);
        return isObjectSchema(inner) ? [[name, inner] as const] : [];
      }),
    ),
  };
});

const isObjectSchema = (type: unknown): type is z.ZodObject => type instanceof z.ZodObject;

const isRow = (value: unknown): value is FactRowOfAnyKind =>
  typeof value === "object" && value !== null && !Array.isArray(value);
