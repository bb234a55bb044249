/** The next `data/`, planned by comparison with the current files and staged next to it until it is checked. */
import { copyFile, link, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type FactFileTexts, listFilePaths } from "../facts/fact-files.ts";
import { FACT_KINDS, type FactKindName, type Facts } from "../facts/kinds.ts";
import { toFactsStagingFolder } from "../facts/swap-facts.ts";
import {
  type FactFileText,
  toCsvFactFile,
  toJsonFactFile,
  writeFactFile,
} from "../facts/write-facts.ts";
import { compareByCodePoint, groupBy } from "../schema/collections.ts";
import type { AcceptedChangeRow } from "../schema/rule.ts";
import { PASS_THROUGH_KINDS } from "../sources/listing.ts";
import { removeFileNameField } from "./fact-rows.ts";
import type { AcceptedChange } from "./judge.ts";

export interface FactFileEdits {
  /** New files and files whose bytes changed, sorted by path. */
  changed: FactFileText[];
  deleted: string[];
}

/** Kinds that a run may change. What people write (names, rules) stays as it is. */
const WRITTEN_KINDS = [
  ...(["sources", "providers", "models", "offers", "statedTraits", "prices", "scores"] as const),
  ...(["acceptedRules", "readings", "held"] as const),
  ...PASS_THROUGH_KINDS,
];

/** Plans to write only what differs from the current texts. @param facts The facts that the texts contain. */
export function planFactFileEdits(facts: Facts, texts: FactFileTexts, next: Facts): FactFileEdits {
  const files = new Map(
    WRITTEN_KINDS.flatMap((kind) => toFiles(kind, facts[kind], next[kind], texts)),
  );
  // Without held changes, the file is kept but has no rows.
  if (texts.has("held.csv") && !files.has("held.csv"))
    files.set("held.csv", toCsvFactFile("held", "", []).text);
  const changed = [...files].flatMap(([path, text]) =>
    texts.get(path) === text ? [] : { path, text },
  );
  const deleted = [...texts.keys()].filter((path) => isDeleted(path, files));
  return {
    changed: changed.sort((a, b) => compareByCodePoint(a.path, b.path)),
    deleted: deleted.sort(compareByCodePoint),
  };
}

/** Scores and traits without rows, and models that were joined with another or are none, lose their file. */
const isDeleted = (path: string, files: ReadonlyMap<string, string>): boolean =>
  /^(models|scores|traits)\//.test(path) && !files.has(path);

/** Path → text. A table whose rows did not change keeps its text. */
function toFiles(
  kind: FactKindName,
  before: readonly { file: string }[],
  rows: readonly { file: string }[],
  texts: FactFileTexts,
): [path: string, text: string][] {
  const { format, pattern } = FACT_KINDS[kind];
  if (format === "json")
    return rows.map((row) => {
      const { path, text } = toJsonFactFile(kind, removeFileNameField(row) as never);
      return [path, text];
    });
  const known = groupBy(before, ({ file }) => file);
  return [...groupBy(rows, ({ file }) => file)].map(([file, own]) => {
    const old = known.get(file) ?? [];
    const isSame = own.length === old.length && own.every((row, at) => row === old[at]);
    const path = pattern.replace("*", file);
    const text = isSame ? texts.get(path) : undefined;
    return [path, text ?? toCsvFactFile(kind, file, own as never[]).text];
  });
}

export function appendAcceptedChanges(
  recorded: Facts["acceptedRules"],
  accept: readonly AcceptedChange[],
  date: string,
): Facts["acceptedRules"] {
  const rows = [...recorded, ...accept.map((one) => ({ file: "accepted", date, ...one }))];
  const keyOf = ({ date: day, rule, source, host }: AcceptedChangeRow) =>
    [day, rule, source, host].join(" ");
  return [...new Map(rows.map((row) => [keyOf(row), row])).values()];
}

/** Unchanged files are hard links, which is safe because no file is ever written in place. */
export async function writeFactsStagingFolder(
  dataFolder: string,
  plan: FactFileEdits,
): Promise<string> {
  const staging = toFactsStagingFolder(dataFolder);
  const gone = new Set([...plan.deleted, ...plan.changed.map(({ path }) => path)]);
  const folders = new Set<string>();
  for (const path of listFilePaths(dataFolder)) {
    if (gone.has(path)) continue;
    const from = join(dataFolder, path);
    const to = join(staging, path);
    if (!folders.has(dirname(to))) await mkdir(dirname(to), { recursive: true });
    folders.add(dirname(to));
    // Some file systems do not support hard links.
    await link(from, to).catch(() => copyFile(from, to));
  }
  for (const file of plan.changed) await writeFactFile(staging, file);
  return staging;
}
