/**
 * The last publish of each month is kept for good: `exports/2026-10-31/…` and `exports/index.json`. When facts of a new
 * month come, the mirror still holds the last publish of an older one, which goes into a folder of its day.
 */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import {
  copyFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { byText } from "../../build/schema/collections.ts";
import { COPIES_INDEX, CopiesIndex, type DatedCopy } from "../../generator/exports/dated-copies.ts";
import { checkOut, createGit } from "./git.ts";

const EXPORTS = "exports";

/** What the mirror says of itself: the day of its facts, and their hash. */
export interface Mirrored {
  as_of: string;
  snapshot: string;
}

/** Of a copy, never touched again. */
export const isDatedFolder = (name: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(name);

/** @param folder The checked-out mirror, before anything new is written. @param day Of the facts to come. */
export async function keepMonth(folder: string, mirrored: Mirrored, day: string): Promise<void> {
  if (mirrored.as_of.slice(0, 7) >= day.slice(0, 7)) return;
  const index = await readIndex(join(folder, EXPORTS));
  if (index.copies.some(({ date }) => date === mirrored.as_of)) return;
  const copy = await copyExports(join(folder, EXPORTS), mirrored);
  const copies = [...index.copies, copy].sort((a, b) => byText(a.date, b.date));
  await writeIndex(join(folder, EXPORTS), { copies });
}

async function copyExports(folder: string, { as_of, snapshot }: Mirrored): Promise<DatedCopy> {
  await mkdir(join(folder, as_of));
  const files: DatedCopy["files"] = [];
  for (const name of (await readdir(folder)).filter((name) => name.endsWith(".csv")).sort(byText)) {
    await copyFile(join(folder, name), join(folder, as_of, name));
    const { size: bytes } = await stat(join(folder, name));
    files.push({ name, bytes, sha256: await hashOf(join(folder, name)) });
  }
  return { date: as_of, snapshot, files };
}

const hashOf = async (file: string): Promise<string> =>
  createHash("sha256")
    .update(await readFile(file))
    .digest("hex");

/** Without copies before there are any. */
async function readIndex(folder: string): Promise<CopiesIndex> {
  const text = await readFile(join(folder, COPIES_INDEX), "utf8").catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
      return '{"copies":[]}';
    },
  );
  return CopiesIndex.parse(JSON.parse(text));
}

const writeIndex = (folder: string, index: CopiesIndex): Promise<void> =>
  writeFile(join(folder, COPIES_INDEX), `${JSON.stringify(index, null, 2)}\n`);

export interface CopiesOptions {
  /** Address or path of the mirror's repository; undefined: there is none, and so no copies. */
  repo: string | undefined;
  branch: string;
  token: string | undefined;
  /** Is replaced. */
  folder: string;
}

/** @throws BuildError when git fails; the folder is as it was then. */
/** `npm run mirror:copies`: the mirror's copies of past months → a folder, for a build to publish. */
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
