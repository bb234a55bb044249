/**
 * A tool of the MCP server calls the same endpoints as the API and shapes what they answer for a language model:
 * lines of facts, then tables whose rows may be cut to keep the result short.
 */
import type { CallToolResult } from "@modelcontextprotocol/server";
import * as z from "zod";
import { isWordWithTypo } from "../../build/identity/nearest-names.ts";
import { splitNameTerms } from "../../build/identity/terms.ts";
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import type { ModelRow } from "../../build/model/catalog/rows.ts";
import { getItemAt } from "../../build/schema/collections.ts";
import type { Service } from "../../build/schema/service.ts";
import { MIN_SEARCH_LENGTH } from "../../generator/endpoints/search/search.ts";
import {
  type AnswerContext,
  type Endpoint,
  executeEndpoint,
  parseEndpointQuery,
} from "../../generator/http/endpoint.ts";
import { findModelOrCandidates, findProvider, resolveModel } from "../../generator/http/names.ts";
import {
  isProblem,
  type Problem,
  problemTypeUrl,
  quoteInput,
} from "../../generator/http/problem.ts";
import type { SearchHitType } from "../../generator/search/search-index.ts";

export interface McpTool<A = unknown> {
  name: string;
  title: string;
  /** For a language model: what it answers, and when to take it rather than another. */
  description: string;
  input: z.ZodType<A>;
  output: z.ZodType;
  /** @throws ToolCallRefusedError */
  call(args: A, context: AnswerContext): McpAnswer;
  /** How an answer is written, where that is not `toMcpToolResult`. */
  toResult?(answer: McpAnswer, service: Service): CallToolResult;
}

/** Where a result comes from. */
const PROVENANCE_FIELDS = { as_of: z.string().nullable(), source: z.string() };

/**
 * Forgets the precise type of the arguments, which `input` has checked.
 * @param tool `output`: fields of the structured result beside its provenance, or its whole schema.
 */
export const defineMcpTool = <A>(
  tool: Omit<McpTool<A>, "output"> & { output: z.ZodType | Record<string, z.ZodType> },
): McpTool =>
  ({
    ...tool,
    output:
      tool.output instanceof z.ZodType
        ? tool.output
        : z.looseObject({ ...tool.output, ...PROVENANCE_FIELDS }),
  }) as unknown as McpTool;

/** What was wrong with a call, and what to send instead. */
export class ToolCallRefusedError extends Error {
  readonly url: string;

  constructor(message: string, url: string) {
    super(message);
    this.url = url;
  }
}

/** One line to read, and the same as data. */
export interface McpAnswerRow<V = unknown> {
  text: string;
  value: V;
}
type FieldRow = McpAnswerRow<Record<string, unknown>>;

export interface McpAnswerTable {
  /** Name of the list in the structured content. */
  field: string;
  heading: string;
  rows: readonly McpAnswerRow[];
  /** Rows there are in all; more than `rows` when the tool was called for fewer. */
  total: number;
  /** How many of them stand before `rows`. */
  skip: number;
  /** The call that gets the rows that are left out; it may depend on how many are shown, those before included. */
  more: NextMcpToolCall;
  /** The answer is wrong without one of its rows, so they are never cut. */
  isWhole?: true;
}

export type NextMcpToolCall = string | ((read: number) => string);

export interface McpAnswer {
  title: string;
  /** Absolute address of the same facts in the API. */
  url: string;
  /** Newest day on which a fact of the answer was recorded; null when it holds none. */
  asOf: string | null;
  /** Lines that are never cut. */
  lines: string[];
  /** Structured content but for the tables. */
  value: Record<string, unknown>;
  tables: McpAnswerTable[];
}

/** A field: its value for a program and its words for a reader, who reads nothing of it without words. */
export type McpAnswerField =
  | readonly [field: string, value: unknown, words?: string | null | false]
  | string
  | false
  | null;

export const joinNonEmpty = (
  parts: readonly (string | null | false | undefined)[],
  by = ", ",
): string => parts.filter(Boolean).join(by);

/** Fields of one line, as text and as data. */
export function createMcpAnswerRow(facts: readonly McpAnswerField[], separator = ", "): FieldRow {
  const fields = facts.filter((fact) => typeof fact === "object" && fact !== null);
  return {
    text: joinNonEmpty(
      facts.map((fact) => (typeof fact === "object" ? fact?.[2] : fact)),
      separator,
    ),
    value: Object.fromEntries(fields.map(([field, value]) => [field, value])),
  };
}

