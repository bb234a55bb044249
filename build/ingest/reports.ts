/** What a reading of the upstreams decided, for people; not facts, and not in git. */
import { join } from "node:path";
import { stringify } from "csv-stringify/sync";
import { writeFileIfChanged } from "../facts/write-facts.ts";
import type { Merged } from "./merge.ts";
import type { SplitTrait } from "./models/split-traits.ts";

type Table = (string | number | null)[][];

/** @param ghosts Models that left the catalogue, since nobody sells, tested or dates them. */
export async function writeReports(
  folder: string,
  merged: Merged,
  ghosts: readonly string[],
): Promise<void> {
  const write = (name: string, header: string[], rows: Table) =>
    writeTable(folder, name, [header, ...rows]);
  await write(
    "unmatched",
    ["model", "host", "name"],
    [...standAlone(merged.set), ...ghosts.map((slug) => [slug, null, null])],
  );
  await write(
    "rejected",
    ["source", "place", "value", "reason"],
    merged.rejected.map(({ source, place, value, reason }) => [source, place, value, reason]),
  );
  await write(
    "matched-names",
    ["source", "name", "display_name", "model", "step", "configuration"],
    merged.matched.map(({ source, name, displayName, model, step, configuration }) => [
      ...[source, name, displayName, model, step, configuration],
    ]),
  );
  await writeSplitTraits(folder, merged.splits);
  await write(
    "gates",
    ["gate", "source", "holds", "scope", "before", "after", "message", "accepted"],
    merged.findings.map(({ gate, source, holds, scope, before, after, message, accepted }) => [
      ...[gate, source, holds, scope, before, after, message, accepted],
    ]),
  );
}

export const writeSplitTraits = (folder: string, splits: readonly SplitTrait[]) =>
  writeTable(folder, "split-traits", [
    ["model", "field", "decided", "voices"],
    ...splits.map(({ model, field, decided, voices }) => [model, field, decided, voices]),
  ]);

const writeTable = (folder: string, name: string, rows: Table) =>
  writeFileIfChanged(join(folder, `${name}.csv`), stringify(rows));

/** Offers that became a model of their own and that nobody else names: the first place to look for a missed match. */
export function standAlone(set: Merged["set"]): Table {
  return set.flatMap(({ slug, mentions }) => {
    const [only] = mentions;
    return mentions.length === 1 && only?.host && only.step === "own"
      ? [[slug, only.host, only.name]]
      : [];
  });
}
