/**
 * Loads a command from one file with its packages in it, bundled again when one of its modules has changed, and with
 * the byte code that V8 made of it. Loading each module through tsx takes 0.6 s longer.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { isAbsolute, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";
import { constants, Script } from "node:vm";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const FOLDER = fileURLToPath(new URL("../.cache/build/", import.meta.url));
const WRAPPER = ["(function (exports, require, module, __filename, __dirname) {", "\n})"];

/**
 * @param {string} name Names the bundle among others.
 * @param {URL} entry The command's own module, without `await` outside of its functions.
 * @returns {Promise<any>} What the module exports.
 */
export async function loadBundled(name, entry) {
  const script = await compileBundled(name, entry);
  const module = { exports: {} };
  const place = fileURLToPath(entry);
  script.runInThisContext()(module.exports, createRequire(entry), module, place, join(place, ".."));
  return module.exports;
}

/**
 * Everything that can be made before the command runs.
 *
 * @param {string} name
 * @param {URL} entry
 * @returns {Promise<Script>}
 */
export async function compileBundled(name, entry) {
  const file = findBundle(name) ?? (await writeBundle(name, fileURLToPath(entry)));
  // V8 takes only what was made by the same version with the same flags.
  const flags = process.execArgv.filter((arg) => arg.startsWith("--") && arg !== "--import");
  const maker = createHash("sha256").update([process.version, ...flags].join(" "));
  const code = file.replace(/\.cjs$/, `-${maker.digest("hex").slice(0, 8)}.code`);
  const kept = existsSync(code) ? toScript(file, readFileSync(code)) : undefined;
  if (kept?.cachedDataRejected === false) return kept;
  // All functions at once: of those compiled when they are called, none would be kept.
  setFlagsFromString("--no-lazy");
  const script = toScript(file);
  setFlagsFromString("--lazy");
  keepCode(script, code);
  return script;
}

/**
 * @param {string} file
 * @param {Buffer} [cachedData]
 */
const toScript = (file, cachedData) =>
  new Script(WRAPPER.join(readFileSync(file, "utf8")), {
    filename: file,
    ...(cachedData && { cachedData }),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });

/**
 * The bundle of the modules as they are now, when there is one.
 * @param {string} name
 */
function findBundle(name) {
  const list = `${FOLDER}${name}.json`;
  if (!existsSync(list)) return undefined;
  const file = bundlePath(name, JSON.parse(readFileSync(list, "utf8")));
  return existsSync(file) ? file : undefined;
}

/**
 * Under another name first: a second run may be looking for the file.
 * @param {string} name
 * @param {string} entry
 */
async function writeBundle(name, entry) {
  const { build } = await import("esbuild");
  await mkdir(FOLDER, { recursive: true });
  const unfinished = `${FOLDER}unfinished-${name}-${process.pid}`;
  const { metafile } = await build({
    entryPoints: [entry],
    outfile: unfinished,
    absWorkingDir: ROOT,
    bundle: true,
    metafile: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    logLevel: "error",
    plugins: [
      { name: "own-address", setup: keepOwnAddresses },
      { name: "native", setup: leaveOutNative },
    ],
  });
  const inputs = [...Object.keys(metafile.inputs), "package-lock.json"].sort();
  const file = bundlePath(name, inputs);
  const outdated = (await readdir(FOLDER)).filter((old) => old.startsWith(`${name}-`));
  for (const old of outdated) await rm(`${FOLDER}${old}`, { force: true });
  await rename(unfinished, file);
  await writeFile(unfinished, JSON.stringify(inputs));
  await rename(unfinished, `${FOLDER}${name}.json`);
  return file;
}

/**
 * Named after the name, size and time of every module in it.
 * @param {string} name
 * @param {string[]} inputs Relative to the project.
 */
function bundlePath(name, inputs) {
  const hash = createHash("sha256");
  for (const input of inputs) {
    const found = statSync(`${ROOT}${input}`, { throwIfNoEntry: false });
    hash.update(`${input} ${found?.size} ${found?.mtimeMs}\n`);
  }
  return `${FOLDER}${name}-${hash.digest("hex").slice(0, 16)}.cjs`;
}

/**
 * @param {Script} script
 * @param {string} file
 */
function keepCode(script, file) {
  const unfinished = `${file}-${process.pid}`;
  try {
    writeFileSync(unfinished, script.createCachedData());
    renameSync(unfinished, file);
  } catch {
    // The next run is slower, no more.
  }
}

/**
 * Modules find the files beside them by `import.meta.url`, which would be the bundle's.
 * @param {import("esbuild").PluginBuild} bundler
 */
function keepOwnAddresses(bundler) {
  bundler.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
    const text = await readFile(path, "utf8");
    const address = JSON.stringify(pathToFileURL(path).href);
    return { contents: text.replaceAll("import.meta.url", address), loader: "ts" };
  });
}

/**
 * Native code cannot be bundled; it is required from where its package stands.
 * @param {import("esbuild").PluginBuild} bundler
 */
function leaveOutNative(bundler) {
  bundler.onResolve({ filter: /^@duckdb\/node-bindings/ }, ({ path, importer }) => ({
    path: createRequire(isAbsolute(importer) ? importer : import.meta.url).resolve(path),
    external: true,
  }));
}