/** @param rows Lines, those with fields as their row; empty ones are left out. */
export function createMcpAnswer(
  title: string,
  { url, as_of }: { url: string; as_of: string | null },
  rows: readonly (FieldRow | string | false)[],
  tables: McpAnswerTable[] = [],
): McpAnswer {
  const lines = rows.map((row) => (typeof row === "object" ? row.text : row || ""));
  return {
    ...{ title, url, asOf: as_of, tables },
    lines: lines.filter((line) => line !== ""),
    value: Object.assign({}, ...rows.map((row) => (typeof row === "object" ? row.value : {}))),
  };
}

/** No result has room for more. */
const MAX_ROWS = 60;

export const toMcpAnswerTable = <T>(
  field: string,
  heading: string,
  list: readonly T[],
  toRow: (element: T) => McpAnswerRow,
  more: NextMcpToolCall,
  { limit = MAX_ROWS, skip = 0 }: Partial<LimitAndSkip> = {},
): McpAnswerTable => ({
  ...{ field, heading, more, skip, total: list.length },
  rows: list.slice(skip, skip + limit).map(toRow),
});

/** Rows that a call may ask for. */
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
 * @param given Values as they would be in the address; those that are undefined are left out.
 * @returns What the endpoint answers.
 * @throws ToolCallRefusedError
 */
export function callApiFromMcpTool<R extends z.ZodType>(
  endpoint: Endpoint<R>,
  given: { params?: Record<string, string>; query?: Record<string, unknown> },
  context: AnswerContext,
): z.infer<R> {
  const { params = {}, query = {} } = given;
  // An address holds whole characters only; the API's own callers cannot send half of one.
  const whole = Object.entries(params).map(([name, value]) => [name, value.toWellFormed()]);
  const sent = Object.entries(query).filter(([, value]) => value !== undefined);
  const texts = sent.map(([name, value]) => [name, String(value)] as const);
  const read = parseEndpointQuery(endpoint, new Map(texts));
  if (isProblem(read)) throw toToolCallRefusedError(read as Problem, context);
  const made = executeEndpoint(
    endpoint,
    { params: Object.fromEntries(whole), query: read },
    context,
  );
  if (isProblem(made)) throw toToolCallRefusedError(made, context);
  return made.value as z.infer<R>;
}

/** Leads to the nearest thing, or to the error's documentation: the path that was tried answers nothing. */
export const toToolCallRefusedError = (
  { detail, problem, suggestions }: Problem,
  { catalog }: AnswerContext,
): ToolCallRefusedError =>
  new ToolCallRefusedError(
    // The list of all of them is no tool.
    suggestions?.length === 0 ? `${detail} Or call search with a part of the name.` : detail,
    suggestions?.[0]?.url ?? problemTypeUrl(problem, catalog.service.base_url),
  );

/** Address of a search for a text, cut to what a query may hold; one too short leads to the API's description. */
export function searchApiUrl(
  text: string,
  type: SearchHitType | undefined,
  { catalog }: AnswerContext,
): string {
  const characters = [...text.toWellFormed().trim()];
  const base = catalog.service.base_url;
  if (characters.length < MIN_SEARCH_LENGTH) return `${base}/api/v1/openapi.json`;
  const q = encodeURIComponent(characters.slice(0, 100).join("").trim());
  return `${base}/api/v1/search?q=${q}${type === undefined ? "" : `&type=${type}`}`;
}

export const MODEL_NAME_SCHEMA = z
  .string()
  .min(1)
  .describe("Slug, alias or name: claude-sonnet-4-5, Claude Sonnet 4.5, gpt4o");

const splitWords = (name: string): string[] => name.toLowerCase().split(/[\s/:_-]+/);

/** `480b`, `a35b`. */
const SIZE = /^a?[\d.]+[bk]$/;
/** `qwen3` is called `qwen`, too. */
const NUMBERED_WORD = /^([a-z]{3,})[\d.]+$/;

/**
 * The words of a part are words of the model's name, in any order, with typing errors. One with a number has all its numbers but a size: `haiku 3.5`,
 * but not `taiga 70b` of Taiga 3.3 70B.
 */
