/** What a night did, for people: the body of its commit, and a file in `reports/`. */
import { readKinds } from "../build/facts/read-facts.ts";
import type { GateFinding } from "../build/ingest/gates/verdict.ts";
import type { IngestSummary, SourceOutcome } from "../build/ingest/run.ts";
import type { Built } from "./night.ts";
import type { WebhookEvent } from "./webhooks/events.ts";

export interface ReportFacts {
  day: string;
  ingested: IngestSummary;
  /** Null when nothing was built to compare. */
  events: readonly WebhookEvent[] | null;
  /** Null on a dry run, and when the contract does not hold. */
  built: Built | null;
  /** What does not hold; null when everything does. */
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
  const { ingested, events, built, fault, alarm, notified } = facts;
  const parts = [
    `data: ${toSummary(facts)}`,
    alarm === null ? "" : `## Alarm\n\n${alarm}`,
    fault === null
      ? ""
      : `## The contract does not hold: nothing was written, nothing published\n\n${quoted(fault)}`,
    `## Sources\n\n${toSourceTable(ingested.outcomes)}`,
    list("Held back, marked or let through", ingested.gates.map(toGateLine)),
    events === null ? "" : list("What changed", events.map(toEventLine)),
    list("Facts", [
      ...ingested.changedFiles.map((file) => `\`data/${file}\``),
      ...ingested.deletedFiles.map((file) => `\`data/${file}\` removed`),
    ]),
    built === null ? "" : list("Published files, by endpoint", toEndpointLines(built)),
    list("Notified", [...notified]),
    `${count(ingested.rejected, "rejected row")}, ${count(ingested.unmatched, "name")} that stand alone: see the reports folder of the run.`,
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

/** `night of 2026-11-21: 3 price changes, 1 new model; 2 sources failed, 1 held`. */
function toSummary({ day, ingested, events, fault }: ReportFacts): string {
  const of = (kind: string) => (events ?? []).filter(({ type }) => type === kind).length;
  const happened = [
    [of("price.changed"), "price change"],
    [of("model.added"), "new model"],
    [of("model.removed"), "model gone"],
    [ingested.statements, "statement"],
  ] as const;
  const changed = happened.filter(([n]) => n > 0).map(([n, name]) => count(n, name));
  const ill = (["failed", "held"] as const)
    .map((state) => [ingested.outcomes.filter((one) => one.state === state).length, state] as const)
    .filter(([n]) => n > 0)
    .map(([n, state]) => `${count(n, "source")} ${state}`);
  const what = changed.length > 0 ? changed.join(", ") : "nothing new";
  return `night of ${day}: ${[fault === null ? what : "stopped", ...ill].join("; ")}`;
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
  const what = holds === "nothing" ? "published, marked" : `the ${holds} is held back`;
  const end = accepted === null ? what : `let through: ${oneLine(accepted)}`;
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
function toEndpointLines({ written, removed, unchanged }: Built): string[] {
  const counts = new Map<string, number>();
  for (const path of [...written, ...removed]) {
    const parts = path.replace(/^\/_q/, "").split("/");
    const endpoint = parts.slice(0, parts[1] === "api" ? 4 : 2).join("/");
    counts.set(endpoint, (counts.get(endpoint) ?? 0) + 1);
  }
  const lines = [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([endpoint, n]) => `\`${endpoint}\`: ${count(n, "file")}`);
  return [...lines, `${count(unchanged, "file")} as before`];
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
const MAX_SILENT_NIGHTS = 2;
const DAY_MS = 86_400_000;

/** Day of the newest answer of any upstream that these facts hold; undefined before the first night. */
export function newestRecorded(dataFolder: string): string | undefined {
  const days = readKinds(dataFolder, ["sources"])
    .sources.filter(({ id }) => id !== "operator")
    .map(({ recorded_on }) => recorded_on);
  return days.sort().at(-1);
}

/**
 * @param newest Of the facts that are published when the night ends.
 * @param day Of the night.
 * @returns A sentence from the third such night on; null before.
 */
export function toAlarm(newest: string | undefined, day: string): string | null {
  if (newest === undefined) return null;
  const nights = Math.round((Date.parse(day) - Date.parse(newest)) / DAY_MS);
  if (nights <= MAX_SILENT_NIGHTS) return null;
  return `nothing new was published for ${nights} nights, the newest fact is of ${newest}: read the reports since then`;
}
