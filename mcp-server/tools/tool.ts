/**
 * An MCP tool calls the same endpoints as the API and formats their answers for a language model: lines of facts, then
 * tables whose rows may be cut to keep the result short.
 */
import type { CallToolResult } from "@modelcontextprotocol/server";
import * as z from "zod";
import { isWordWithTypo } from "../../build/identity/nearest-names.ts";
import { splitNameTerms } from "../../build/identity/terms.ts";
import type { ModelRow } from "../../build/model/catalog/rows.ts";
import { getItemAt } from "../../build/schema/collections.ts";
import type { Service } from "../../build/schema/service.ts";
import type { ModelQuery } from "../../generator/endpoints/models/model-query.ts";
import { queryModels } from "../../generator/endpoints/models/query-text.ts";
import {
  type AnswerContext,
  type Endpoint,
  executeEndpoint,
  parseEndpointQuery,
} from "../../generator/http/endpoint.ts";
import { findModelByName, findModelOrCandidates } from "../../generator/http/names.ts";
import {
  isProblem,
  type Problem,
  problemTypeUrl,
  quoteInput,
} from "../../generator/http/problem.ts";

export interface McpTool<A = unknown> {
  name: string;
  title: string;
  /** For a language model: what the tool returns, and when to use it instead of another one. */
  description: string;
  input: z.ZodType<A>;
  output: z.ZodType;
  /** Rewrites arguments in forms that only this tool knows, before all other conversions. */
  rewrite?(sent: Record<string, unknown>): Record<string, unknown>;
  /** @throws ToolCallRefusedError */
  call(args: A, context: AnswerContext): McpToolAnswer;
  /** Formats the answer, if not with `toMcpToolResult`. */
  toResult?(answer: McpToolAnswer, service: Service): CallToolResult;
}

const PROVENANCE_FIELDS = { as_of: z.string().nullable(), source: z.string() };

/**
 * Forgets the precise type of the arguments, which `input` has checked.
 * @param tool `output`: fields of the structured result beside its provenance, or its whole schema.
 */
export function defineMcpTool<A>({
  output: own,
  ...tool
}: Omit<McpTool<A>, "output"> & { output: z.ZodType | Record<string, z.ZodType> }): McpTool {
  const output = own instanceof z.ZodType ? own : z.looseObject({ ...own, ...PROVENANCE_FIELDS });
  return { ...tool, output } as unknown as McpTool;
}

/** Says what was wrong with a tool call, and what to send instead. */
export class ToolCallRefusedError extends Error {
  readonly url: string;

  constructor(message: string, url: string) {
    super(message);
    this.url = url;
  }
}

/** A row of an answer: a line of text, and the same as data. */
export interface McpToolAnswerRow<V = unknown> {
  text: string;
  value: V;
}
type FieldRow = McpToolAnswerRow<Record<string, unknown>>;

export interface McpToolAnswerTable {
  /** Name of the list in the structured content. */
  field: string;
  heading: string;
  rows: readonly McpToolAnswerRow[];
  /** Total number of rows; more than `rows` if the caller asked for fewer. */
  total: number;
  /** Number of rows before `rows`. */
  skip: number;
  /** The tool call that returns the remaining rows, after the number of rows read, including skipped ones. */
  more: string | ((read: number) => string);
  /** Set if the answer would be wrong without one of its rows; they are never cut. */
  isWhole?: true;
}

export interface McpToolAnswer {
  title: string;
  /** Absolute address of the same facts in the API. */
  url: string;
  /** Newest day on which a fact in the answer was recorded; null if it contains none. */
  asOf: string | null;
  /** Lines that are never cut. */
  lines: string[];
  /** Those of the lines without fields, which the structured content would not have otherwise. */
  notes: string[];
  /** Structured content without the tables. */
  value: Record<string, unknown>;
  tables: McpToolAnswerTable[];
}

/** A field: its value in the structured content, and its text. A field without text does not appear in the text. */
export type McpToolAnswerField =
  | readonly [field: string, value: unknown, words?: string | null | false | undefined]
  | string
  | false
  | null;

