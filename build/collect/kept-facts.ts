/** The facts that stand before a collection: those kept by hand, and the history that must not be lost. */
import { readFile } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import glob from "fast-glob";
import { FactsError, type Fault } from "../facts/fault.ts";
import { FACT_KINDS, type FactKind, type FactKindName, type FiledFact } from "../facts/kinds.ts";
import { parseFile } from "../facts/parse-file.ts";
import { byText } from "../schema/order.ts";

const KINDS = [
  "modelAliases",
  "labPrefixes",
  "hostAliases",
  "benchmarkAliases",
  "attention",
  "benchmarks",
  "corrections",
  "providers",
  "companies",
  "offers",
  "priceHistory",
] as const;

/** Beside them, what a night goes on with: its answers replace only what their own source told. */
const NIGHT_KINDS = [
  ...KINDS,
  "sources",
  "models",
  "scores",
  "mindshare",
  "gpuRental",
  "agents",
  "mcpServers",
  "skills",
  "secondOpinions",
  "acceptedGates",
] as const;

type FactsOf<K extends FactKindName> = { [Name in K]: FiledFact<Name>[] };
export type KeptFacts = FactsOf<(typeof KINDS)[number]>;
export type NightFacts = FactsOf<(typeof NIGHT_KINDS)[number]>;

/**
 * References are not checked: the models that aliases name may only come with this collection.
 * @throws FactsError with every fault of these files.
 */
export const readKeptFacts = (dataFolder: string): Promise<KeptFacts> =>
  readKinds(dataFolder, KINDS);

/** @throws FactsError with every fault of these files. */
export const readNightFacts = (dataFolder: string): Promise<NightFacts> =>
  readKinds(dataFolder, NIGHT_KINDS);

async function readKinds<K extends FactKindName>(
  dataFolder: string,
  names: readonly K[],
): Promise<FactsOf<K>> {
  const faults: Fault[] = [];
  const kept: Partial<Record<K, unknown[]>> = {};
  for (const name of names) kept[name] = await readKind(dataFolder, FACT_KINDS[name], faults);
  if (faults.length > 0) throw new FactsError(faults);
  return kept as FactsOf<K>;
}

async function readKind(dataFolder: string, kind: FactKind, faults: Fault[]): Promise<unknown[]> {
  const paths = (await glob(kind.pattern, { cwd: dataFolder })).sort(byText);
  const rows = await Promise.all(
    paths.map(async (path) => {
      const parsed = parseFile(kind, path, await readFile(join(dataFolder, path), "utf8"));
      faults.push(...parsed.faults);
      return parsed.rows.map((row) => ({ ...row, file: basename(path, extname(path)) }));
    }),
  );
  return rows.flat();
}
