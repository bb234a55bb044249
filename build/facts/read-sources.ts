/** The sources alone, for commands that need no other fact and should not fail over one. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import glob from "fast-glob";
import { byText } from "../schema/order.ts";
import { Source } from "../schema/source.ts";
import { FactsError } from "./fault.ts";

import { FACT_KINDS } from "./kinds.ts";
import { parseFile } from "./parse-file.ts";

/** @throws FactsError with all faults in `sources/`. */
export async function readSources(dataFolder: string): Promise<Source[]> {
  const kind = FACT_KINDS.sources;
  const paths = (await glob(kind.pattern, { cwd: dataFolder })).sort(byText);
  const parsed = await Promise.all(
    paths.map(async (path) =>
      parseFile(kind, path, await readFile(join(dataFolder, path), "utf8")),
    ),
  );
  const faults = parsed.flatMap((file) => file.faults);
  if (faults.length > 0) throw new FactsError(faults);
  return parsed.flatMap(({ rows }) => rows.map((row) => Source.parse(row)));
}
