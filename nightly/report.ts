/** The report of a nightly run in Markdown. It is the commit message, and a file in `reports/`. */
import { readFactsOfKinds } from "../build/facts/read-facts.ts";
import type { HeldChange } from "../build/ingest/judge.ts";
import { type IngestSummary, toShrunkListLines } from "../build/ingest/reports.ts";
import type { SingleSourcePrice } from "../build/ingest/run.ts";
import type { Catalog } from "../build/model/catalog/catalog.ts";
import type { DataQualityRuleSet } from "../build/rules/rules.ts";
import { compareByCodePoint, getItemAt, groupBy } from "../build/schema/collections.ts";
import { daysBetween, isReadByPerson } from "../build/schema/values.ts";
import { toMarkdownTable } from "../generator/site/components/markdown.ts";
import { pluralize as count } from "../generator/site/components/parts.ts";
import type { ChangedSiteFiles } from "./site.ts";
import type { WebhookEvent } from "./webhooks/events.ts";

interface NightlyReportFacts {
  day: string;
  ingested: IngestSummary;
  rules: DataQualityRuleSet;
  events: readonly WebhookEvent[];
  /** Null when nothing was published. */
  changes: ChangedSiteFiles | null;
  fault: string | null;
  alarms: readonly string[];
  /** Prices that a rule newly marks as doubtful; absent if nothing was published. */
  doubts?: readonly DoubtedPrice[];
  hasAddress: boolean;
  notified: readonly string[];
}

const MAX_ROWS = 40;

/** The report as Markdown. Its first line is a summary that also serves as the subject of the commit. */
export function toNightlyReport(facts: NightlyReportFacts): string {
  const { ingested, rules, events, changes, fault, alarms, notified, doubts = [] } = facts;
  const { rejected, unmatched, held, passed } = ingested;
  const doubted = new Set(doubts.map(({ host, model_id }) => `${host} ${model_id}`));
  const oneSource = ingested.oneSource.filter((one) => !doubted.has(`${one.host} ${one.model_id}`));
  const parts = [
    `data: ${toSummary(facts)}`,
    list("Alarm", alarms),
    fault && `## Stopped: nothing was written or published\n\n${quoted(fault)}`,
    `## Sources\n\n${toSourceTable(ingested.outcomes)}`,
    facts.hasAddress ? "" : NO_ADDRESS,
    list("Held back: the old values stay published", toHeldLines(held, rules), HOW_TO_ACCEPT),
    list("Accepted although a rule had flagged them", toPassedLines(passed)),
    list("Lists that lost at least half of their model ids", toShrunkListLines(ingested)),
    list("New prices that a rule marked as doubtful", toDoubtLines(doubts), DOUBTS),
    list(
      "New values that only one source states",
      toOneSourceLines(oneSource),
      "The file one-source.csv lists all of them, and also the doubtful prices.",
    ),
    list("What changed", toEventLines(events)),
    changes &&
      `Files of the site: ${changes.written.length} new or changed, ${changes.removed.length} removed, ${changes.unchanged} unchanged.`,
    list("Notified", notified),
    `The reports folder of this run has ${count(rejected, "rejected row")} in rejected.csv and ${count(unmatched, "unmatched name")} in unmatched.csv.`,
  ];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}

const HOW_TO_ACCEPT =
  'The line of each change says when the change is accepted automatically. To accept a change now, merge the pull request of this run, or run `npm run nightly -- --accept <rule>:<source>[:<host>] --reason "…"`.';
const DOUBTS =
  "The site shows why a price is doubtful; a doubtful price never replaces a price that is not doubtful. To confirm a price, run `npm run correct` with the URL of the page that shows it.";

function toSummary({ day, ingested, events, fault, doubts = [] }: NightlyReportFacts): string {
  const of = (kind: string) => events.filter(({ type }) => type === kind).length;
  const happened = [
    count(of("price.changed"), "price change"),
    count(of("model.added"), "new model"),
    count(of("model.removed"), "removed model"),
    count(ingested.statements, "price row"),
  ];
  const changed = happened.filter((part) => !part.startsWith("0 ")).join(", ");
  const failed = ingested.outcomes.filter(({ state }) => state === "failed").length;
  const parts = [
    fault === null ? changed || "nothing new" : "stopped",
    failed > 0 && `${count(failed, "source")} could not be read`,
    doubts.length > 0 && `${count(doubts.length, "new doubtful price")}`,
    ingested.held.length > 0 && `${count(ingested.held.length, "change")} held back`,
  ];
  return `nightly run of ${day}: ${parts.filter(Boolean).join("; ")}`;
}

