/** What a collection decided, for people to read; not facts, and not in git. */
import { join } from "node:path";
import { stringify } from "csv-stringify/sync";
import { writeFileIfChanged } from "../facts/write-facts.ts";
import type { Rejected } from "../ingest/listing.ts";
import type { Voice } from "../ingest/models/merge-models.ts";
import type { CanonicalModel } from "../ingest/resolve/model-set.ts";
import type { MatchedName } from "../ingest/scores/merge-scores.ts";
import type { GateFinding } from "./night/outcome.ts";
import type { Conflict } from "./price-series.ts";

type Table = (string | number | null)[][];

export interface Report {
  set: readonly CanonicalModel<Voice>[];
  conflicts: readonly Conflict[];
  rejected: readonly Rejected[];
  matched: readonly MatchedName[];
}

export async function writeReports(folder: string, report: Report): Promise<void> {
  const write = (name: string, header: string[], rows: Table) =>
    writeFileIfChanged(join(folder, `${name}.csv`), stringify([header, ...rows]));
  await write("unmatched", ["model", "host", "name"], standAlone(report.set));
  await write(
    "conflicts",
    [
      "host",
      "model_id",
      "date",
      "source",
      "input",
      "output",
      "kept_source",
      "kept_date",
      "kept_input",
      "kept_output",
      "percent",
    ],
    report.conflicts.map(toConflictRow),
  );
  await write(
    "rejected",
    ["source", "place", "value", "reason"],
    report.rejected.map(({ source, place, value, reason }) => [source, place, value, reason]),
  );
  await write(
    "matched-names",
    ["source", "name", "display_name", "model", "step", "configuration"],
    report.matched.map(({ source, name, displayName, model, step, configuration }) => [
      source,
      name,
      displayName,
      model,
      step,
      configuration,
    ]),
  );
}

/** What the gates of a night held back, or were told to let through. */
export async function writeGates(folder: string, findings: readonly GateFinding[]): Promise<void> {
  const rows = findings.map(({ gate, source, holds, scope, message, accepted }) => [
    gate,
    source,
    holds,
    scope,
    message,
    accepted,
  ]);
  const header = ["gate", "source", "holds", "scope", "message", "accepted"];
  await writeFileIfChanged(join(folder, "gates.csv"), stringify([header, ...rows]));
}

/** Offers that became a model of their own and that nobody else names: the first place to look for a missed match. */
export function standAlone(set: Report["set"]): Table {
  return set.flatMap(({ slug, mentions }) => {
    const [only] = mentions;
    return mentions.length === 1 && only?.host && only.step === "own"
      ? [[slug, only.host, only.name]]
      : [];
  });
}

function toConflictRow({
  host,
  modelId,
  date,
  source,
  prices,
  kept,
  difference,
}: Conflict): Table[number] {
  const percent = Number.isFinite(difference) ? Math.round(difference) : "from or to free";
  return [
    host,
    modelId,
    date,
    source,
    prices.input,
    prices.output,
    kept.source,
    kept.date,
    kept.prices.input,
    kept.prices.output,
    percent,
  ];
}