export const joinNonEmpty = (
  parts: readonly (string | null | false | undefined)[],
  by = ", ",
): string => parts.filter(Boolean).join(by);

/** Combines the fields of a line as text and as data. */
export function toMcpToolAnswerRow(
  facts: readonly McpToolAnswerField[],
  separator = ", ",
): FieldRow {
  const words = facts.map((fact) => (typeof fact === "object" ? fact?.[2] : fact));
  const fields = facts.filter((fact) => typeof fact === "object" && fact !== null);
  const value = Object.fromEntries(fields.map(([field, value]) => [field, value]));
  return { text: joinNonEmpty(words, separator), value };
}

/** @param rows Lines of text, fields, or rows with fields. Empty lines are left out. */
export function createMcpToolAnswer(
  title: string,
  { url, as_of: asOf }: { url: string; as_of: string | null },
  rows: readonly (FieldRow | McpToolAnswerField)[],
  tables: McpToolAnswerTable[] = [],
): McpToolAnswer {
  const full = rows.map((row) =>
    typeof row === "object" && row !== null && "text" in row ? row : toMcpToolAnswerRow([row]),
  );
  const shown = full.filter(({ text }) => text !== "");
  const notes = shown.filter(({ value }) => Object.keys(value).length === 0);
  const textOf = ({ text }: FieldRow) => text;
  const value = Object.assign({}, ...full.map((row) => row.value));
  return { title, url, asOf, tables, lines: shown.map(textOf), notes: notes.map(textOf), value };
}

/** No result has space for more. */
const MAX_ROWS = 60;

export const toMcpToolAnswerTable = <T>(
  field: string,
  heading: string,
  list: readonly T[],
  toRow: (element: T) => McpToolAnswerRow,
  more: McpToolAnswerTable["more"],
  { limit = MAX_ROWS, skip = 0 }: Partial<LimitAndSkip> = {},
): McpToolAnswerTable => ({
  field,
  heading,
  more,
  skip,
  total: list.length,
  rows: list.slice(skip, skip + limit).map(toRow),
});

export const MAX_ROW_LIMIT = 20;

export const ROW_LIMIT_SCHEMA = z
  .int()
  .min(1)
  .max(MAX_ROW_LIMIT)
  .default(10)
  .describe(`Maximum number of rows, from 1 to ${MAX_ROW_LIMIT}`);

export const ROW_SKIP_SCHEMA = z
  .int()
  .min(0)
  .default(0)
  .describe("Number of rows to skip at the start of the list");

export interface LimitAndSkip {
  limit: number;
  skip: number;
}

/**
 * @param given Parameter values as in the URL; undefined values are left out.
 * @returns The endpoint's answer.
 * @throws ToolCallRefusedError if the endpoint answers with an error.
 */
export function callApiFromMcpTool<R extends z.ZodType>(
  endpoint: Endpoint<R>,
  given: { params?: Record<string, string>; query?: Record<string, unknown> },
  context: AnswerContext,
): z.infer<R> {
  // Replaces unpaired surrogates, which a URL cannot contain.
  const whole = Object.entries(given.params ?? {}).map(([key, text]) => [key, text.toWellFormed()]);
  const params = Object.fromEntries(whole);
  const sent = Object.entries(given.query ?? {}).filter(([, value]) => value !== undefined);
  const texts = sent.map(([name, value]) => [name, String(value)] as const);
  const query = getOrThrowRefusal(parseEndpointQuery(endpoint, new Map(texts)), context);
  const made = getOrThrowRefusal(executeEndpoint(endpoint, { params, query }, context), context);
  return made.value as z.infer<R>;
}

/**
 * @throws ToolCallRefusedError for a problem. Its URL is that of the most similar thing, or of the error's
 * documentation: that of the request has no content.
 */
