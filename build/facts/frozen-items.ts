/** The items of our own tests are frozen: a changed file of items needs another version. */
import { createHash } from "node:crypto";
import { dirname } from "node:path";
import type { Experiment } from "../schema/experiment.ts";
import type { FactFiles } from "./fact-files.ts";
import type { Fault } from "./fault.ts";

/** `about.json` of one test and its path below `data/`. */
export interface PlacedExperiment {
  path: string;
  row: Pick<Experiment, "test" | "version" | "items_sha256">;
}

/** @param files Every file below `data/`. */
export function checkFrozenItems(
  experiments: readonly PlacedExperiment[],
  files: FactFiles,
): Fault[] {
  const items = [...files.keys()].filter((path) =>
    /^experiments\/[^/]+\/items\.(csv|json)$/.test(path),
  );
  const folders = new Set(experiments.map(({ path }) => dirname(path)));
  const toFault = (file: string, field: string, message: string) => [
    { file, line: 1, field, message },
  ];
  const checkOne = ({ path, row: { version, items_sha256 } }: PlacedExperiment): Fault[] => {
    const file = items.find((one) => dirname(one) === dirname(path));
    if (file === undefined)
      return toFault(path, "test", "no items.csv or items.json beside it; add it");
    const found = createHash("sha256")
      .update(files.get(file) ?? "")
      .digest("hex");
    if (found === items_sha256) return [];
    const message = `not the items that version ${version} was frozen with; put them back, or write version "${Number(version) + 1}" and items_sha256 "${found}" into ${path}`;
    return toFault(file, "", message);
  };
  return [
    ...experiments.flatMap(checkOne),
    ...items
      .filter((file) => !folders.has(dirname(file)))
      .flatMap((file) => toFault(file, "", "no about.json beside it; write its version there")),
  ];
}
