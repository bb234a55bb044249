/** The facts that are to stand, against the texts that stand: only what differs is written. Pure. */
import type { FactKindName, FactOf, FiledFact } from "../facts/kinds.ts";
import { type FactFile, toCsvFile, toJsonFile } from "../facts/write-facts.ts";
import { byText, groupBy } from "../schema/collections.ts";
import type { AcceptedGate } from "../schema/editorial.ts";
import type { Source } from "../schema/source.ts";
import { withoutFile } from "./fact-rows.ts";
import type { Merged } from "./merge.ts";
import type { StandingFacts } from "./standing-facts.ts";

export interface Plan {
  /** With other bytes than those that stand, sorted by path. */
  changed: FactFile[];
  deleted: string[];
}

export interface ToWrite {
  merged: Merged;
  sources: readonly Source[];
  accepted: readonly AcceptedGate[];
}

export function planFiles({ facts, texts }: StandingFacts, night: ToWrite): Plan {
  const { merged, sources, accepted } = night;
  const gained = groupBy(merged.prices, ({ file }) => file);
  const files = [
    ...sources.map((source) => toJsonFile("sources", source)),
    ...merged.providers.map((provider) => toJsonFile("providers", provider)),
    ...merged.models.map((model) => toJsonFile("models", model)),
    ...toTables(
      "offers",
      groupBy(merged.offers, ({ file }) => file),
    ),
    ...toTables("prices", withGained(facts.prices, gained)),
    ...[...merged.scores].map(([file, rows]) => toCsvFile("scores", file, rows)),
    ...[...merged.plain].flatMap(([kind, tables]) => toPlainFiles(kind, tables)),
    ...toTables("mindshare", untold(facts.mindshare, merged.plain)),
    ...(accepted.length > 0 ? [toCsvFile("acceptedGates", "", accepted)] : []),
  ];
  const paths = new Set(files.map(({ path }) => path));
  const changed = files.filter(({ path, text }) => texts.get(path) !== text);
  const deleted = [...texts.keys()].filter((path) => isVanished(path, paths)).sort(byText);
  return { changed: changed.sort((a, b) => byText(a.path, b.path)), deleted };
}

/** Attention of which nobody told tonight: a joined model's goes with it all the same. */
const untold = (standing: readonly FiledFact<"mindshare">[], plain: Plain) =>
  groupBy(
    standing.filter(({ file }) => !plain.get("mindshare")?.has(file)),
    ({ file }) => file,
  );

/** A benchmark that lost its last score has no file, nor has a model that was joined with another or is none. */
const isVanished = (path: string, paths: ReadonlySet<string>): boolean =>
  /^(models|scores)\//.test(path) && !paths.has(path);

/** Only hosts that gain a statement: what stands of the others is not touched. */
function withGained(
  standing: readonly FiledFact<"prices">[],
  gained: ReadonlyMap<string, FiledFact<"prices">[]>,
): Map<string, FiledFact<"prices">[]> {
  const before = groupBy(standing, ({ file }) => file);
  return new Map([...gained].map(([host, rows]) => [host, [...(before.get(host) ?? []), ...rows]]));
}

const toTables = <K extends FactKindName>(
  kind: K,
  tables: ReadonlyMap<string, readonly FiledFact<K>[]>,
): FactFile[] =>
  [...tables].map(([file, rows]) =>
    toCsvFile(kind, file, rows.map(withoutFile) as unknown as FactOf<K>[]),
  );

type Plain = Merged["plain"];

function toPlainFiles(
  kind: Plain extends Map<infer K, unknown> ? K : never,
  tables: Plain extends Map<unknown, infer T> ? T : never,
): FactFile[] {
  if (kind === "agents")
    return [...tables.values()].flat().map((fact) => toJsonFile(kind, fact as FactOf<"agents">));
  return [...tables].map(([file, rows]) => toCsvFile(kind, file, rows as never));
}