export function getOrThrowRefusal<T extends object>(
  value: T,
  { catalog }: AnswerContext,
): Exclude<T, Problem> {
  if (!isProblem(value)) return value as Exclude<T, Problem>;
  const { detail, problem, suggestions } = value;
  throw new ToolCallRefusedError(
    // The hint in the error leads to the list of all things, which no tool returns.
    suggestions?.length === 0 ? `${detail} Or call search with a part of the name.` : detail,
    suggestions?.[0]?.url ?? problemTypeUrl(problem, catalog.service.base_url),
  );
}

/** The source of an error about a call: the description of the service for language models. */
export const llmsTextUrl = ({ catalog }: AnswerContext): string =>
  `${catalog.service.base_url}/llms.txt`;

export const MODEL_NAME_SCHEMA = z
  .string()
  .min(1)
  .describe("Slug, alias or name: claude-sonnet-4-5, Claude Sonnet 4.5, gpt4o");

const splitWords = (name: string): string[] => name.toLowerCase().split(/[\s/:_-]+/);

/** Model sizes: `480b`, `a35b`. */
const SIZE = /^a?[\d.]+[bk]$/;
/** `qwen3` also matches `qwen`. */
const NUMBERED_WORD = /^([a-z]{3,})[\d.]+$/;

/**
 * Whether all words of a text occur in a model's name, in any order, possibly with typos. A text with a number must
 * contain all numbers of the name except sizes: `haiku 3.5` matches, but `taiga 70b` does not match Taiga 3.3 70B.
 */
function isPartOfName(name: string, own: string): boolean {
  if (/\d/.test(name)) {
    const words = splitWords(name);
    const ownWords = splitWords(own).map((word) => {
      const [, letters = word] = NUMBERED_WORD.exec(word) ?? [];
      return words.includes(word) ? word : letters;
    });
    const numbers = ownWords.filter((word) => /\d/.test(word) && !SIZE.test(word));
    return areAllIn(words, ownWords) && numbers.every((one) => words.includes(one));
  }
  const terms = splitNameTerms(name);
  return terms.length > 0 && areAllIn(terms, splitNameTerms(own));
}

/** From this length on, a word with a typo means the word of the name without any other word: not `nope` for `note`. */
const MIN_ONLY_WORD_WITH_TYPO = 6;

const areAllIn = (words: readonly string[], own: readonly string[]): boolean =>
  words.every((word) => own.some((one) => isWordWithTypo(one, word))) &&
  words.some((word) => own.includes(word) || word.length >= MIN_ONLY_WORD_WITH_TYPO);

/** `Norn 5 (norn-5)` as in answers, `Norn 5 (Northwind)`. */
const IN_BRACKETS = /\(([^()]{1,100})\)\s*$/;

const NUMERALS = "zero one two three four five six seven eight nine".split(" ");
/** Numerals in words: `sonnet four point five`. A numeral at the start of a name may be part of it and is kept. */
const NUMERAL = new RegExp(`(?<=\\s)(?:${NUMERALS.join("|")})(?=\\s|$)`, "gi");

/**
 * Finds a model by name, also with words such as `the cheapest` or `model` around it; or else the similar model whose
 * name contains the text. If several do, takes the one whose slug begins all the others.
 */
function findCloseModel(name: string, context: AnswerContext) {
  const found = findModelOrCandidates(name, context);
  // `latest kimi` is not the retired alias `kimi-latest`.
  if ("model" in found && (found.model.status !== "retired" || name.includes(found.model.slug)))
    return found;
  const newest = findNewestNamed(name, context);
  if ("model" in found) return newest ? { model: newest } : found;
  const text = name
    .slice(0, 300)
    .replace(/^\s*the\s|\smodel(?=\s*$|\sby\s)/gi, "")
    .replaceAll(NUMERAL, (word) => `${NUMERALS.indexOf(word.toLowerCase())}`)
    .replaceAll(/(?<=\d) point (?=\d)/gi, ".");
  const { catalog } = context;
  const [, inBrackets = ""] = IN_BRACKETS.exec(text) ?? [];
  // `Norn 5 by Northwind`, `Northwind's Norn 5`
  const { words } = context.search.parse(text.replace(IN_BRACKETS, "by $1"));
  const model =
    newest ?? [text, words, inBrackets].map((one) => findModelByName(one, catalog)).find(Boolean);
  if (model) return { model };
  // `gtp5` is `gtp-5` without its dash.
  const dashed = name.replaceAll(/(?<=[a-z]{2})(?=\d)/gi, "-");
  const isClose = ({ name: ownName, slug }: ModelRow) =>
    [ownName, slug].some((own) => isPartOfName(name, own) || isPartOfName(dashed, own));
  const close = found.candidates.filter(isClose);
  // Of Llama 4 Maverick and Llama 4 Maverick Base, take the one without further words.
  const plain = close.find((one) =>
    close.every(({ slug }) => `${slug}-`.startsWith(`${one.slug}-`)),
  );
  return plain ? { model: plain } : found;
}

