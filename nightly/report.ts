/** The report of a night, for people: the message of its commit, and a file in `reports/`. */
import { readFactsOfKinds } from "../build/facts/read-facts.ts";
import type { HeldChange } from "../build/ingest/judge.ts";
import type { IngestSummary, NewOneSourcePrice, SourceRunOutcome } from "../build/ingest/run.ts";
import type { Catalog } from "../build/model/catalog/catalog.ts";
import { compareByCodePoint, groupBy } from "../build/schema/collections.ts";
import { daysBetween } from "../build/schema/values.ts";
import type { ChangedSiteFiles } from "./site.ts";
import type { WebhookEvent } from "./webhooks/events.ts";

interface NightlyReportFacts {
  day: string;
  ingested: IngestSummary;
  /** Null when nothing was built to compare. */
  events: readonly WebhookEvent[] | null;
  /** Null when nothing was published. */
  changes: ChangedSiteFiles | null;
  /** What failed; null when nothing did. */
  fault: string | null;
  /** What a person has to look at; empty when nothing is. */
  alarms: readonly string[];
  /** Prices that a rule doubts and did not doubt before; absent when nothing was published. */
  doubts?: readonly DoubtedPrice[];
  /** Whether the site has an address of its own. */
  hasAddress: boolean;
  notified: readonly string[];
}

/** `1 file`, `3 files`. */
const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? "" : "s"}`;

/** Longer lists say how much is left. */
const MAX_ROWS = 40;

/** Markdown; the first line is a summary that fits a commit. */
export function toNightlyReport(facts: NightlyReportFacts): string {
  const { ingested, events, changes, fault, alarms, notified, doubts = [] } = facts;
  const { changedFiles, deletedFiles, rejected, unmatched, held, passed, oneSource } = ingested;
  const parts = [
    `data: ${toIngestSummary(facts)}`,
    list("Alarm", alarms),
    fault && `## Stopped: nothing was written or published\n\n${quoted(fault)}`,
    `## Sources\n\n${toSourceTable(ingested.outcomes)}`,
    facts.hasAddress ? "" : NO_ADDRESS,
    list("Held back, by rule and host: the old values stay", toHeldLines(held)),
    list("Passed although a rule objected", toPassedLines(passed)),
    list("Doubted prices, by rule and host", toDoubtLines(doubts)),
    list("Stated by one source alone, by host", toOneSourceLines(oneSource)),
    list("What changed", (events ?? []).map(toEventLine)),
    list("Facts", [
      ...changedFiles.map((file) => `\`data/${file}\``),
      ...deletedFiles.map((file) => `\`data/${file}\` removed`),
    ]),
    changes && list("Published files, by endpoint", toEndpointLines(changes)),
    list("Notified", notified),
    `${count(rejected, "rejected row")}, ${count(unmatched, "unmatched name")}: see the reports folder of the run.`,
  ];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}

/** `night of 2026-11-21: 3 price changes, 1 new model; 2 sources missed, 4 changes held back`. */
function toIngestSummary({ day, ingested, events, fault }: NightlyReportFacts): string {
  const of = (kind: string) => (events ?? []).filter(({ type }) => type === kind).length;
  const happened = [
    ...[count(of("price.changed"), "price change"), count(of("model.added"), "new model")],
    ...[count(of("model.removed"), "removed model"), count(ingested.statements, "statement")],
  ];
  const changed = happened.filter((part) => !part.startsWith("0 ")).join(", ");
  const failed = ingested.outcomes.filter(({ state }) => state === "failed").length;
  const problems = [
    ...(failed > 0 ? [`${count(failed, "source")} missed`] : []),
    ...(ingested.held.length > 0 ? [`${count(ingested.held.length, "change")} held back`] : []),
  ];
  const result = fault === null ? changed || "nothing new" : "stopped";
  return `night of ${day}: ${[result, ...problems].join("; ")}`;
}

