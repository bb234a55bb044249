/** `npm run mirror:copies`: the mirror's copies of past months → a folder, for a build to publish. */
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { COPIES_INDEX } from "../../generator/exports/dated-copies.ts";
import { createGit } from "./git.ts";
import { checkOut } from "./mirror.ts";
import { isDatedFolder, writeIndex } from "./monthly-copies.ts";

export interface CopiesOptions {
  /** Address or path of the mirror's repository; undefined: there is none, and so no copies. */
  repo: string | undefined;
  branch: string;
  token: string | undefined;
  /** Is replaced. */
  folder: string;
}

/** @throws BuildError when git fails; the folder is as it was then. */
export async function fetchCopies({ repo, branch, token, folder }: CopiesOptions): Promise<void> {
  const clone = await mkdtemp(join(tmpdir(), "almanac-mirror-"));
  try {
    const author = { name: "nobody", email: "nobody@model-almanac.invalid" };
    if (repo !== undefined)
      await checkOut(createGit({ folder: clone, remote: repo, token, author }), { repo, branch });
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    const exports = join(clone, "exports");
    if (!existsSync(join(exports, COPIES_INDEX))) return await writeIndex(folder, { copies: [] });
    await cp(exports, folder, { recursive: true, filter: (path) => isWanted(path, exports) });
  } finally {
    await rm(clone, { recursive: true, force: true });
  }
}

/** The index and the folders of days, not the present exports. */
function isWanted(path: string, exports: string): boolean {
  const [top = ""] = path.slice(exports.length + 1).split("/");
  return top === "" || top === COPIES_INDEX || isDatedFolder(top);
}
