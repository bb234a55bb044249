/** What happened, in words: `price drop`, `price cuts at DeepSeek`, `new models of Mistral`. */
import { z } from "zod";
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import type { ChangeRow } from "../../build/model/catalog/rows.ts";
import { ChangeType } from "../../build/schema/values.ts";
import { listChangesEndpoint, toChangeTitle } from "../../generator/endpoints/changes/changes.ts";
import {
  type PublishedFinding,
  toPublishedFinding,
} from "../../generator/endpoints/findings/findings.ts";
import type { AnswerContext } from "../../generator/http/endpoint.ts";
import { newestDate } from "../../generator/http/envelope.ts";
import { findProvider, resolveModel } from "../../generator/http/names.ts";
import { quoteInput } from "../../generator/http/problem.ts";
import { formatInputAndOutputPrice, type InputOutputPrice } from "./prices.ts";
import {
  callEndpointFromTool,
  createToolAnswer,
  createToolAnswerRow,
  defineMcpTool,
  findModelSlugOrThrowRefusal,
  joinNonEmpty,
  type LimitAndSkip,
  MAX_ROW_LIMIT,
  PROVENANCE_FIELDS,
  rowLimitArgument,
  rowSkipArgument,
  type ToolAnswer,
  type ToolAnswerRow,
  ToolCallRefusedError,
  toToolAnswerTable,
} from "./tool.ts";

export const latestFindingsTool = defineMcpTool({
  name: "latest_findings",
  title: "Latest findings and changes",
  description:
    "Recent news about AI models: price drops and increases, new models, new lowest prices, best scores; the newest first, with dates and numbers. With a query, it also lists every recorded change that matches.",
  input: z.strictObject({
    query: z
      .string()
      .default("")
      .describe(
        "Kind of news, and its lab, host or model: price drops, price cuts by OpenAI, new models of Mistral",
      ),
    limit: rowLimitArgument(10),
    skip: rowSkipArgument,
  }),
  output: z.looseObject({
    findings: z.array(z.looseObject({ id: z.string() })),
    changes: z.array(z.looseObject({ date: z.string() })),
    ...PROVENANCE_FIELDS,
  }),
  call: ({ query, ...rows }, context) => newsToolAnswer(query, rows, context),
});

export const listChangesTool = defineMcpTool({
  name: "list_changes",
  title: "List recorded changes",
  description:
    "What changed: prices, new models, offers added or removed at hosts, context windows, retirements, renamed models. Newest first; with the argument after, in the order of ids, so that nothing is missed between two calls.",
  input: z.strictObject({
    since: z.string().optional().describe("Only changes of this day or later, YYYY-MM-DD"),
    type: z.enum(ChangeType.options).optional().describe("Only this kind of change"),
    model: z.string().optional().describe("Only changes of this model"),
    host: z.string().optional().describe("Only changes at this host"),
    lab: z.string().optional().describe("Only changes of this lab's models"),
    after: z
      .int()
      .min(0)
      .optional()
      .describe("Id of the last change that you have; 0 starts from the first change"),
    limit: rowLimitArgument(10),
  }),
  output: z.looseObject({
    changes: z.array(z.looseObject({ date: z.string() })),
    total: z.int(),
    last_id: z.int(),
    ...PROVENANCE_FIELDS,
  }),
  call({ model, ...args }, context) {
    const sent = { ...args, model: model && findModelSlugOrThrowRefusal(model, context) };
    // Some send a host as the lab.
    if (args.lab !== undefined && findProvider(args.lab, context.catalog)?.is_lab === false)
      Object.assign(sent, { lab: undefined, host: args.host ?? args.lab });
    const query = Object.entries(sent).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    );
    const answer = callEndpointFromTool(
      listChangesEndpoint,
      { query: Object.fromEntries(query) },
      context,
    );
    const { data, meta } = answer;
    const { total, last_id, hint } = meta;
    const next = (shown: number) =>
      args.after !== undefined
        ? `call list_changes again with after: ${data[shown - 1]?.id}`
        : `call list_changes again with ${shown < MAX_ROW_LIMIT && shown === data.length ? "a larger limit, or with " : ""}after: 0 to read all changes in the order of their ids`;
    const table = toToolAnswerTable(
      "changes",
      "Changes; USD per 1M tokens",
      data,
      ({ id, date, type, model, provider, title, details, source }) => ({
        text: `${id === null ? "" : `#${id} `}${date} ${title}${changedPrices(details)}, ${source}`,
        value: { id, date, type, model, provider, ...details, source },
      }),
      next,
    );
    return createToolAnswer(
      "Changes",
      answer,
      [
        {
          text: total === 0 ? `No change matches. ${hint ?? ""}`.trim() : "",
          value: { total, last_id },
        },
      ],
      [{ ...table, total }],
    );
  },
});