/** `latest sonnet`, `newest gpt image`: the newest such model on sale; a text model where there is one. */
function findNewestNamed(q: string, context: AnswerContext): ModelRow | undefined {
  const found = queryModels({ q, sort: "" } as ModelQuery, context);
  if (isProblem(found) || found.sort !== "release_date" || found.order !== "desc") return undefined;
  const isNamed = found.text?.ranked !== undefined || Object.keys(found.filters).length > 0;
  if (!isNamed || found.text?.ignored.length !== 0) return undefined;
  const placeOf = ({ status, model_type }: ModelRow) =>
    (status === "deprecated" ? 2 : 0) + (model_type === "text" ? 0 : 1);
  return found.models
    .map(({ model }) => model)
    .filter(({ offers, status }) => offers > 0 && status !== "retired")
    .sort((a, b) => placeOf(a) - placeOf(b))[0];
}

/**
 * The models of the names, and a note that says which names are answered with the most similar model.
 * @throws ToolCallRefusedError that says, for each unknown name, what to send instead.
 */
export function findModelsOrThrowRefusal(names: readonly string[], context: AnswerContext) {
  const results = names.map((name) => ({ name, ...findCloseModel(name, context) }));
  const unknown = results.filter((result) => "candidates" in result);
  const messages = unknown.map(({ name, candidates }) => {
    const near = candidates.map((model) => `${model.name} (${model.slug})`).join(", ");
    if (OTHER_SEARCH_ID.test(name))
      return `${quoteInput(name)} is not the id of a model; call fetch with this id.`;
    const next =
      near === ""
        ? "Search with search_models."
        : `Models with a similar name: ${near}. Send the slug of the model that you mean, or search with search_models.`;
    return `${quoteInput(name)} does not clearly identify one model. ${next}`;
  });
  if (messages.length > 0)
    throw new ToolCallRefusedError(messages.join("\n"), llmsTextUrl(context));
  const found = results.flatMap((result) => ("model" in result ? [result] : []));
  const notes = found.map(({ name, model }) => describeApproximateName(name, model, context));
  return { models: found.map(({ model }) => model), note: joinNonEmpty(notes, " ") };
}

/** Id that the tool `search` returns for something else than a model. */
const OTHER_SEARCH_ID =
  /^\s*(?:provider|benchmark|own-test|glossary|finding|changes|agent|mcp|skill):/i;

function describeApproximateName(name: string, model: ModelRow, context: AnswerContext): string {
  const isExact = name.includes(model.slug) || findModelByName(name, context.catalog) === model;
  if (isExact) return "";
  const { sort, order } = context.search.parse(name);
  const isNewest = sort === "release_date" && order !== "asc";
  const why = isNewest ? "newest of these models" : "model with the most similar name";
  return `No model is called ${quoteInput(name)}; this is about ${model.name} (${model.slug}), the ${why}.`;
}

/** @throws ToolCallRefusedError */
export function findModelOrThrowRefusal(name: string, context: AnswerContext) {
  const { models, note } = findModelsOrThrowRefusal([name], context);
  return { slug: getItemAt(models, 0).slug, note };
}

/**
 * Maximum number of characters of a result, text and data together. JSON of names and prices has at least 2.2
 * characters per token (o200k), so this is far below 5,000 tokens; the text, which models read, is near 1,200.
 */
