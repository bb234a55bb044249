/**
 * Tools for news. `latest_findings` understands queries such as `price drop`, `price cuts at DeepSeek`, `new models of
 * Mistral`.
 */
import * as z from "zod";
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import type { ChangeRow } from "../../build/model/catalog/rows.ts";
import { compareByCodePoint } from "../../build/schema/collections.ts";
import { ChangeType, daysBetween } from "../../build/schema/values.ts";
import { listChangesEndpoint, toChangeTitle } from "../../generator/endpoints/changes/changes.ts";
import {
  type PublishedFinding,
  toPublishedFinding,
} from "../../generator/endpoints/findings/findings.ts";
import type { AnswerContext } from "../../generator/http/endpoint.ts";
import { newestDate } from "../../generator/http/envelope.ts";
import { findModelByName, findProvider } from "../../generator/http/names.ts";
import { quoteInput } from "../../generator/http/problem.ts";
import type { ParsedSearch } from "../../generator/search/search-draft.ts";
import { formatInputAndOutputPrice, type InputOutputPrice } from "./prices.ts";
import {
  callApiFromMcpTool,
  createMcpToolAnswer,
  defineMcpTool,
  findModelOrThrowRefusal,
  joinNonEmpty,
  type LimitAndSkip,
  MAX_ROW_LIMIT,
  type McpToolAnswer,
  type McpToolAnswerRow,
  ROW_LIMIT_SCHEMA,
  ROW_SKIP_SCHEMA,
  ToolCallRefusedError,
  toMcpToolAnswerRow,
  toMcpToolAnswerTable,
} from "./tool.ts";

export const latestFindingsMcpTool = defineMcpTool({
  name: "latest_findings",
  title: "Latest findings and changes",
  description:
    "Lists recent news about AI models: price drops and increases, new models, new lowest prices, best scores, retirements; the newest first, with dates and numbers. If you send a query, the answer also lists every recorded change that matches the query.",
  input: z.strictObject({
    query: z
      .string()
      .default("")
      .describe(
        "Kind of news, its lab, host or model, and time: price cuts by OpenAI, new models of Mistral, retirements in May",
      ),
    limit: ROW_LIMIT_SCHEMA,
    skip: ROW_SKIP_SCHEMA,
  }),
  output: {
    findings: z.array(z.looseObject({ id: z.string() })),
    changes: z.array(z.looseObject({ date: z.string() })),
  },
  call: toNewsMcpToolAnswer,
});

export const listChangesMcpTool = defineMcpTool({
  name: "list_changes",
  title: "List recorded changes",
  description:
    "Lists what changed: prices, new models, offers added or removed at hosts, context windows, retirements, renamed models. Newest first. With the argument `after`, changes come in the order of their ids, so that nothing is missed between two calls.",
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
    limit: ROW_LIMIT_SCHEMA,
    skip: ROW_SKIP_SCHEMA,
  }),
  output: {
    changes: z.array(z.looseObject({ date: z.string() })),
    total: z.int(),
    last_id: z.int(),
  },
  call({ model, ...args }, context) {
    const found = model ? findModelOrThrowRefusal(model, context) : undefined;
    const sent = { ...args, model: found?.slug };
    // Some callers send a host in the argument for the lab.
    if (args.lab !== undefined && findProvider(args.lab, context.catalog)?.is_lab === false)
      Object.assign(sent, { lab: undefined, host: args.host ?? args.lab });
    const answer = callApiFromMcpTool(listChangesEndpoint, { query: sent }, context);
    const { data } = answer;
    const { total, last_id, hint } = answer.meta;
    const next = (read: number) =>
      args.after !== undefined
        ? `call list_changes again with after: ${data[read - args.skip - 1]?.id}`
        : `call list_changes again with skip: ${read}, or with after: 0 to read all changes in the order of their ids`;
    const table = toMcpToolAnswerTable(
      "changes",
      "Changes; USD per 1M tokens",
      data,
      ({ id, date, type, model, provider, title, details, source }) => ({
        text: `${id === null ? "" : `#${id} `}${date} ${title}${changedPrices(details)}, ${source}`,
        value: { id, date, type, model, provider, ...details, source },
      }),
      next,
    );
    return createMcpToolAnswer(
      "Changes",
      answer,
      [
        found?.note ?? "",
        {
          text: total === 0 ? `No change matches. ${hint ?? ""}`.trim() : "",
          value: { total, last_id },
        },
        args.type === "retirement" &&
          args.since !== undefined &&
          `The days are those on which a change was recorded; for models that retire from ${args.since} on, call latest_findings with query: "retirements since ${args.since}".`,
      ],
      [{ ...table, total, skip: args.skip }],
    );
  },
});

