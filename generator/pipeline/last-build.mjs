/** Records the inputs of the last build, and checks that its output is complete. Plain JavaScript, as cli.mjs is. */
import { createHash, hash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** @typedef {import("../build.ts").BuildOptions} BuildOptions */

/** The inputs of a build other than the facts. */
export const CODE_FOLDERS = ["build", "clients/typescript/src", "docs", "generator"];
const CODE = [...CODE_FOLDERS, "package.json", "package-lock.json", "CHANGELOG.md"];

/**
 * One hash of everything that a build depends on.
 * @param {BuildOptions} options
 */
export function hashBuildInputs(options) {
  const { data, out, functionData, baseUrl, snapshot, copies, maxFiles } = options;
  const { flavour = "netlify", queryFiles = true, sqlite = false } = options;
  const hash = createHash("sha256");
  const places = [data, out, functionData].map((path) => resolve(path));
  const kind = [maxFiles, flavour, queryFiles, sqlite];
  hash.update(JSON.stringify([process.version, baseUrl, places, snapshot, ...kind]));
  for (const root of [data, ...(copies ? [copies] : []), ...CODE])
    for (const path of filesBelow(root)) hash.update(`\n${path}\n`).update(readFileSync(path));
  return hash.digest("hex");
}

/**
 * @param {BuildOptions} options
 * @param {string} inputs Result of `hashBuildInputs`.
 * @returns {number | undefined} Number of published files if the last build had the same inputs and its output is
 * complete; otherwise undefined.
 */
export function countFilesIfUnchanged(options, inputs) {
  // This check does not cover the database file, so a build with `--snapshot` always runs.
  if (options.snapshot !== undefined) return undefined;
  const text = readIfThere(manifestOf(options));
  if (text === undefined || String(readIfThere(recordFile(options))) !== toRecord(options, inputs))
    return undefined;
  /** @type {{ files: import("../publish.ts").FileManifest }} */
  const { files } = JSON.parse(String(text));
  const entries = Object.entries(files);
  const isWhole = entries.every(
    ([path, { bytes }]) => statSync(options.out + path, { throwIfNoEntry: false })?.size === bytes,
  );
  // The manifest does not list itself.
  return isWhole ? entries.length + 1 : undefined;
}

/**
 * @param {BuildOptions} options
 * @param {string} inputs Must be computed before the build, so that files that change during the build trigger a new
 * one.
 */
export function recordBuildInputs(options, inputs) {
  const file = recordFile(options);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, toRecord(options, inputs));
  renameSync(`${file}.new`, file);
}

/** @param {BuildOptions} options */
const recordFile = ({ functionData }) => join(dirname(functionData), "last-build.json");

/** @param {BuildOptions} options */
const manifestOf = ({ out }) => join(out, "api/v1/manifest.json");

/**
 * @param {BuildOptions} options
 * @param {string} inputs
 */
function toRecord(options, inputs) {
  const { functionData, out } = options;
  const unlisted = [functionData, `${functionData}.proofs`, `${out}/_headers`, `${out}/_redirects`];
  const files = [manifestOf(options), ...unlisted];
  const made = files.map((file) => hash("sha256", readIfThere(file) ?? ""));
  return JSON.stringify({ inputs, made });
}

/** @param {string} root A file, a folder, or a path that does not exist. Tests do not affect a build. */
function filesBelow(root) {
  const found = statSync(root, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return found ? [root] : [];
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".test.ts"))
    .map(({ parentPath, name }) => `${parentPath}/${name}`)
    .sort();
}

/** Returns undefined for a missing file, because another build may be replacing the files. @param {string} file */
function readIfThere(file) {
  try {
    return readFileSync(file);
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw error;
  }
}