/** Table of the sources that were due in this run. */
function toSourceTable(outcomes: IngestSummary["outcomes"]): string {
  const due = outcomes.filter(({ state }) => state !== "not-due");
  const rows = due.map(({ source, state, rows, kind, message }) => {
    return [source, kind === null ? state : `${state} (${kind})`, rows, message ?? ""];
  });
  return toMarkdownTable(["source", "state", "rows", "why"], rows);
}

const NO_ADDRESS =
  "No base URL is set, so links in pages and API responses point to localhost, and the mirror of the data is not published. Set BASE_URL, or base_url in data/service.json.";

/** One line per rule and source: what is held back, at which hosts, why, and when it will be accepted. */
export function toHeldLines(held: readonly HeldChange[], rules: DataQualityRuleSet): string[] {
  const groups = groupBy(held, ({ rule, source }) => `**${rule}** ${source}`);
  return [...groups].map(([name, all]) => {
    const own = all.toSorted(
      (a, b) => compareByCodePoint(a.since, b.since) || compareByCodePoint(a.key, b.key),
    );
    const { rule, key, field, before, value, since } = getItemAt(own, 0);
    const what = field === "row" ? "" : `${field} `;
    const old = before === null ? "" : `${before || "none"} `;
    const example = oneLine(`${key}: ${what}${old}→ ${value ?? "none"}`);
    const { readings } = rules.get(rule);
    const or =
      readings === null
        ? "you accept it"
        : `${readings} readings of the source state it and no other source still states the old value`;
    return `${name}: ${count(own.length, "change")}${toPlaces(own)}, the oldest since ${since}: ${example}. Why: ${rules.reason(rule)}. Accepted when a second source agrees, or when ${or}.`;
  });
}

const REASONS_TO_PASS = {
  "two sources": "two sources agree",
  time: "unchanged for long enough",
  accepted: "accepted by a person",
} as const;

function toPassedLines(passed: IngestSummary["passed"]): string[] {
  const groups = groupBy(
    passed,
    ({ rule, source, why }) => `**${rule}** ${source}, ${REASONS_TO_PASS[why]}`,
  );
  return [...groups].map(
    ([name, own]) => `${name}: ${count(own.length, "change")}${toPlaces(own)}`,
  );
}

/** ` at openai, bazaar, acme and 2 more`; empty if no row has a host. */
function toPlaces(rows: readonly { host: string | null }[]): string {
  const hosts = new Set(rows.flatMap(({ host }) => host ?? []));
  return hosts.size === 0 ? "" : ` at ${toExamples([...hosts].sort(compareByCodePoint))}`;
}

/** A price that a rule marks as doubtful, with the reason that the site shows. */
interface DoubtedPrice {
  host: string;
  model_id: string;
  reason: string;
}

/** @param before Catalogue of the last notifications. */
export function findNewlyDoubtedPrices(before: Catalog, after: Catalog): DoubtedPrice[] {
  const doubtsOf = ({ offers, disputes }: Catalog): DoubtedPrice[] => [
    ...offers.flatMap(({ host, model_id, trust, doubt }) =>
      trust === "unverified" && doubt !== null ? [{ host, model_id, reason: doubt }] : [],
    ),
    ...disputes.flatMap(({ host, model_id, reason }) =>
      reason === null ? [] : [{ host, model_id, reason }],
    ),
  ];
  const keyOf = ({ host, model_id, reason }: DoubtedPrice) => `${host} ${model_id} ${reason}`;
  const known = new Set(doubtsOf(before).map(keyOf));
  const fresh = doubtsOf(after).filter((one) => !known.has(keyOf(one)));
  return [...new Map(fresh.map((one) => [keyOf(one), one])).values()];
}

const toDoubtLines = (doubts: readonly DoubtedPrice[]): string[] =>
  [...groupBy(doubts, ({ reason }) => reason)].map(([reason, own]) => {
    const ids = own.map(({ host, model_id }) => `${host} ${model_id}`);
    return `${reason}: ${count(own.length, "price")}${toPlaces(own)}, as ${toExamples(ids)}`;
  });

