/** CSV cells ↔ typed values, by the schema of the column. Empty is null; booleans are `true`/`false`. */
import { z } from "zod";

export type Cell = string | number | boolean | null;
type CellKind = "number" | "boolean" | "text";

/** Columns of a row schema in their order, each with the kind of its cells. */
export function columnsOf(schema: z.ZodObject): [name: string, kind: CellKind][] {
  return Object.entries(schema.shape).map(([name, type]) => [name, cellKind(type as z.ZodType)]);
}

/** A malformed cell stays text, so that the schema reports it with its own words. */
export function toValue(cell: string, kind: CellKind): Cell {
  if (cell === "") return null;
  if (kind === "number") return /^-?\d+(\.\d+)?(e-?\d+)?$/.test(cell) ? Number(cell) : cell;
  if (kind === "boolean") return cell === "true" ? true : cell === "false" ? false : cell;
  return cell;
}

export function toCell(value: unknown): string {
  return value === null || value === undefined ? "" : String(value);
}

function cellKind(type: z.ZodType): CellKind {
  if (type instanceof z.ZodNullable || type instanceof z.ZodOptional) {
    return cellKind(type.unwrap() as z.ZodType);
  }
  if (type instanceof z.ZodNumber) return "number";
  if (type instanceof z.ZodBoolean) return "boolean";
  return "text";
}