function toSourceTable(outcomes: readonly SourceRunOutcome[]): string {
  const rows = outcomes.map(
    ({ source, state, rows, kind, message }) =>
      `| ${source} | ${state}${kind === null ? "" : ` (${kind})`} | ${rows} | ${oneLine(message ?? "")} |`,
  );
  return ["| source | state | rows | why |", "|---|---|--:|---|", ...rows].join("\n");
}

const NO_ADDRESS =
  "No base address: the site is named after this machine, and no mirror is published. Set BASE_URL, or base_url of data/service.json.";

/** `**limit_moved** models-dev at bazaar: 3 changes since 2026-06-01, as quark-7 context_window 8000 → 200000`. */
function toHeldLines(held: readonly HeldChange[]): string[] {
  const nameOf = ({ rule, source, host }: HeldChange) => `${rule} ${source} ${host ?? ""}`;
  const groups = [...groupBy(held, nameOf).values()].map((own) => [...own].sort(byAge));
  return groups.flatMap((own) => {
    const [oldest] = own;
    if (oldest === undefined) return [];
    const { rule, source, host, key, field, before, value, since } = oldest;
    const place = host === null ? source : `${source} at ${host}`;
    const example = `${key} ${field} ${before || "none"} → ${value ?? "none"}`;
    return `**${rule}** ${place}: ${count(own.length, "change")} since ${since}, as ${oneLine(example)}`;
  });
}

const byAge = (a: HeldChange, b: HeldChange): number =>
  compareByCodePoint(a.since, b.since) || compareByCodePoint(a.key, b.key);

function toPassedLines(passed: IngestSummary["passed"]): string[] {
  const groups = groupBy(passed, ({ rule, source, host, why }) =>
    [`**${rule}**`, host === null ? source : `${source} at ${host}`, `(${why})`].join(" "),
  );
  return [...groups].map(([name, own]) => `${name}: ${count(own.length, "change")}`);
}

/** A price that a rule doubts, as readers see it. */
interface DoubtedPrice {
  host: string;
  model_id: string;
  reason: string;
}

/** @param before What was published last; null on the first night. */
export function findNewlyDoubtedPrices(before: Catalog | null, after: Catalog): DoubtedPrice[] {
  const doubtsOf = (catalog: Catalog | null): DoubtedPrice[] => [
    ...(catalog?.offers ?? []).flatMap(({ host, model_id, trust, doubt }) =>
      trust === "unverified" && doubt !== null ? [{ host, model_id, reason: doubt }] : [],
    ),
    ...(catalog?.disputes ?? []).flatMap(({ host, model_id, reason }) =>
      reason === null ? [] : [{ host, model_id, reason }],
    ),
  ];
  const keyOf = ({ host, model_id, reason }: DoubtedPrice) => `${host} ${model_id} ${reason}`;
  const known = new Set(doubtsOf(before).map(keyOf));
  const fresh = doubtsOf(after).filter((one) => !known.has(keyOf(one)));
  return [...new Map(fresh.map((one) => [keyOf(one), one])).values()];
}

const toDoubtLines = (doubts: readonly DoubtedPrice[]): string[] =>
  [...groupBy(doubts, ({ reason, host }) => `${reason} (${host})`)].map(
    ([name, own]) => `${name}: ${toExamples(own.map(({ model_id }) => model_id))}`,
  );

const toOneSourceLines = (prices: readonly NewOneSourcePrice[]): string[] =>
  [...groupBy(prices, ({ host, source }) => `${host} (${source})`)].map(([name, own]) => {
    const texts = own.map(({ model_id, before, after }) =>
      [model_id, before === "" ? "" : `${before} →`, after].filter(Boolean).join(" "),
    );
    return `${name}: ${toExamples(texts)}`;
  });

const MAX_EXAMPLES = 3;

/** `5 prices: a, b, c and 2 more`. */
function toExamples(texts: readonly string[]): string {
  const more = texts.length > MAX_EXAMPLES ? ` and ${texts.length - MAX_EXAMPLES} more` : "";
  return `${count(texts.length, "price")}: ${oneLine(texts.slice(0, MAX_EXAMPLES).join(", "))}${more}`;
}