/** `: $2.50 / $10.00 → $2.00 / $8.00`. A side without a price is left out; without any price, the text is empty. */
function changedPrices(details: Record<string, unknown>): string {
  const side = (name: string) => {
    const input = details[`${name}_input`];
    const output = details[`${name}_output`];
    const isPriced = typeof input === "number" || typeof output === "number";
    return isPriced ? formatInputAndOutputPrice({ input, output } as InputOutputPrice) : "";
  };
  const sides = joinNonEmpty([side("old"), side("new")], " → ");
  return sides && `: ${sides}`;
}

/** Kind of a finding, or of a change that has no finding. */
type Kind = PublishedFinding["kind"] | ChangeRow["type"];

const PRICE_KINDS: readonly Kind[] = ["price_drop", "price_rise", "new_cheapest", "spread"];
/** Sort order in the search query → kind of news. */
const KINDS_OF_ORDERS: Readonly<Record<string, Kind>> = {
  pricing_input: "new_cheapest",
  avg_score: "top_score",
  release_date: "new_model",
};
/** Words that refer to the future: `upcoming retirements`. */
const UPCOMING = /\b(?:upcoming|coming|soon|scheduled|planned|next)\b/gi;
const SEPARATOR = /[,&]|\b(?:and|or|und|oder|et|ou|y)\b/i;
/** Words in queries for news that name neither a kind nor a subject. */
const FILLER =
  /\b(?:pric(?:es?|ed|ing)|costs?|chang\w*|histor\w*|happen\w*|moves?|findings?|news)\b/g;

type NewsTopic = ReturnType<typeof parseNewsTopic>;

/**
 * @returns The kinds of news in a query (none means all); the slugs of their subjects (if both lists are empty, all
 *   subjects); the first day, and the first day after the period; in `when`, the words that name the period; in `rest`,
 *   the part of the query that was not understood.
 */
export function parseNewsTopic(text: string, { catalog, search }: AnswerContext) {
  const words = text.replaceAll(/[_\s]+/g, " ");
  const isUpcoming = words.search(UPCOMING) >= 0;
  const parts = words.split(SEPARATOR).map((part) => search.parse(part.replaceAll(UPCOMING, " ")));
  const { days: read } = parts.find(({ days }) => days.text !== "") ?? search.parse(words);
  const kinds = [...new Set(parts.flatMap((part) => toNewsKinds(part, words)))];
  const isOfNearestYear = kinds.join() === "retirement" && !/\bretired\b/i.test(words);
  const days = isOfNearestYear ? toNearestYear(read, catalog.asOf) : read;
  const subjects = parts
    .flatMap(({ words, relations }) => [words, ...relations.flatMap(({ names }) => names)])
    .map((name) => name.replaceAll(FILLER, "").trim())
    .filter((name) => name !== "");
  const providers = subjects.flatMap((name) => findProvider(name, catalog)?.slug ?? []);
  const others = subjects.filter((name) => !findProvider(name, catalog));
  const isAboutPrices = kinds.length === 0 && /\bpric(e|es|ing)\b/i.test(words);
  return {
    kinds: isAboutPrices ? PRICE_KINDS : kinds,
    providers: [...new Set([...parts.flatMap((part) => part.providers), ...providers])],
    models: others.flatMap((name) => findModelByName(name, catalog)?.slug ?? []),
    since: days.after ?? (kinds.includes("retirement") && isUpcoming ? catalog.asOf : undefined),
    before: days.before,
    when: days.text,
    rest: [
      ...others.filter((name) => !findModelByName(name, catalog)),
      ...parts.flatMap(toUnusedConditions),
    ].join(", "),
  };
}

/** `retirements in December`, asked in November, means the next December; without a year, other news are past news. */
function toNearestYear(days: ParsedSearch["days"], asOf: string): ParsedSearch["days"] {
  const { after, before, text } = days;
  if (!after || !before || /\d{4}|last|past|previous|ago/i.test(text)) return days;
  const toNextYear = (day: string) => `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`;
  const next = { ...days, after: toNextYear(after), before: toNextYear(before) };
  return daysBetween(asOf, next.after) < daysBetween(before, asOf) ? next : days;
}

/**
 * The kinds that a query names, and `retirement` if it has a status filter; or else the kind that its words
 * (`released`, `launch`) or its sort order imply.
 */
