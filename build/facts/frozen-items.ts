/** The items of our own tests are frozen: a changed file of items needs another version. */
import { createHash } from "node:crypto";
import { dirname } from "node:path";
import type { Experiment } from "../schema/experiment.ts";
import type { FactFiles } from "./fact-files.ts";
import type { Fault } from "./fault.ts";

/**
 * @param experiments Every `about.json`.
 * @param files Every file below `data/`.
 */
export function checkFrozenItems(
  experiments: readonly { path: string; rows: readonly object[] }[],
  files: FactFiles,
): Fault[] {
  const items = [...files.keys()].filter((path) =>
    /^experiments\/[^/]+\/items\.(csv|json)$/.test(path),
  );
  const folders = new Set(experiments.map(({ path }) => dirname(path)));
  const toFault = (file: string, field: string, message: string) => [
    { file, line: 1, field, message },
  ];
  const checkOne = (path: string, { version, items_sha256 }: Experiment): Fault[] => {
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
    ...experiments.flatMap(({ path, rows }) =>
      rows.flatMap((row) => checkOne(path, row as Experiment)),
    ),
    ...items
      .filter((file) => !folders.has(dirname(file)))
      .flatMap((file) => toFault(file, "", "no about.json beside it; write its version there")),
  ];
}
