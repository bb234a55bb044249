/** The items of our own tests are frozen: a changed file of items needs another version. */
import { createHash } from "node:crypto";
import type { Experiment } from "../schema/experiment.ts";
import type { FactFiles } from "./fact-files.ts";
import type { Fault } from "./fault.ts";

/** `about.json` of one test, and where it stands below `data/`. */
export interface PlacedExperiment {
  path: string;
  row: Pick<Experiment, "test" | "version" | "items_sha256">;
}

const ITEMS = /^experiments\/([^/]+)\/items\.(csv|json)$/;

/** @param files Every file below `data/`. */
export function checkFrozenItems(
  experiments: readonly PlacedExperiment[],
  files: FactFiles,
): Fault[] {
  const itemFiles = new Map([...files.keys()].flatMap((path) => toEntry(ITEMS.exec(path))));
  const known = new Set(experiments.map(({ row }) => row.test));
  return [
    ...experiments.flatMap((experiment) =>
      checkOne(experiment, itemFiles.get(experiment.row.test), files),
    ),
    ...[...itemFiles].flatMap(([test, file]) =>
      known.has(test) ? [] : toFault(file, "", "no about.json beside it; write its version there"),
    ),
  ];
}

const toEntry = (match: RegExpExecArray | null): [test: string, path: string][] =>
  match?.[1] === undefined ? [] : [[match[1], match[0]]];

function checkOne(
  { path, row: { version, items_sha256 } }: PlacedExperiment,
  file: string | undefined,
  files: FactFiles,
): Fault[] {
  if (file === undefined)
    return [toFault(path, "test", "no items.csv or items.json beside it; add it")];
  const found = createHash("sha256")
    .update(files.get(file) ?? "")
    .digest("hex");
  if (found === items_sha256) return [];
  return [
    toFault(
      file,
      "",
      `not the items that version ${version} was frozen with; put them back, or write version "${Number(version) + 1}" and items_sha256 "${found}" into ${path}`,
    ),
  ];
}

const toFault = (file: string, field: string, message: string): Fault => ({
  ...{ file, line: 1, field, message },
});
