/**
 * Exports and lab datasets → a git repository of their own, dated by the facts.
 *
 * One commit a day: the day is that of the newest fact, never the clock's. Where no dataset differs from the
 * mirror, nothing is committed. Where one differs and the mirror has that day already (a correction of
 * facts of the same day), the change waits for the next day's commit, unless `again` is set. The last publish of each
 * month stays in a folder of its own.
 */
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { z } from "zod";
import { BuildError } from "../../build/facts/fault.ts";
import { readIfExists } from "../../build/facts/write-facts.ts";
import { COPIES_INDEX } from "../../generator/exports/dated-copies.ts";
import { DATA_FOLDERS, type MirrorContent, readContent, SNAPSHOT_FILE } from "./content.ts";
import { isDatedFolder, keepMonth, type Mirrored } from "./copies.ts";
import { checkOut, createGit, type Git } from "./git.ts";

export interface MirrorOptions {
  /** Address or path of the mirror's repository. */
  repo: string;
  /** Folder of the built site. */
  dist: string;
  branch: string;
  author: { name: string; email: string };
  /** For an https address; better than a password within the address. */
  token?: string | undefined;
  /** A second commit for a day. */
  again: boolean;
  /** Only report what would be committed. */
  dryRun: boolean;
}

interface Comparison {
  day: string;
  /** Day of the mirror before; null when it was empty. */
  mirrored: string | null;
  /** Datasets that differ, by path. */
  changed: string[];
}

/** `held`: datasets differ, and the mirror has a commit of this day or a later one. `commit` is the hash of the new one. */
export type MirrorResult = Comparison &
  (
    | { state: "committed"; commit: string }
    | { state: "unchanged" | "held" | "rehearsed"; commit: null }
  );

/** @throws BuildError when `dist` holds no site, or git fails; the mirror is as it was then. */
export async function mirror(options: MirrorOptions): Promise<MirrorResult> {
  if (options.repo.startsWith("-"))
    throw new BuildError(`${options.repo}: not a repository; write its address or its path`);
  const content = await readContent(options.dist);
  const folder = await mkdtemp(join(tmpdir(), "almanac-mirror-"));
  const { repo: remote, token, author } = options;
  try {
    return await update(folder, content, createGit({ folder, remote, token, author }), options);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function update(
  folder: string,
  content: MirrorContent,
  git: Git,
  options: MirrorOptions,
): Promise<MirrorResult> {
  const { day } = content;
  await checkOut(git, options);
  const before = await readMirrored(folder);
  const mirrored = before?.as_of ?? null;
  if (before) await keepMonth(folder, before, day);
  await writeContent(folder, content);
  await git(["add", "--all"]);
  const changed = await changedDatasets(git);
  const result = { day, mirrored, changed, commit: null };
  if (changed.length === 0) return { ...result, state: "unchanged" };
  if (mirrored !== null && mirrored >= day && !options.again) return { ...result, state: "held" };
  if (options.dryRun) return { ...result, state: "rehearsed" };
  return { ...result, state: "committed", commit: await commitAndPush(git, content, options) };
}

const MirroredFile = z.looseObject({ as_of: z.string(), snapshot: z.string() });

async function readMirrored(folder: string): Promise<Mirrored | null> {
  const text = await readIfExists(join(folder, SNAPSHOT_FILE));
  return text === undefined ? null : MirroredFile.parse(JSON.parse(text));
}

/** The data folders hold our files, copies of past months, and nothing else; other files of the mirror stay. */
async function writeContent(folder: string, { files }: MirrorContent): Promise<void> {
  for (const path of DATA_FOLDERS.map((name) => join(folder, name)))
    for (const name of existsSync(path) ? await readdir(path) : [])
      if (!isDatedFolder(name) && name !== COPIES_INDEX)
        await rm(join(path, name), { recursive: true });
  for (const [path, body] of files) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, body);
  }
}

/** Copies of past months are no change: they come with the next one. */
async function changedDatasets(git: Git): Promise<string[]> {
  const names = await git(["diff", "--cached", "--name-only", "-z", "--", ...DATA_FOLDERS]);
  return names
    .split("\0")
    .filter((name) => /^[a-z]+\/[^/]+$/.test(name) && !name.endsWith(COPIES_INDEX));
}

async function commitAndPush(
  git: Git,
  { day, snapshot }: MirrorContent,
  { branch }: MirrorOptions,
): Promise<string> {
  const instant = `${day}T00:00:00Z`;
  const dates = { GIT_AUTHOR_DATE: instant, GIT_COMMITTER_DATE: instant };
  const message = `Data of ${day}\n\nSnapshot ${snapshot}`;
  await git(["commit", "--quiet", "--message", message], dates);
  await git(["push", "--quiet", "origin", `HEAD:refs/heads/${branch}`]);
  return git(["rev-parse", "HEAD"]);
}

/** A line for people. @param repo Without its secrets. */
export function describeResult(result: MirrorResult, repo: string): string {
  const { day, mirrored } = result;
  const files = result.changed.join(", ");
  switch (result.state) {
    case "unchanged":
      return `nothing to commit, no dataset of ${day} differs from ${repo}`;
    case "held":
      return `nothing committed: ${repo} has a commit of ${mirrored}, and gets one a day; ${files} of ${day} wait for the next (--again commits now)`;
    case "rehearsed":
      return `would commit ${files} of ${day} to ${repo}`;
    case "committed":
      return `committed ${files} of ${day} to ${repo} as ${result.commit.slice(0, 12)}`;
  }
}