/** `: $2.50 / $10.00 → $2.00 / $8.00`; a side without a price is left out, and so is all where none has one. */
function changedPrices(details: Record<string, unknown>): string {
  const side = (name: string) => {
    const [input, output] = [details[`${name}_input`], details[`${name}_output`]];
    const isPriced = typeof input === "number" || typeof output === "number";
    return isPriced ? formatInputAndOutputPrice({ input, output } as InputOutputPrice) : "";
  };
  const sides = joinNonEmpty([side("old"), side("new")], " → ");
  return sides && `: ${sides}`;
}

type Kind = PublishedFinding["kind"];

const KIND_WORDS: Partial<Record<Kind, RegExp>> = {
  price_drop: /\b(drop|cut|lower|reduc|decreas|discount|cheaper|fell|falls?\b)\w*/gi,
  price_rise: /\b(ris|rais|increas|hik|dearer)\w*/gi,
  new_model: /\b(release|launch)\w*|\bnew(est)? models?\b/gi,
  spread: /\b(spread|gap)s?\b/gi,
  top_score: /\b(top|best|record)[ _]scores?\b/gi,
  new_cheapest: /\b(new )?(cheapest|lowest)( (price|offer)s?)?\b/gi,
  own_test: /\bown[ _-]tests?\b/gi,
};
const PRICE_KINDS: readonly Kind[] = ["price_drop", "price_rise", "new_cheapest", "spread"];
/** Words that name neither a kind nor a subject. */
const FILLERS =
  /\b(what|which|are|is|was|were|has|have|the|a|an|latest|recent|newest|last|all|any|in|of|on|at|by|from|for|to|with|pric(e|es|ed|ing)|costs?|changes?|moves?|findings?|news|new|models?)\b|[?!.,_]/gi;

/** What a text is about: kinds of news, and whose. */
interface NewsTopic {
  /** All where the text names none. */
  kinds: readonly Kind[];
  provider?: string;
  model?: string;
  /** What of the text is none of these; empty when all of it was understood. */
  rest: string;
}

