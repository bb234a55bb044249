/**
 * Commits exports, own-test datasets and facts to a separate git repository, with the date of the newest fact, not of
 * the clock.
 */
import { hash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { CommandError } from "../../build/facts/fault.ts";
import { readFileIfExists } from "../../build/facts/write-facts.ts";
import { compareByCodePoint } from "../../build/schema/collections.ts";
import {
  DATED_EXPORTS_INDEX_FILE,
  type DatedExportCopy,
  DatedExportsIndex,
} from "../../generator/exports/dated-copies.ts";
import { checkOutMainBranch, type RemoteRepository, toCommitEnvironment } from "../git.ts";
import { MIRROR_SNAPSHOT_FILE, type MirrorContent, readContentToMirror } from "./content.ts";

export interface MirrorOptions extends RemoteRepository {
  dist: string;
  /** Folder of the facts from which the site was built. */
  data: string;
}

/**
 * @returns Hash of the commit; null if the mirror has this content already.
 * @throws CommandError if `dist` does not contain a site, the mirror has newer facts, or git fails; then the mirror is
 *   unchanged.
 */
export async function updateMirror(options: MirrorOptions): Promise<string | null> {
  const content = await readContentToMirror(options.dist, options.data);
  return withMirror(options, async ({ folder, git, commitAndPush }) => {
    const { day, snapshot, root } = content;
    const text = await readFileIfExists(join(folder, MIRROR_SNAPSHOT_FILE));
    const before = text === undefined ? null : (JSON.parse(text) as Mirrored);
    if (before && before.as_of > day)
      throw new CommandError(`the mirror has the facts of ${before.as_of}, newer than ${day}`);
    if (before) await keepMonth(join(folder, "exports"), before, day);
    await writeContent(folder, content);
    await git(["add", "--all"]);
    if ((await git(["diff", "--cached", "--name-only"])) === "") return null;
    return commitAndPush(day, `Data of ${day}\n\nSnapshot ${snapshot}\nRoot ${root}`);
  });
}

interface OpenMirror {
  folder: string;
  git: Awaited<ReturnType<typeof checkOutMainBranch>>;
  /** Commits everything in the folder with the date of this day, and pushes. @returns Hash of the commit. */
  commitAndPush(day: string, message: string): Promise<string>;
}

async function withMirror<T>(
  mirror: RemoteRepository,
  task: (open: OpenMirror) => Promise<T>,
): Promise<T> {
  if (mirror.repo.startsWith("-"))
    throw new CommandError(
      `${mirror.repo} is not a git repository; give the address or path of one`,
    );
  const folder = await mkdtemp(join(tmpdir(), "almanac-mirror-"));
  try {
    const git = await checkOutMainBranch(folder, mirror);
    const commitAndPush = async (day: string, message: string) => {
      await git(["add", "--all"]);
      await git(["commit", "--quiet", "--message", message], toCommitEnvironment(day));
      await git(["push", "--quiet", "origin", "HEAD:refs/heads/main"]).catch((error: Error) => {
        throw new CommandError(
          `${error.message}\nif someone else pushed at this time, run this again`,
        );
      });
      return git(["rev-parse", "HEAD"]);
    };
    return await task({ folder, git, commitAndPush });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Adds one file, dated to its day. @returns Hash of the commit; null if the file exists, which stays unchanged. */
export const commitFileToMirror = (
  mirror: RemoteRepository,
  file: { path: string; body: string },
  day: string,
  message: string,
): Promise<string | null> =>
  withMirror(mirror, async ({ folder, commitAndPush }) => {
    if (existsSync(join(folder, file.path))) return null;
    await mkdir(dirname(join(folder, file.path)), { recursive: true });
    await writeFile(join(folder, file.path), file.body);
    return commitAndPush(day, message);
  });

/** Folders with data. The mirror's other files describe the data. */
const DATA_FOLDERS = ["exports", "lab", "facts"];

/** Copies of past months: one folder for each date, which never changes, and their index. */
const isCopy = (name: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(name) || name === DATED_EXPORTS_INDEX_FILE;

/** Replaces the content of the data folders, except for copies of past months. Other files of the mirror are kept. */
async function writeContent(folder: string, { files }: MirrorContent): Promise<void> {
  for (const path of DATA_FOLDERS.map((name) => join(folder, name)))
    for (const name of existsSync(path) ? await readdir(path) : [])
      if (!isCopy(name)) await rm(join(path, name), { recursive: true });
  for (const [path, body] of files) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, body);
  }
}

interface Mirrored {
  as_of: string;
  snapshot: string;
}

/** If the new facts are the first of a month, copies the last exports of the earlier month to a folder of their day. */
async function keepMonth(folder: string, { as_of: date, snapshot }: Mirrored, day: string) {
  if (date.slice(0, 7) >= day.slice(0, 7)) return;
  const text = await readFileIfExists(join(folder, DATED_EXPORTS_INDEX_FILE));
  const copies = text === undefined ? [] : DatedExportsIndex.parse(JSON.parse(text)).copies;
  if (copies.some((copy) => copy.date === date)) return;
  const files: DatedExportCopy["files"] = [];
  const names = (await readdir(folder)).filter((name) => name.endsWith(".csv"));
  await mkdir(join(folder, date));
  for (const name of names.sort(compareByCodePoint)) {
    const body = await readFile(join(folder, name));
    await writeFile(join(folder, date, name), body);
    files.push({ name, bytes: body.length, sha256: hash("sha256", body) });
  }
  copies.push({ date, snapshot, files });
  await writeIndex(folder, { copies: copies.sort((a, b) => compareByCodePoint(a.date, b.date)) });
}

const writeIndex = (folder: string, index: DatedExportsIndex): Promise<void> =>
  writeFile(join(folder, DATED_EXPORTS_INDEX_FILE), `${JSON.stringify(index, null, 2)}\n`);

/**
 * Copies the exports of past months from the mirror to a folder, for a build to publish.
 * @param from Undefined if there is no mirror, and so no copies.
 * @param folder Its content is replaced.
 * @throws CommandError if git fails; then the folder is unchanged.
 */
export async function fetchMonthlyExportCopies(
  from: RemoteRepository | undefined,
  folder: string,
): Promise<void> {
  const empty = async () => {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    await writeIndex(folder, { copies: [] });
  };
  if (from === undefined) return empty();
  await withMirror(from, async ({ folder: mirror }) => {
    await empty();
    const exports = join(mirror, "exports");
    for (const name of existsSync(exports) ? await readdir(exports) : [])
      if (isCopy(name)) await cp(join(exports, name), join(folder, name), { recursive: true });
  });
}
