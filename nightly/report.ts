/** The report of a night, for people: the message of its commit, and a file in `reports/`. */
import { readKinds } from "../build/facts/read-facts.ts";
import type { GateFinding } from "../build/ingest/gates/verdict.ts";
import type { IngestSummary, SourceOutcome } from "../build/ingest/run.ts";
import { byText, groupBy } from "../build/schema/collections.ts";
import type { SiteChanges } from "./site.ts";
import type { WebhookEvent } from "./webhooks/events.ts";

export interface ReportFacts {
  day: string;
  ingested: IngestSummary;
  /** Null when nothing was built to compare. */
  events: readonly WebhookEvent[] | null;
  /** Null when nothing was published. */
  changes: SiteChanges | null;
  /** What failed; null when nothing did. */
  fault: string | null;
  /** That nothing new was published for several nights; null when that is not so. */
  alarm: string | null;
  notified: readonly string[];
}

/** `1 file`, `3 files`. */
const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? "" : "s"}`;

/** Longer lists say how much is left. */
const MAX_ROWS = 40;

/** Markdown; the first line is a summary that fits a commit. */
export function toReport(facts: ReportFacts): string {
  const { ingested, events, changes, fault, alarm, notified } = facts;
  const { changedFiles, deletedFiles, rejected, unmatched } = ingested;
  const parts = [
    `data: ${toSummary(facts)}`,
    alarm && `## Alarm\n\n${alarm}`,
    fault && `## Stopped: nothing was written or published\n\n${quoted(fault)}`,
    `## Sources\n\n${toSourceTable(ingested.outcomes)}`,
    list("Held back, marked or accepted", ingested.gates.map(toGateLine)),
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

/** `night of 2026-11-21: 3 price changes, 1 new model; 2 sources failed, 1 held`. */
function toSummary({ day, ingested, events, fault }: ReportFacts): string {
  const of = (kind: string) => (events ?? []).filter(({ type }) => type === kind).length;
  const happened = [
    ...[count(of("price.changed"), "price change"), count(of("model.added"), "new model")],
    ...[count(of("model.removed"), "removed model"), count(ingested.statements, "statement")],
  ];
  const changed = happened.filter((part) => !part.startsWith("0 ")).join(", ");
  const problems = (["failed", "held"] as const)
    .map((state) => [ingested.outcomes.filter((one) => one.state === state).length, state] as const)
    .filter(([n]) => n > 0)
    .map(([n, state]) => `${count(n, "source")} ${state}`);
  const result = fault === null ? changed || "nothing new" : "stopped";
  return `night of ${day}: ${[result, ...problems].join("; ")}`;
}

function toSourceTable(outcomes: readonly SourceOutcome[]): string {
  const rows = outcomes.map(
    ({ source, state, rows, kind, message }) =>
      `| ${source} | ${state}${kind === null ? "" : ` (${kind})`} | ${rows} | ${oneLine(message ?? "")} |`,
  );
  return ["| source | state | rows | why |", "|---|---|--:|---|", ...rows].join("\n");
}

const toGateLine = ({ gate, source, holds, before, after, message, accepted }: GateFinding) => {
  const values = before === "" && after === "" ? "" : ` [${oneLine(before)} → ${oneLine(after)}]`;
  const effect = holds === "nothing" ? "published, marked" : `the ${holds} is held back`;
  const end = accepted === null ? effect : `accepted: ${oneLine(accepted)}`;
  return `**${gate}** ${source}: ${oneLine(message)}${values} (${end})`;
};

/** `price.changed: gpt-4o at openai, input 2.5 → 2, output 10 → 8`. */
function toEventLine({ type, data }: WebhookEvent): string {
  if (type === "price.changed") {
    const prices = data as { old: Prices; new: Prices };
    const moves = Object.keys(prices.new)
      .filter((name) => prices.old[name] !== prices.new[name])
      .map((name) => `${name} ${prices.old[name] ?? "unknown"} → ${prices.new[name] ?? "unknown"}`);
    return `${type}: ${data.model} at ${data.provider}, ${moves.join(", ")}`;
  }
  const what = data.model ?? data.title ?? data.snapshot;
  const more = data.name === undefined ? "" : ` (${oneLine(String(data.name))}, ${data.lab})`;
  return `${type}: ${oneLine(String(what))}${more}`;
}

type Prices = Record<string, number | null>;

/** `/api/v1/models/gpt-4o` and `/_q/api/v1/models/sort-….json` count for `/api/v1/models`. */
function toEndpointLines({ written, removed, unchanged }: SiteChanges): string[] {
  const endpointOf = (path: string): string => {
    const parts = path.replace(/^\/_q/, "").split("/");
    return parts.slice(0, parts[1] === "api" ? 4 : 2).join("/");
  };
  const lines = [...groupBy([...written, ...removed], endpointOf)]
    .sort(([a], [b]) => byText(a, b))
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
const DAY_MS = 86_400_000;

/** Day of the newest answer of any upstream that these facts record; undefined before the first night. */
export function newestRecorded(dataFolder: string): string | undefined {
  const days = readKinds(dataFolder, ["sources"])
    .sources.filter(({ id }) => id !== "operator")
    .map(({ recorded_on }) => recorded_on);
  return days.sort().at(-1);
}

/**
 * @param newest Newest day of the facts that are published when the night ends.
 * @param day Day of the night.
 * @returns A sentence from the third night without news on; null before.
 */
export function toAlarm(newest: string | undefined, day: string): string | null {
  if (newest === undefined) return null;
  const nights = Math.round((Date.parse(day) - Date.parse(newest)) / DAY_MS);
  if (nights <= MAX_NIGHTS_WITHOUT_NEWS) return null;
  return `nothing new was published for ${nights} nights, the newest fact is from ${newest}: read the reports since then`;
}