export function isPartOfName(name: string, own: string): boolean {
  if (/\d/.test(name)) {
    const words = splitWords(name);
    const ownWords = splitWords(own).map((word) => {
      const [, letters = word] = NUMBERED_WORD.exec(word) ?? [];
      return words.includes(word) ? word : letters;
    });
    const numbers = ownWords.filter((word) => /\d/.test(word) && !SIZE.test(word));
    return (
      words.every((word) => ownWords.some((one) => isWordWithTypo(one, word))) &&
      numbers.every((one) => words.includes(one))
    );
  }
  const [terms, ownTerms] = [splitNameTerms(name), splitNameTerms(own)];
  return (
    terms.length > 0 && terms.every((term) => ownTerms.some((one) => isWordWithTypo(one, term)))
  );
}

const WITH_MAKER = [
  /^(?<rest>[^()]{1,100})\((?<maker>[^()]{1,100})\)\s*$/,
  /^(?<rest>.{1,100}?)\s(?:by|from)\s(?<maker>.{1,100})$/i,
  /^(?<maker>.{1,100}?)['’]s\s(?<rest>.{1,100})$/,
];

/** `Norn 5 (norn-5)`, as answers write it, `Norn 5 (Northwind)`, `Norn 5 by Northwind`, `Northwind's Norn 5`. */
function findModelWithMaker(text: string, catalog: Catalog): ModelRow | undefined {
  for (const pattern of WITH_MAKER) {
    const { rest = "", maker = "" } = pattern.exec(text)?.groups ?? {};
    if (maker === "") continue;
    const model = resolveModel(rest, catalog);
    if (model && findProvider(maker, catalog)?.slug === model.lab) return model;
    const named = text.trim().endsWith(")") ? resolveModel(maker, catalog) : undefined;
    if (named) return named;
  }
  return undefined;
}

const NUMERALS = "zero one two three four five six seven eight nine".split(" ");
/** `sonnet four point five`; one that begins a name may be part of it. */
const NUMERAL = new RegExp(`(?<=\\s)(?:${NUMERALS.join("|")})(?=\\s|$)`, "gi");

/** The model of a name, `the cheapest` or `model` around it or not; else the only one near of whose name it is a part. */
function findCloseModel(
  name: string,
  context: AnswerContext,
): ReturnType<typeof findModelOrCandidates> {
  const found = findModelOrCandidates(name, context);
  if ("model" in found) return found;
  const text = name
    .slice(0, 300)
    .replace(/^\s*the\s|\smodel(?=\s*$|\sby\s)/gi, "")
    .replaceAll(NUMERAL, (word) => `${NUMERALS.indexOf(word.toLowerCase())}`)
    .replaceAll(/(?<=\d) point (?=\d)/gi, ".");
  const { catalog } = context;
  const named = () => resolveModel(context.search.parse(text).words, catalog);
  const model = resolveModel(text, catalog) ?? findModelWithMaker(text, catalog) ?? named();
  if (model) return { model };
  const isClose = ({ name: ownName, slug }: ModelRow) =>
    [ownName, slug].some((own) => isPartOfName(name, own));
  const close = found.candidates.filter(isClose);
  // Of Llama 4 Maverick and Llama 4 Maverick Base the first has no further words.
  const plain = close.find((one) =>
    close.every(({ slug }) => `${slug}-`.startsWith(`${one.slug}-`)),
  );
  return plain ? { model: plain } : found;
}

/** @throws ToolCallRefusedError that says what to send instead of each name nobody knows. */
export function findModelsOrThrowRefusal(
  names: readonly string[],
  context: AnswerContext,
): ModelRow[] {
  const results = names.map((name) => ({ name, ...findCloseModel(name, context) }));
  const unknown = results.filter((result) => "candidates" in result);
  const messages = unknown.map(({ name, candidates }) => {
    const near = candidates.map((model) => `${model.name} (${model.slug})`).join(", ");
    const next =
      near === ""
        ? "Search with search_models."
        : `Models with a similar name: ${near}. Send one of their slugs, or search with search_models.`;
    return `${quoteInput(name)} does not clearly identify one model. ${next}`;
  });
  if (unknown[0])
    throw new ToolCallRefusedError(
      messages.join("\n"),
      searchApiUrl(unknown[0].name, "model", context),
    );
  return results.flatMap((result) => ("model" in result ? [result.model] : []));
}

/** Says which names were read as the only model near them; empty when each is a name that its model has. */
export function describeApproximateNames(
  names: readonly string[],
  models: readonly { slug: string; name: string }[],
  { catalog }: AnswerContext,
): string {
  const notes = names.flatMap((name, index) => {
    const model = models[index];
    return model && !name.includes(model.slug) && !resolveModel(name, catalog)
      ? `No model is called ${quoteInput(name)}; this is about ${model.name} (${model.slug}), the model with the most similar name.`
      : [];
  });
  return notes.join(" ");
}

/** @throws ToolCallRefusedError */
export const findModelSlugOrThrowRefusal = (name: string, context: AnswerContext): string =>
  getItemAt(findModelsOrThrowRefusal([name], context), 0).slug;

/**
 * Characters that a whole result may have, as text and as data together. JSON of names and prices has 2.2 characters or
 * more to a token (o200k), so this stays far below 5,000 tokens, and the text, which models read, near 1,200; tests count both.
 */
const MAX_CHARACTERS = 8_000;
/** Characters that a row costs beside its text and its value: punctuation, and quotes that are escaped. */
const ROW_OVERHEAD = 8;
/** Characters of headings, of the source and of the braces around everything. */
const FRAME_CHARACTERS = 600;

/** Text that ends with its source, and the same facts as structured content. */
export function toMcpToolResult(answer: McpAnswer, service: Service): CallToolResult {
  const tables = cutToFit(answer, MAX_CHARACTERS);
  return {
    content: [{ type: "text", text: toText(answer.lines, tables, service, answer.url) }],
    structuredContent: {
      ...answer.value,
      ...Object.fromEntries(tables.map(({ field, rows }) => [field, rows.map((row) => row.value)])),
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
  content: [{ type: "text", text: toText([message], [], service, url) }],
});

export const formatMcpAnswer = (answer: McpAnswer, service: Service): string =>
  toText(answer.lines, cutToFit(answer, MAX_CHARACTERS * 0.6), service, answer.url);

const toText = (
  lines: readonly string[],
  tables: readonly McpAnswerTable[],
  { name }: Service,
  url: string,
): string => {
  const parts = [lines, ...tables.map(tableLines)].map((part) => part.join("\n"));
  return joinNonEmpty([joinNonEmpty(parts, "\n\n"), `Source: ${name} · ${url}`], "\n");
};

function tableLines({ heading, rows, total, skip, more }: McpAnswerTable): string[] {
  if (total === 0) return [];
  if (skip >= total) return [`${heading} (${total}): there is no row ${skip + 1}.`];
  const read = skip + rows.length;
  const left = total - read;
  const next = typeof more === "string" ? more : more(read);
  return [
    `${heading} (${total}${skip === 0 ? "" : `, from row ${skip + 1}`}):`,
    ...rows.map(({ text }) => `- ${text}`),
    ...(left > 0 ? [`${left} more row${left === 1 ? "" : "s"} left out; ${next}`] : []),
  ];
}

const costOf = ({ text, value }: McpAnswerRow): number =>
  text.length + JSON.stringify(value).length + ROW_OVERHEAD;

/** The tables with as many rows as fit, whole ones and then the shortest first, each with an equal share of what is left. */
function cutToFit(
  { lines, value, tables, url }: McpAnswer,
  maxCharacters: number,
): McpAnswerTable[] {
  let left = maxCharacters - JSON.stringify([lines, value, url, url]).length - FRAME_CHARACTERS;
  const costs = tables.map(({ rows }) => rows.map(costOf));
  const sums = costs.map((all, at) =>
    tables[at]?.isWhole ? 0 : all.reduce((sum, cost) => sum + cost, 0),
  );
  const shortestFirst = [...tables.keys()].sort((a, b) => getItemAt(sums, a) - getItemAt(sums, b));
  const cut = [...tables];
  for (const [done, at] of shortestFirst.entries()) {
    const table = getItemAt(tables, at);
    const share = table.isWhole ? Infinity : left / (tables.length - done);
    let [spent, count] = [0, 0];
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