/** `price.changed: gpt-4o at openai, input 2.5 → 2, output 10 → 8`. */
function toEventLine({ type, data }: WebhookEvent): string {
  if (type === "price.changed") {
    const prices = data as { old: OfferPrices; new: OfferPrices };
    const moves = Object.keys(prices.new)
      .filter((name) => prices.old[name] !== prices.new[name])
      .map((name) => `${name} ${prices.old[name] ?? "unknown"} → ${prices.new[name] ?? "unknown"}`);
    return `${type}: ${data.model} at ${data.provider}, ${moves.join(", ")}`;
  }
  const what = data.model ?? data.title ?? data.snapshot;
  const more = data.name === undefined ? "" : ` (${oneLine(String(data.name))}, ${data.lab})`;
  return `${type}: ${oneLine(String(what))}${more}`;
}

type OfferPrices = Record<string, number | null>;

/** `/api/v1/models/gpt-4o` and `/_q/api/v1/models/sort-….json` count for `/api/v1/models`. */
function toEndpointLines({ written, removed, unchanged }: ChangedSiteFiles): string[] {
  const endpointOf = (path: string): string => {
    const parts = path.replace(/^\/_q/, "").split("/");
    return parts.slice(0, parts[1] === "api" ? 4 : 2).join("/");
  };
  const lines = [...groupBy([...written, ...removed], endpointOf)]
    .sort(([a], [b]) => compareByCodePoint(a, b))
    .map(([endpoint, paths]) => `\`${endpoint}\`: ${count(paths.length, "file")}`);
  return [...lines, `${count(unchanged, "file")} unchanged`];
}

function list(heading: string, items: readonly string[]): string {
  if (items.length === 0) return "";
  const shown = items.slice(0, MAX_ROWS).map((item) => `- ${item}`);
  const left = items.length - shown.length;
  return [`## ${heading}`, "", ...shown, ...(left > 0 ? [`- and ${left} more`] : [])].join("\n");
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ").replaceAll("|", "\\|").trim();
const quoted = (text: string): string => `\`\`\`\n${text.replaceAll("```", "'''")}\n\`\`\``;

/** Of a dozen daily upstreams one has news every night. */
const MAX_NIGHTS_WITHOUT_NEWS = 2;
/** A source that is missed for a week does not come back by itself. */
const MAX_MISSED = 6;
/** A change that waits for so long waits for a person. */
const MAX_HELD_DAYS = 14;

/** @returns What a person has to look at, in a sentence each. @param day Day of the night. */
export function findAlarms(dataFolder: string, day: string): string[] {
  const { sources, held } = readFactsOfKinds(dataFolder, ["sources", "held"]);
  const upstreams = sources.filter(({ id, retired_on }) => id !== "operator" && !retired_on);
  const newest =
    upstreams
      .map(({ recorded_on }) => recorded_on)
      .sort()
      .at(-1) ?? day;
  const nights = daysBetween(newest, day);
  const missed = upstreams.filter(({ missed_runs }) => missed_runs > MAX_MISSED);
  const old = held.filter(({ since }) => daysBetween(since, day) > MAX_HELD_DAYS);
  return [
    ...(nights > MAX_NIGHTS_WITHOUT_NEWS
      ? [
          `nothing new was published for ${nights} nights, the newest fact is from ${newest}: read the reports since then`,
        ]
      : []),
    ...missed.map(
      ({ id, missed_runs }) =>
        `${id} was missed ${missed_runs} times in a row: fix its collector, or set retired_on in data/sources/${id}.json`,
    ),
    ...(old.length > 0
      ? [
          `${count(old.length, "change")} held back for more than ${MAX_HELD_DAYS} days (${[...new Set(old.map(({ rule, source }) => `${rule}:${source}`))].join(", ")}): accept them, or correct the facts`,
        ]
      : []),
  ];
}