const MAX_CHARACTERS = 8_000;
/** Punctuation of a row, and escaped quotes. */
const ROW_OVERHEAD = 8;
/** Characters of headings, of the source, and of the surrounding braces. */
const FRAME_CHARACTERS = 600;

/** The text ends with the source; the structured content, which some clients show alone, has the same facts. */
export function toMcpToolResult(answer: McpToolAnswer, service: Service): CallToolResult {
  const tables = cutToFit(answer, MAX_CHARACTERS);
  const cut = tables.flatMap((one) => leftOutLines(one).map((line) => `${one.field}: ${line}`));
  const notes = [...answer.notes, ...cut];
  return {
    content: [{ type: "text", text: toText(answer, tables, service) }],
    structuredContent: {
      ...answer.value,
      ...Object.fromEntries(tables.map(({ field, rows }) => [field, rows.map((row) => row.value)])),
      ...(notes.length > 0 && { notes }),
      as_of: answer.asOf,
      source: `${service.name} · ${answer.url}`,
    },
  };
}

export const toMcpToolErrorResult = (
  message: string,
  url: string,
  service: Service,
): CallToolResult => ({
  isError: true,
  content: [{ type: "text", text: toText({ lines: [message], url }, [], service) }],
});

/** @param share Share of the maximum length that the text may have. */
export const formatMcpToolAnswer = (answer: McpToolAnswer, service: Service, share = 1): string =>
  toText(answer, cutToFit(answer, share * MAX_CHARACTERS), service);

function toText(
  { lines, url }: Pick<McpToolAnswer, "lines" | "url">,
  tables: readonly McpToolAnswerTable[],
  { name }: Service,
): string {
  const parts = [lines, ...tables.map(tableLines)].map((part) => part.join("\n"));
  return joinNonEmpty([joinNonEmpty(parts, "\n\n"), `Source: ${name} · ${url}`], "\n");
}

function tableLines(table: McpToolAnswerTable): string[] {
  const { heading, rows, total, skip } = table;
  if (total === 0) return [];
  if (skip >= total) return [`${heading} (${total}): there is no row ${skip + 1}.`];
  return [
    `${heading} (${total}${skip === 0 ? "" : `, from row ${skip + 1}`}):`,
    ...rows.map(({ text }) => `- ${text}`),
    ...leftOutLines(table),
  ];
}

function leftOutLines({ rows, total, skip, more }: McpToolAnswerTable): string[] {
  const read = skip + rows.length;
  const left = total - read;
  const next = typeof more === "string" ? more : more(read);
  return left > 0 ? [`${left} more row${left === 1 ? "" : "s"} left out; ${next}`] : [];
}

const costOf = ({ text, value }: McpToolAnswerRow): number =>
  text.length + JSON.stringify(value).length + ROW_OVERHEAD;

/**
 * Cuts the tables to the rows that fit. Tables that must be whole come first, then the shortest; each gets an equal
 * share of the remaining space.
 */
function cutToFit({ lines, notes, value, tables, url }: McpToolAnswer, maxCharacters: number) {
  const whole = JSON.stringify([lines, notes, value, url, url]);
  let left = maxCharacters - whole.length - FRAME_CHARACTERS;
  const costs = tables.map(({ rows }) => rows.map(costOf));
  const sums = costs.map((all, at) =>
    tables[at]?.isWhole ? 0 : all.reduce((sum, cost) => sum + cost, 0),
  );
  const shortestFirst = [...tables.keys()].sort((a, b) => getItemAt(sums, a) - getItemAt(sums, b));
  const cut = [...tables];
  for (const [done, at] of shortestFirst.entries()) {
    const table = getItemAt(tables, at);
    const share = table.isWhole ? Infinity : left / (tables.length - done);
    let spent = 0;
    let count = 0;
    for (const cost of getItemAt(costs, at)) {
      if (spent + cost > share) break;
      spent += cost;
      count += 1;
    }
    left -= spent;
    cut[at] = { ...table, rows: table.rows.slice(0, count) };
  }
  return cut;
}
