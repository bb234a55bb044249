/** The facts that are to stand, against the files that stand. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import glob from "fast-glob";
import { type FactFile, toCsvFile } from "../../facts/write-facts.ts";
import type { AcceptedGate } from "../../schema/night.ts";
import { byText } from "../../schema/order.ts";
import { type Collection, findVanished, toFactFiles } from "../write-catalogue.ts";
import type { SecondOpinion } from "./offer-book.ts";

export interface NightCollection extends Collection {
  opinions: ReadonlyMap<string, SecondOpinion[]>;
  accepted: readonly AcceptedGate[];
}

export interface Plan {
  /** With other bytes than those that stand, sorted by path. */
  changed: FactFile[];
  deleted: string[];
}

export async function planFiles(dataFolder: string, collection: NightCollection): Promise<Plan> {
  const files = [
    ...toFactFiles(collection),
    ...[...collection.opinions].map(([source, rows]) => toCsvFile("secondOpinions", source, rows)),
    ...(collection.accepted.length > 0
      ? [toCsvFile("acceptedGates", "", collection.accepted)]
      : []),
  ];
  const changed: FactFile[] = [];
  for (const file of files)
    if ((await readIfThere(join(dataFolder, file.path))) !== file.text) changed.push(file);
  const opinions = await glob("second-opinions/*.csv", { cwd: dataFolder });
  const written = new Set(files.map(({ path }) => path));
  const deleted = [
    ...(await findVanished(dataFolder, collection)),
    ...opinions.filter((path) => !written.has(path)),
  ];
  return {
    changed: changed.sort((a, b) => byText(a.path, b.path)),
    deleted: deleted.sort(byText),
  };
}

const readIfThere = (path: string): Promise<string | undefined> =>
  readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
