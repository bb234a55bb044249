/** Page → tool result: text that ends with its source, and the same facts as structured content. */
import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Service } from "../../build/schema/service.ts";
import type { Refusal, Table, TableRow, ToolPage } from "./tool.ts";

/**
 * Characters that a whole result may have. JSON of names and prices has 2.2 characters or more to a token
 * (o200k), so this stays below 5,000 tokens; a test counts them.
 */
const MAX_CHARACTERS = 10_500;
/** Characters that a row costs beside its text and its value: punctuation, and quotes that are escaped. */
const ROW_OVERHEAD = 8;
/** Characters of headings, of the source and of the braces around everything. */
const FRAME_CHARACTERS = 600;

const sourceLine = (service: Service, url: string): string => `Source: ${service.name} · ${url}`;

export function toResult(page: ToolPage, service: Service): CallToolResult {
  const { lines, value, tables } = cutToFit(page, MAX_CHARACTERS);
  return {
    content: [{ type: "text", text: toText(lines, service, page.url) }],
    structuredContent: {
      ...value,
      ...Object.fromEntries(tables.map(({ field, rows }) => [field, rows.map((row) => row.value)])),
      as_of: page.asOf,
      source: `${service.name} · ${page.url}`,
    },
  };
}

export function toErrorResult({ refusal, url }: Refusal, service: Service): CallToolResult {
  return {
    isError: true,
    content: [{ type: "text", text: toText([refusal], service, url) }],
  };
}

/** The page as text alone, for `fetch`. */
export function toPageText(page: ToolPage, service: Service): string {
  return toText(cutToFit(page, MAX_CHARACTERS / 2).lines, service, page.url);
}

const toText = (lines: readonly string[], service: Service, url: string): string =>
  [...lines, sourceLine(service, url)].join("\n");

interface Fitted {
  lines: string[];
  value: Record<string, unknown>;
  tables: Table[];
}

/** Cuts the tables so that everything fits, each to an equal share of what is left. */
function cutToFit(page: ToolPage, maxCharacters: number): Fitted {
  let left = maxCharacters - JSON.stringify([page.lines, page.value]).length - FRAME_CHARACTERS;
  const measured = page.tables.map((table) => ({ table, costs: table.rows.map(costOf) }));
  const counts = new Map<Table, number>();
  [...measured]
    .sort((a, b) => sum(a.costs) - sum(b.costs))
    .forEach(({ table, costs }, index) => {
      const count = countWithin(costs, left / (measured.length - index));
      left -= sum(costs.slice(0, count));
      counts.set(table, count);
    });
  const tables = page.tables.map((table) => ({
    ...table,
    rows: table.rows.slice(0, counts.get(table) ?? 0),
  }));
  return { lines: [...page.lines, ...tables.flatMap(toLines)], value: page.value, tables };
}

/** How many of the first rows stay within the budget. */
function countWithin(costs: readonly number[], budget: number): number {
  let spent = 0;
  const index = costs.findIndex((cost) => {
    spent += cost;
    return spent > budget;
  });
  return index === -1 ? costs.length : index;
}

const sum = (costs: readonly number[]): number => costs.reduce((total, cost) => total + cost, 0);
const costOf = ({ text, value }: TableRow): number =>
  text.length + JSON.stringify(value).length + ROW_OVERHEAD;

function toLines({ heading, rows, total, more }: Table): string[] {
  if (total === 0) return [];
  const left = total - rows.length;
  return [
    "",
    `${heading} (${total}):`,
    ...rows.map(({ text }) => `- ${text}`),
    ...(left > 0 ? [`${left} more row${left === 1 ? "" : "s"} left out; ${more}`] : []),
  ];
}
