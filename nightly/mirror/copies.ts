/**
 * The last publish of each month is kept for good: `exports/2026-10-31/…` and `exports/index.json`. When facts of a new
 * month come, the mirror still holds the last publish of an older one, which goes into a folder of its day.
 */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readIfExists } from "../../build/facts/write-facts.ts";
import { byText } from "../../build/schema/collections.ts";
import { COPIES_INDEX, CopiesIndex, type DatedCopy } from "../../generator/exports/dated-copies.ts";
import { checkOut, createGit } from "./git.ts";

/** The mirror's `snapshot.json`: the day of its facts, and their hash. */
export interface Mirrored {
  as_of: string;
  snapshot: string;
}

/** Of a copy, never changed again. */
export const isDatedFolder = (name: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(name);

/** @param folder The checked-out mirror, before anything new is written. @param day Of the new facts. */
export async function keepMonth(folder: string, mirrored: Mirrored, day: string): Promise<void> {
  if (mirrored.as_of.slice(0, 7) >= day.slice(0, 7)) return;
  const exports = join(folder, "exports");
  const text = (await readIfExists(join(exports, COPIES_INDEX))) ?? '{"copies":[]}';
  const { copies } = CopiesIndex.parse(JSON.parse(text));
  if (copies.some(({ date }) => date === mirrored.as_of)) return;
  const all = [...copies, await copyExports(exports, mirrored)];
  await writeIndex(exports, { copies: all.sort((a, b) => byText(a.date, b.date)) });
}

async function copyExports(folder: string, { as_of, snapshot }: Mirrored): Promise<DatedCopy> {
  await mkdir(join(folder, as_of));
  const files: DatedCopy["files"] = [];
  for (const name of (await readdir(folder)).filter((name) => name.endsWith(".csv")).sort(byText)) {
    const body = await readFile(join(folder, name));
    await writeFile(join(folder, as_of, name), body);
    const sha256 = createHash("sha256").update(body).digest("hex");
    files.push({ name, bytes: body.length, sha256 });
  }
  return { date: as_of, snapshot, files };
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

/**
 * The mirror's copies of past months → a folder, for a build to publish.
 *
 * @throws BuildError when git fails; the folder is unchanged then.
 */
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
    for (const name of await readdir(exports))
      if (name === COPIES_INDEX || isDatedFolder(name))
        await cp(join(exports, name), join(folder, name), { recursive: true });
  } finally {
    await rm(clone, { recursive: true, force: true });
  }
}
