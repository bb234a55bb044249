/** The next `data/`: planned against the current files, and staged in a folder beside it until it was checked. */
import { copyFile, link, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type FactFileTexts, listFilePaths } from "../facts/fact-files.ts";
import type { FactKindName, FactOfKind, Facts, FactWithFileName } from "../facts/kinds.ts";
import { toFactsStagingFolder } from "../facts/swap-facts.ts";
import {
  type NewFactFile,
  toCsvFactFile,
  toJsonFactFile,
  writeFactFile,
} from "../facts/write-facts.ts";
import { compareByCodePoint, groupBy } from "../schema/collections.ts";
import type { AcceptedChangeRow, SourceReadingRecord } from "../schema/rule.ts";
import type { Source } from "../schema/source.ts";
import { removeFileNameField } from "./fact-rows.ts";
import type { AcceptedChange } from "./judge.ts";
import type { MergedFacts } from "./run.ts";

export interface FactFileEdits {
  /** New, or with other bytes than now; sorted by path. */
  changed: NewFactFile[];
  deleted: string[];
}

interface NextFacts {
  merged: MergedFacts;
  sources: readonly Source[];
  accepted: readonly AcceptedChangeRow[];
  readings: readonly SourceReadingRecord[];
}

/** Only what differs from the current texts is written. */
export function planFactFileEdits(
  facts: Facts,
  texts: FactFileTexts,
  { merged, ...next }: NextFacts,
): FactFileEdits {
  const { prices, offers, plain } = merged;
  const untouched = facts.mindshare.filter(({ file }) => !plain.get("mindshare")?.has(file));
  const files = [
    ...next.sources.map((source) => toJsonFactFile("sources", source)),
    ...merged.providers.map((provider) => toJsonFactFile("providers", provider)),
    ...merged.models.map((model) => toJsonFactFile("models", model)),
    ...toTables("offers", offers),
    ...toTables("statedTraits", merged.statedTraits),
    ...toTables("prices", withAdded(facts.prices, prices)),
    ...[...merged.scores].map(([file, rows]) => toCsvFactFile("scores", file, rows)),
    ...[...plain].flatMap(([kind, tables]) =>
      [...tables].map(([file, rows]) => toCsvFactFile(kind, file, rows as never[])),
    ),
    // A joined model's attention is renamed even when no source reported any today.
    ...toTables("mindshare", untouched),
    ...(next.accepted.length > 0 ? [toCsvFactFile("acceptedRules", "", next.accepted)] : []),
    toCsvFactFile("readings", "", next.readings),
    // Without a change that waits there is no file, unless there was one.
    ...(merged.heldRows.length > 0 || texts.has("held.csv")
      ? [toCsvFactFile("held", "", merged.heldRows)]
      : []),
  ];
  const paths = new Set(files.map(({ path }) => path));
  const changed = files.filter(({ path, text }) => texts.get(path) !== text);
  const deleted = [...texts.keys()]
    .filter((path) => isDeleted(path, paths))
    .sort(compareByCodePoint);
  return { changed: changed.sort((a, b) => compareByCodePoint(a.path, b.path)), deleted };
}

/** A benchmark that lost its last score has no file, nor has a model that was joined with another or is none. */
const isDeleted = (path: string, paths: ReadonlySet<string>): boolean =>
  /^(models|scores|traits)\//.test(path) && !paths.has(path);

/** All rows of the hosts that gain one; files of the others are not touched. */
function withAdded(
  current: readonly FactWithFileName<"prices">[],
  added: readonly FactWithFileName<"prices">[],
): FactWithFileName<"prices">[] {
  const hosts = new Set(added.map(({ file }) => file));
  return [...current.filter(({ file }) => hosts.has(file)), ...added];
}

const toTables = <K extends FactKindName>(
  kind: K,
  rows: readonly FactWithFileName<K>[],
): NewFactFile[] =>
  [...groupBy(rows, ({ file }) => file)].map(([file, own]) =>
    toCsvFactFile(kind, file, own.map(removeFileNameField) as unknown as FactOfKind<K>[]),
  );

/** What people accept in this run, recorded beside what they accepted before. */
export function toAcceptedChangeRows(
  recorded: Facts["acceptedRules"],
  accept: readonly AcceptedChange[],
  date: string,
): AcceptedChangeRow[] {
  const fresh = accept.map((one): AcceptedChangeRow => ({ date, ...one }));
  const rows = [...recorded.map((row): AcceptedChangeRow => removeFileNameField(row)), ...fresh];
  const keyOf = ({ date: day, rule, source, host }: AcceptedChangeRow) =>
    [day, rule, source, host].join(" ");
  return [...new Map(rows.map((row) => [keyOf(row), row])).values()];
}

/** All next facts. Unchanged files are hard links, so that this costs little; none is ever written in place. */
export async function writeFactsStagingFolder(
  dataFolder: string,
  plan: FactFileEdits,
): Promise<string> {
  const staging = toFactsStagingFolder(dataFolder);
  const gone = new Set([...plan.deleted, ...plan.changed.map(({ path }) => path)]);
  const folders = new Set<string>();
  for (const path of listFilePaths(dataFolder)) {
    if (gone.has(path)) continue;
    const [from, to] = [join(dataFolder, path), join(staging, path)];
    if (!folders.has(dirname(to))) await mkdir(dirname(to), { recursive: true });
    folders.add(dirname(to));
    // Some file systems have no hard links.
    await link(from, to).catch(() => copyFile(from, to));
  }
  for (const file of plan.changed) await writeFactFile(staging, file);
  return staging;
}