function toNewsKinds(
  { findings, filters, sort, order, readFrom }: ParsedSearch,
  text: string,
): Kind[] {
  const named = findings.filter((kind) => kind !== "*") as Kind[];
  if (filters.status !== undefined) named.push("retirement");
  if (named.length > 0 || findings.length > 0) return named;
  if (/\b(?:releas|launch)/i.test(text)) return ["new_model"];
  const kind = order === undefined ? KINDS_OF_ORDERS[sort ?? ""] : undefined;
  const isAnyNews = kind === "new_model" && /^(?:latest|recent|last)/.test(readFrom.sort ?? "");
  return kind === undefined || isAnyNews ? [] : [kind];
}

/** Conditions on models in the query, which news cannot be filtered by. */
function toUnusedConditions({ filters, readFrom, ignored, days }: ParsedSearch): string[] {
  const used = /^(?:released_|status$|provider$|host$)/;
  const conditions = Object.keys(filters).flatMap((name) =>
    used.test(name) ? [] : (readFrom[name] ?? []),
  );
  const isUnused = (text: string) =>
    text !== days.text && text.replaceAll(FILLER, "").trim() !== "";
  return [...conditions, ...ignored].filter(isUnused);
}

/**
 * @throws ToolCallRefusedError if the query names an unknown subject and no known one, because news about all subjects
 * would not answer it.
 */
export function toNewsMcpToolAnswer(
  { query: text, limit, skip }: LimitAndSkip & { query: string },
  context: AnswerContext,
): McpToolAnswer {
  const { catalog } = context;
  const topic = parseNewsTopic(text, context);
  const { since, before, rest } = topic;
  const subjects = [...topic.providers, ...topic.models];
  const unknown = `${quoteInput(rest)} is not a known lab, host or model.`;
  const base = `${catalog.service.base_url}/api/v1`;
  if (rest !== "" && subjects.length === 0)
    throw new ToolCallRefusedError(
      `query: ${unknown} Leave it out, or ${listChangesCall(topic, [])}. To find models by conditions, call search_models.`,
      `${base}/changes`,
    );
  const findings = catalog.findings.filter((finding) => isAbout(finding, topic, catalog));
  // Without a query, only findings are listed.
  const changes = text.trim() === "" ? [] : changesAbout(topic, catalog);
  const shown = [...findings.slice(0, limit), ...changes.slice(0, limit)];
  const as_of = newestDate(shown.map(({ date }) => date));
  const [last] =
    since === undefined ? [] : changesAbout({ ...topic, since: undefined, before: since }, catalog);
  const none = [
    "No news and no recorded change matches the query.",
    last && `The last matching change before ${since} is from ${last.date}.`,
    topic.models[0] &&
      `For past prices, call get_model with model: "${topic.models[0]}", part: "price_history".`,
  ];
  const list = findings.length === 0 && changes.length > 0 ? "changes" : "findings";
  const days = [since && `since ${since}`, before && `before ${before}`];
  const query = text.trim() === "" ? "" : `query: ${JSON.stringify(text)}, `;
  const goOn = (read: number) => `call latest_findings with ${query}skip: ${read}`;
  // Retirements in a period are sorted by the day on which they take effect; `list_changes` uses the day of their
  // record.
  const isByEnd = since !== undefined && topic.kinds.join() === "retirement";
  if (isByEnd) changes.sort((a, b) => compareByCodePoint(a.key ?? "", b.key ?? ""));
  return createMcpToolAnswer(
    "Findings and changes",
    { url: `${base}/${list}`, as_of },
    [
      {
        text: as_of === null ? joinNonEmpty(none, " ") : `The newest fact below is from ${as_of}.`,
        value: { about: subjects.join(", ") || null, kinds: topic.kinds },
      },
      joinNonEmpty(days) !== "" &&
        `Listed: only news ${joinNonEmpty(days, " and ")}${topic.kinds.includes("retirement") ? ", and retirements on these days" : ""}.`,
      rest !== "" && unknown,
    ],
    [
      toMcpToolAnswerTable(
        "findings",
        "Findings, the newest first, with confirmed per-token prices",
        findings,
        (row) => {
          const { id, date, kind, title, summary, models, url } = toPublishedFinding(row, catalog);
          const value = { id, date, kind, title, models, url };
          return { text: `${date} ${title}. ${summary}`, value };
        },
        goOn,
        { limit, skip },
      ),
      toMcpToolAnswerTable(
        "changes",
        isByEnd
          ? "Retirements, the earliest first"
          : "Changes, the newest first, USD per 1M tokens; each price move is confirmed by a second source or has lasted 7 days",
        changes,
        (row) => changeRow(row, catalog),
        isByEnd ? goOn : listChangesCall(topic, changes),
        { limit, skip: isByEnd ? skip : 0 },
      ),
    ],
  );
}

