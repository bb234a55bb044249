/**
 * Sources from a folder of copies in the formats of the live addresses, `<folder>/<source>/<path>`, the path being
 * that of the collector's request; an archive stands unpacked. For rehearsals and tests.
 */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { listFiles } from "../../facts/fact-files.ts";
import { BuildError } from "../../facts/fault.ts";
import { toText } from "../../sources/requests/archive.ts";
import type { Reader } from "./read-sources.ts";

/**
 * A source without a folder is not due: nothing was asked of it.
 * @throws BuildError when there is no such folder at all.
 */
export function copiesReader(folder: string): Reader {
  if (!existsSync(folder))
    throw new BuildError(`no folder "${folder}": --from names a folder with one folder per source`);
  return {
    isDue: ({ source }) => existsSync(join(folder, source.id)),
    async read({ source }) {
      const files = new Map<string, string>();
      for (const path of listFiles(join(folder, source.id)))
        files.set(path, toText(await readFile(join(folder, source.id, path)), path));
      return { files, missing: [], accept: async () => {} };
    },
  };
}