export function parseNewsTopic(text: string, catalog: Catalog): NewsTopic {
  const words = text.replaceAll("_", " ");
  const named = Object.entries(KIND_WORDS).filter(([, pattern]) => words.search(pattern) >= 0);
  const kinds = named.map(([kind]) => kind as Kind);
  const about = named
    .reduce((left, [, pattern]) => left.replaceAll(pattern, " "), words)
    .replaceAll(FILLERS, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  const isAboutPrices = kinds.length === 0 && /\bpric(e|es|ing)\b/i.test(words);
  const topic = { kinds: isAboutPrices ? PRICE_KINDS : kinds, rest: "" };
  if (about === "") return topic;
  const provider = findProvider(about, catalog);
  if (provider) return { ...topic, provider: provider.slug };
  const model = resolveModel(about, catalog);
  return model ? { ...topic, model: model.slug } : { ...topic, rest: about };
}

export function newsToolAnswer(
  text: string,
  { limit, skip }: LimitAndSkip,
  { catalog }: AnswerContext,
): ToolAnswer {
  const topic = parseNewsTopic(text, catalog);
  const findings = findFindingsAbout(text, catalog);
  // Without a topic the findings are all there is to say.
  const changes = text.trim() === "" ? [] : changesAbout(topic, catalog);
  const base = `${catalog.service.base_url}/api/v1`;
  const shown = [...findings.slice(0, limit), ...changes.slice(0, limit)];
  const as_of = newestDate(shown.map(({ date }) => date));
  const list = findings.length === 0 && changes.length > 0 ? "changes" : "findings";
  return createToolAnswer(
    "Findings and changes",
    { url: `${base}/${list}`, as_of },
    [
      {
        text: as_of === null ? "There are none." : `Facts are as of ${as_of}.`,
        value: { about: topic.provider ?? topic.model ?? null, kinds: topic.kinds },
      },
      topic.rest !== "" && `${quoteInput(topic.rest)} is not a known lab, host or model.`,
    ],
    [
      toToolAnswerTable(
        "findings",
        "Findings, the newest first, with confirmed per-token prices",
        findings.slice(skip),
        ({ id, date, kind, title, summary, models, url }) => ({
          text: `${date} ${title}. ${summary}`,
          value: { id, date, kind, title, models, url },
        }),
        (shown) => `call latest_findings again with skip: ${skip + shown}, or with a query`,
        limit,
      ),
      toToolAnswerTable(
        "changes",
        "Changes, the newest first; price moves are confirmed by a second source, or have lasted 7 days; USD per 1M tokens",
        changes,
        (row) => changeRow(row, catalog),
        "call list_changes",
        limit,
      ),
    ],
  );
}

/** The newest first. */
export function findFindingsAbout(text: string, catalog: Catalog): PublishedFinding[] {
  const topic = parseNewsTopic(text, catalog);
  return catalog.findings
    .filter((finding) => isAbout(finding, topic, catalog))
    .map((finding) => toPublishedFinding(finding, catalog));
}

function isAbout(
  { kind, models, title }: Catalog["findings"][number],
  { kinds, provider, model, rest }: NewsTopic,
  catalog: Catalog,
): boolean {
  if (rest !== "" || (kinds.length > 0 && !kinds.includes(kind))) return false;
  if (model !== undefined) return models.includes(model);
  if (provider === undefined) return true;
  const { name } = catalog.provider(provider) ?? { name: provider };
  return title.includes(name) || models.some((slug) => catalog.model(slug)?.lab === provider);
}

const CHANGE_TYPES: Partial<Record<Kind, ChangeRow["type"]>> = {
  price_drop: "price_drop",
  price_rise: "price_increase",
  new_model: "new_model",
};

/** The newest first. */
function changesAbout({ kinds, provider, model, rest }: NewsTopic, catalog: Catalog): ChangeRow[] {
  if (rest !== "") return [];
  const types = new Set(kinds.map((kind) => CHANGE_TYPES[kind]));
  const changes = catalog.changes
    .filter(({ type }) => kinds.length === 0 || types.has(type))
    .filter((row) => model === undefined || row.model === model)
    .toReversed();
  return provider === undefined ? changes : changesOf(provider, changes, catalog);
}

/** What a host or lab did itself; of a lab that sells nothing itself, what others did with its models. */
function changesOf(provider: string, changes: readonly ChangeRow[], catalog: Catalog): ChangeRow[] {
  const hosts = new Set([provider, ...(catalog.provider(provider)?.own_hosts ?? [])]);
  const isOfLab = ({ model }: ChangeRow) => catalog.model(model ?? "")?.lab === provider;
  const own = changes.filter((row) =>
    row.host === null ? row.company === provider || isOfLab(row) : hosts.has(row.host),
  );
  return own.length > 0 ? own : changes.filter(isOfLab);
}

function changeRow(row: ChangeRow, catalog: Catalog): ToolAnswerRow {
  const { date, type, model, host, old_input, new_input, old_output, new_output, source } = row;
  const isPrice = type === "price_drop" || type === "price_increase";
  const move = isPrice ? changedPrices({ ...row }) : "";
  return createToolAnswerRow([
    ["date", date, `${date} ${toChangeTitle(row, catalog)}${move}`],
    ...Object.entries({ type, model, provider: host ?? row.company }),
    ...Object.entries(isPrice ? { old_input, new_input, old_output, new_output } : {}),
    row.value !== null && `${row.value}`,
    ["source", source, source],
  ]);
}

export function findingToolAnswer(id: string, { catalog }: AnswerContext): ToolAnswer {
  const found = catalog.findings.find((one) => one.id === id);
  if (!found)
    throw new ToolCallRefusedError(
      `id: no finding is called ${quoteInput(id)}; latest_findings lists them.`,
      `${catalog.service.base_url}/api/v1/findings`,
    );
  const { date, kind, title, summary, url, models, numbers, statements } = toPublishedFinding(
    found,
    catalog,
  );
  return createToolAnswer(title, { url, as_of: date }, [
    { text: `${date} ${title}`, value: { id, date, kind, models, numbers, statements } },
    summary,
    statements.length > 0 &&
      `Stated by ${[...new Set(statements.flatMap(({ sources }) => sources))].join(", ")}.`,
  ]);
}