/** Several kinds, labs or models are joined by "or", for one call each. */
function listChangesCall(topic: NewsTopic, changes: readonly ChangeRow[]): string {
  const { kinds, models, providers, since } = topic;
  const isHost = changes.every(({ host }) => host !== null && providers.includes(host));
  const args = Object.entries({
    type: kinds.flatMap((kind) => toChangeType(kind) ?? []),
    model: models,
    [isHost ? "host" : "lab"]: providers,
    since: since === undefined ? [] : [since],
    limit: [MAX_ROW_LIMIT],
  });
  const sent = args
    .filter(([, values]) => values.length > 0)
    .map(([name, values]) => `${name}: ${values.map((one) => JSON.stringify(one)).join(" or ")}`);
  return `call list_changes with ${sent.join(", ")}`;
}

function isAbout(
  { kind, models, title, date }: Catalog["findings"][number],
  topic: NewsTopic,
  catalog: Catalog,
): boolean {
  const { kinds, providers } = topic;
  if ((kinds.length > 0 && !kinds.includes(kind)) || !isInTime(date, topic)) return false;
  return (
    (providers.length === 0 && topic.models.length === 0) ||
    topic.models.some((slug) => models.includes(slug)) ||
    providers.some(
      (provider) =>
        title.includes(catalog.provider(provider)?.name ?? provider) ||
        models.some((slug) => catalog.model(slug)?.lab === provider),
    )
  );
}

const isInTime = (date: string, { since = "", before }: NewsTopic): boolean =>
  date >= since && (before === undefined || date < before);

/** Undefined for a kind that only exists for findings. */
const toChangeType = (kind: Kind): ChangeRow["type"] | undefined =>
  ChangeType.safeParse(kind === "price_rise" ? "price_increase" : kind).data;

/** The newest first. */
function changesAbout(topic: NewsTopic, catalog: Catalog): ChangeRow[] {
  const { kinds, providers, models } = topic;
  const types = new Set(kinds.map(toChangeType));
  const changes = catalog.changes
    .filter(
      ({ type, date, key }) =>
        (kinds.length === 0 || types.has(type)) &&
        (isInTime(date, topic) || (type === "retirement" && key !== null && isInTime(key, topic))),
    )
    .toReversed();
  if (providers.length === 0 && models.length === 0) return changes;
  const wanted = new Set([
    ...changes.filter(({ model }) => model !== null && models.includes(model)),
    ...providers.flatMap((provider) => changesOf(provider, changes, catalog)),
  ]);
  return changes.filter((row) => wanted.has(row));
}

/**
 * Changes at the provider's own hosts, and to a lab's models and company figures. If there are none, changes of the
 * lab's models at other hosts.
 */
function changesOf(provider: string, changes: readonly ChangeRow[], catalog: Catalog): ChangeRow[] {
  const hosts = new Set([provider, ...(catalog.provider(provider)?.own_hosts ?? [])]);
  const isOfLab = ({ model }: ChangeRow) => catalog.model(model ?? "")?.lab === provider;
  const own = changes.filter((row) =>
    row.host === null ? row.company === provider || isOfLab(row) : hosts.has(row.host),
  );
  return own.length > 0 ? own : changes.filter(isOfLab);
}

function changeRow(row: ChangeRow, catalog: Catalog): McpToolAnswerRow {
  const { date, type, model, host, old_input, new_input, old_output, new_output, source } = row;
  const isPrice = type === "price_drop" || type === "price_increase";
  const move = isPrice ? changedPrices({ ...row }) : "";
  return toMcpToolAnswerRow([
    ["date", date, `${date} ${toChangeTitle(row, catalog)}${move}`],
    ...Object.entries({ type, model, provider: host ?? row.company }),
    ...Object.entries(isPrice ? { old_input, new_input, old_output, new_output } : {}),
    row.value !== null && `${row.value}`,
    ["source", source, source],
  ]);
}

export function toFindingMcpToolAnswer(id: string, { catalog }: AnswerContext): McpToolAnswer {
  const found = catalog.findings.find((one) => one.id === id);
  if (!found)
    throw new ToolCallRefusedError(
      `id: no finding is called ${quoteInput(id)}; latest_findings lists them.`,
      `${catalog.service.base_url}/api/v1/findings`,
    );
  const { title, summary, url, ...value } = toPublishedFinding(found, catalog);
  const { date, kind, models, numbers, statements } = value;
  return createMcpToolAnswer(title, { url, as_of: date }, [
    { text: `${date} ${title}`, value: { id, date, kind, models, numbers, statements } },
    summary,
    statements.length > 0 &&
      `Stated by ${[...new Set(statements.flatMap(({ sources }) => sources))].join(", ")}.`,
  ]);
}