/** Prices by host and source, for example `acme (openrouter): 2 prices, as norn-5 1/2 → 1/3, norn-6 ?/? → 2/4`. */
function toOneSourceLines(prices: readonly SingleSourcePrice[]): string[] {
  const groups = groupBy(prices, ({ host, source }) => `${host} (${source})`);
  return [...groups]
    .sort(([a, own], [b, others]) => others.length - own.length || compareByCodePoint(a, b))
    .map(([name, own]) => {
      const moves = own.map(({ model_id, before, after }) => `${model_id} ${before} → ${after}`);
      return `${name}: ${count(own.length, "price")}, as ${toExamples(moves)}`;
    });
}

const MAX_EXAMPLES = 3;

/** `a, b, c and 2 more`. */
function toExamples(texts: readonly string[]): string {
  const more = texts.length > MAX_EXAMPLES ? ` and ${texts.length - MAX_EXAMPLES} more` : "";
  return `${oneLine(texts.slice(0, MAX_EXAMPLES).join(", "))}${more}`;
}

/** New and removed models, findings, and changed prices; one line for each event. */
function toEventLines(events: readonly WebhookEvent[]): string[] {
  return events.flatMap(({ type, data }) => {
    const { model, lab, title, provider } = data;
    if (type === "model.added") return `new model of ${lab}: ${model}`;
    if (type === "model.removed") return `removed model of ${lab}: ${model}`;
    if (type === "finding.published") return `finding: ${oneLine(String(title))}`;
    return type === "price.changed" ? oneLine(`${model} at ${provider}: ${toMove(data)}`) : [];
  });
}

/** `input 2.5 → 2, output 10 → 8`. */
function toMove(data: WebhookEvent["data"]): string {
  const prices = data as { old: Prices; new: Prices };
  return Object.keys(prices.new)
    .filter((name) => prices.old[name] !== prices.new[name])
    .map((name) => `${name} ${prices.old[name] ?? "unknown"} → ${prices.new[name] ?? "unknown"}`)
    .join(", ");
}

type Prices = Record<string, number | null>;

/** @param note Explanation of the list, and what to do. */
function list(heading: string, items: readonly string[], note = ""): string {
  if (items.length === 0) return "";
  const shown = items.slice(0, MAX_ROWS).map((item) => `- ${item}`);
  const left = items.length - shown.length;
  const more = left > 0 ? [`- and ${left} more`] : [];
  return [`## ${heading}`, "", ...(note ? [note, ""] : []), ...shown, ...more].join("\n");
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ").replaceAll("|", "\\|").trim();
const quoted = (text: string): string => `\`\`\`\n${text.replaceAll("```", "'''")}\n\`\`\``;

/** With about a dozen daily sources, there should be a new fact every day. */
const MAX_NIGHTS_WITHOUT_NEWS = 2;
/** Maximum number of missed runs in a row. A source that fails for a week rarely recovers by itself. */
const MAX_MISSED = 6;
/** A change that is held back for longer needs a person to decide. */
const MAX_HELD_DAYS = 14;

/** @returns Problems that a person has to look at, one sentence each. @param day Day of the run. */
export function findNightlyAlarms(dataFolder: string, day: string): string[] {
  const { sources, held } = readFactsOfKinds(dataFolder, ["sources", "held"]);
  const upstreams = sources.filter(({ id, retired_on }) => !isReadByPerson(id) && !retired_on);
  const days = upstreams.map(({ recorded_on }) => recorded_on);
  const newest = days.sort().at(-1) ?? day;
  const nights = daysBetween(newest, day);
  const missed = upstreams.filter(({ missed_runs }) => missed_runs > MAX_MISSED);
  const old = held.filter(({ since }) => daysBetween(since, day) > MAX_HELD_DAYS);
  const waiting = old.map(
    ({ kind, key, field, value, source, rule }) =>
      `${kind} ${key}: ${field} → ${value ?? "none"} (${rule}:${source})`,
  );
  return [
    nights > MAX_NIGHTS_WITHOUT_NEWS &&
      `no source stated anything new for ${nights} days, the newest fact is from ${newest}: read the reports since then`,
    ...missed.map(
      ({ id, missed_runs }) =>
        `${id} could not be read ${missed_runs} times in a row: fix its collector, or set retired_on in data/sources/${id}.json`,
    ),
    old.length > 0 &&
      `${count(old.length, "change")} held back, so not published, for more than ${MAX_HELD_DAYS} days: ${toExamples(waiting)}; accept them with --accept, or correct the facts. data/held.csv lists all changes that are held back`,
  ].filter((alarm) => alarm !== false);
}
