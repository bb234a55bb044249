/** What the last build was made from, and whether what it made is still there. Plain JavaScript, as the command is. */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** @typedef {import("../build.ts").BuildOptions} BuildOptions */
/** @typedef {{ inputs: string, manifest: string, functionData: string }} Record Hashes: sha256, hexadecimal. */

/** Whatever a build is made from, besides the facts. */
const CODE = ["build", "generator", "package.json", "package-lock.json", "CHANGELOG.md"];

/**
 * One hash of everything that a build depends on.
 * @param {BuildOptions} options
 */
export function hashInputs({ data, out, functionData, baseUrl, snapshot, copies, maxFiles }) {
  const hash = createHash("sha256");
  const places = [data, out, functionData].map((path) => resolve(path));
  hash.update(JSON.stringify([process.version, baseUrl, places, snapshot, maxFiles]));
  for (const root of [data, ...(copies ? [copies] : []), ...CODE])
    for (const path of filesBelow(root)) hash.update(`\n${path}\n`).update(readFileSync(path));
  return hash.digest("hex");
}

/** Beside the function's data, in a small file of its own. */
export class LastBuild {
  #file;
  #dist;
  #functionData;
  #keepsSnapshot;

  /** @param {BuildOptions} options */
  constructor({ out, functionData, snapshot }) {
    this.#file = join(dirname(functionData), "last-build.json");
    this.#dist = out;
    this.#functionData = functionData;
    this.#keepsSnapshot = snapshot !== undefined;
  }

  /**
   * How many files are published, when the last build was made from the same and all that it made is there.
   * @param {string} inputs
   */
  sameFiles(inputs) {
    if (this.#keepsSnapshot) return undefined;
    const now = JSON.stringify(this.#toRecord(inputs));
    if (String(readIfThere(this.#file)) !== now) return undefined;
    const text = readIfThere(this.#manifest);
    if (text === undefined) return undefined;
    /** @type {{ files: import("../publish.ts").Manifest }} */
    const manifest = JSON.parse(String(text));
    const files = Object.entries(manifest.files);
    const isThere = files.every(([path, { bytes }]) => sizeOf(join(this.#dist, path)) === bytes);
    return isThere ? files.length : undefined;
  }

  /** @param {string} inputs Taken before the build, so that what has changed since is built next time. */
  remember(inputs) {
    mkdirSync(dirname(this.#file), { recursive: true });
    writeFileSync(`${this.#file}.new`, JSON.stringify(this.#toRecord(inputs)));
    renameSync(`${this.#file}.new`, this.#file);
  }

  get #manifest() {
    return join(this.#dist, "api/v1/manifest.json");
  }

  /** @param {string} inputs */
  #toRecord(inputs) {
    return { inputs, manifest: hashOf(this.#manifest), functionData: hashOf(this.#functionData) };
  }
}

/** @param {string} root A file, or a folder, or neither. Sorted, so that the order of the folder makes no difference. */
function filesBelow(root) {
  const found = statSync(root, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return found ? [root] : [];
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
}

/**
 * Another build may move the files at this moment.
 * @param {string} file
 */
function readIfThere(file) {
  try {
    return readFileSync(file);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "ENOENT") return undefined;
    throw error;
  }
}

/** @param {string} file */
const hashOf = (file) =>
  createHash("sha256")
    .update(readIfThere(file) ?? "")
    .digest("hex");

/** @param {string} file */
const sizeOf = (file) => statSync(file, { throwIfNoEntry: false })?.size;
