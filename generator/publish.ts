/** Publishes completely or not at all: a new folder, with hard links to unchanged files, replaces the old one. */
import { hash } from "node:crypto";
import {
  appendFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { CommandError } from "../build/facts/fault.ts";
import { compareByCodePoint } from "../build/schema/collections.ts";
import { FILE_MANIFEST_PATH } from "./http/endpoint.ts";
import { CDN_RULE_FILES, type StaticFile } from "./http/headers.ts";

/** Path of a published file → hash and size of its content; without the files that only the CDN reads. */
export type FileManifest = Record<string, { sha256: string; bytes: number }>;

export interface PublishedFilesSummary {
  /** Paths of new and changed files, sorted. */
  written: string[];
  unchanged: number;
  removed: string[];
  bytes: number;
}

/** A file outside the published folder that must change together with the published files. */
interface Companion {
  path: string;
  /** @param manifest Text of the manifest as published. @returns Parts of the content, to write one after the other. */
  toContent(manifest: string): Iterable<Uint8Array>;
}

/**
 * @param files All files except the manifest, which is made here. If reading them throws, `folder` stays unchanged.
 * @param toManifestFile Makes the text of the published manifest.
 * @param companions Are put in place in this order, immediately after the files.
 */
export function publishFiles(
  folder: string,
  files: Iterable<StaticFile>,
  toManifestFile: (manifest: FileManifest) => string,
  companions: readonly Companion[] = [],
): PublishedFilesSummary {
  recover(folder);
  const before = readFileManifest(folder);
  const next = `${folder}.next`;
  remove(next);
  try {
    const { made, written } = writeNextFolder(next, folder, files, before.files);
    const isListed = (path: string) => !CDN_RULE_FILES.includes(path);
    const entries = Object.entries(made)
      .filter(([path]) => isListed(path))
      .sort(([a], [b]) => compareByCodePoint(a, b));
    const changed = written.filter(isListed);
    const manifest = toManifestFile(Object.fromEntries(entries));
    const isSame = written.length === 0 && manifest === before.text;
    if (!isSame) write(join(next, FILE_MANIFEST_PATH), manifest);
    const staged = companions.map((companion) => stage(companion, manifest));
    if (!isSame) swap(folder, next);
    for (const put of staged) put();
    // Deleted only at the end: deleting thousands of files takes so long that the build may be killed meanwhile.
    if (!isSame) remove(asideOf(folder));
    return {
      written: isSame ? [] : [...changed, FILE_MANIFEST_PATH].sort(compareByCodePoint),
      unchanged: entries.length - changed.length,
      removed: Object.keys(before.files).filter((path) => !(path in made)),
      bytes: entries.reduce((sum, [, { bytes }]) => sum + bytes, 0),
    };
  } finally {
    remove(next);
    for (const { path } of companions) remove(path + TEMPORARY);
  }
}

/** @throws CommandError for a file, or a folder that no build made, because publishing would delete it. */
export function refuseForeignFolder(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (!found.isDirectory())
    throw new CommandError(`${folder} is a file; name a folder for the published files with --out`);
  if (exists(join(folder, FILE_MANIFEST_PATH))) return;
  const [name] = readdirSync(folder).sort(compareByCodePoint);
  if (name !== undefined)
    throw new CommandError(
      `${folder} contains ${name}, but no ${FILE_MANIFEST_PATH.slice(1)} of an earlier build, so the build would delete files that no build has written; empty the folder, or name another folder with --out`,
    );
}

/** Writes the companion to a temporary file. @returns A function that moves it into place. */
function stage({ path, toContent }: Companion, manifest: string): () => void {
  const parts = toContent(manifest);
  write(path + TEMPORARY, "");
  for (const part of parts) appendFileSync(path + TEMPORARY, part);
  return () => renameSync(path + TEMPORARY, path);
}

function write(file: string, content: string | Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

/** Writes the changed files to `next` and links the others to it. @throws CommandError when a path has two owners. */
function writeNextFolder(
  next: string,
  folder: string,
  files: Iterable<StaticFile>,
  before: FileManifest,
) {
  const owners = new Map<string, string>();
  const folders = new Set<string>();
  const made: FileManifest = {};
  const written: string[] = [];
  for (const { path, owner, body } of files) {
    const other = owners.get(path);
    if (other !== undefined)
      throw new CommandError(`${path} is written twice: by ${other} and by ${owner}`);
    owners.set(path, owner);
    const sha256 = hash("sha256", body);
    const bytes = Buffer.byteLength(body);
    made[path] = { sha256, bytes };
    const target = join(next, path);
    const targetFolder = dirname(target);
    if (!folders.has(targetFolder)) mkdirSync(targetFolder, { recursive: true });
    folders.add(targetFolder);
    const existing = join(folder, path);
    // The file may have been deleted or cut since.
    const isWhole = statSync(existing, { throwIfNoEntry: false })?.size === bytes;
    const known = () => before[path]?.sha256 ?? hash("sha256", readFileSync(existing));
    if (isWhole && known() === sha256) linkSync(existing, target);
    else {
      writeFileSync(target, body);
      written.push(path);
    }
  }
  return { made, written };
}

/** Suffix of a companion while it is being written. */
const TEMPORARY = ".new";

const asideOf = (folder: string): string => `${folder}.old`;

/** Replaces `folder` by `next`. At every moment, `folder` is either complete or missing. */
function swap(folder: string, next: string): void {
  remove(asideOf(folder));
  if (exists(folder)) renameSync(folder, asideOf(folder));
  renameSync(next, folder);
}

/** If a build was killed between the two renames, moves the old folder back. */
function recover(folder: string): void {
  if (exists(folder)) remove(asideOf(folder));
  else if (exists(asideOf(folder))) renameSync(asideOf(folder), folder);
}

const exists = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined;

const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true });

/** No files when nothing was published yet, or by a version with another format of the manifest. */
export function readFileManifest(folder: string): { text: string; files: FileManifest } {
  const file = join(folder, FILE_MANIFEST_PATH);
  if (!exists(file)) return { text: "", files: {} };
  const text = readFileSync(file, "utf8");
  return { text, files: (JSON.parse(text) as { files?: FileManifest }).files ?? {} };
}

/** Paths of the new and changed files, and of those that the later build does not have, sorted. */
export function compareFileManifests(before: FileManifest, after: FileManifest) {
  const paths = Object.keys(after);
  const written = paths.filter((path) => before[path]?.sha256 !== after[path]?.sha256).sort();
  const removed = Object.keys(before).filter((path) => !(path in after));
  return { written, removed: removed.sort(), unchanged: paths.length - written.length };
}
