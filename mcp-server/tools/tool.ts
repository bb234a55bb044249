/**
 * A tool of the MCP server. A tool calls the same endpoints as the API and shapes what they answer for a language
 * model: lines of facts, then tables whose rows may be cut to keep the result short.
 */
import { z } from "zod";
import type { Context } from "../../generator/http/endpoint.ts";
import { joined } from "./offer-text.ts";

/** One row, as a line to read and as data. */
export interface TableRow {
  text: string;
  value: unknown;
}

export interface Table {
  /** Name of the list in the structured content. */
  field: string;
  /** Heading of the table in the text. */
  heading: string;
  rows: readonly TableRow[];
  /** Rows there are in all; more than `rows` when the tool was called for fewer. */
  total: number;
  /** How to get the rows that are left out. */
  more: string;
}

/** No result has room for more. */
const MAX_ROWS = 60;

/** Rows of the first elements of a list that may be long. */
export const toRows = <T>(list: readonly T[], toRow: (element: T) => TableRow): TableRow[] =>
  list.slice(0, MAX_ROWS).map(toRow);

/** A field: its value for a program and its words for a reader, who reads nothing of it without words. */
export type Fact =
  | readonly [field: string, value: unknown, words?: string | null | false | undefined]
  | string
  | false
  | null;

/** Fields of one line, as text and as data. */
export function toRow(facts: readonly Fact[], separator = ", ") {
  const words = facts.map((fact) => (Array.isArray(fact) ? (fact[2] ?? null) : fact));
  const fields = facts.flatMap((fact) => (Array.isArray(fact) ? [[fact[0], fact[1]]] : []));
  return {
    text: joined(words as (string | null | false)[], separator),
    value: Object.fromEntries(fields) as Record<string, unknown>,
  };
}

/** Rows as the lines of a page, and their fields as its value. */
export const toLines = (rows: readonly { text: string; value: Record<string, unknown> }[]) => ({
  lines: rows.map(({ text }) => text).filter((line) => line !== ""),
  value: Object.assign({}, ...rows.map(({ value }) => value)) as Record<string, unknown>,
});

export interface ToolPage {
  title: string;
  /** Absolute address of the same facts in the API. */
  url: string;
  /** Newest day on which a fact of the page was recorded; null when it holds none. */
  asOf: string | null;
  /** Lines that are never cut. */
  lines: string[];
  /** Structured content but for the tables. */
  value: Record<string, unknown>;
  tables: Table[];
}

/** What a tool answers instead of a page: what was wrong and what to send instead. */
export interface Refusal {
  refusal: string;
  /** Where to look further. */
  url: string;
}

export const isRefusal = (made: object): made is Refusal => "refusal" in made;

export interface Tool<A = unknown> {
  name: string;
  title: string;
  /** For a language model: what it answers, and when to take it rather than another. */
  description: string;
  input: z.ZodType<A>;
  output: z.ZodType;
  call(args: A, context: Context): ToolPage | Refusal;
  /** How a page is written; the chat-assistant connector's two tools have a form of their own. */
  form?: "connector-search" | "connector-fetch";
}

/** Forgets the precise type of the arguments, which `input` has checked. */
export const defineTool = <A>(definition: Tool<A>): Tool => definition as unknown as Tool;

export const rowLimit = (fallback: number) =>
  z.int().min(1).max(20).default(fallback).describe("Rows, at most 20");

/** Fields of every structured result. */
export const PROVENANCE = { as_of: z.string().nullable(), source: z.string() };
