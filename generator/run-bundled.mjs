/**
 * Runs a command from one file, bundled again whenever a module has changed: loading each module through tsx takes
 * half a second longer.
 */
import { createHash } from "node:crypto";
import { existsSync, statSync } from "node:fs";
import { mkdir, readFile, rename, rm } from "node:fs/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import glob from "fast-glob";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const FOLDER = fileURLToPath(new URL("../.cache/build/", import.meta.url));

/**
 * @param {string} name Names the bundle among others.
 * @param {URL} entry The command's own module.
 */
export async function runBundled(name, entry) {
  const bundle = `${FOLDER}${name}-${hashSources()}.mjs`;
  if (!existsSync(bundle)) await writeBundle(name, fileURLToPath(entry), bundle);
  await import(pathToFileURL(bundle).href);
}

/** Of the name, size and time of every module that a command may import. */
function hashSources() {
  const hash = createHash("sha256");
  const modules = glob.sync(
    ["package-lock.json", "{build,generator,mcp-server,nightly}/**/*.{ts,mjs}"],
    { cwd: ROOT, ignore: ["**/node_modules/**"] },
  );
  for (const module of modules.sort()) {
    const { size, mtimeMs } = statSync(`${ROOT}${module}`);
    hash.update(`${module} ${size} ${mtimeMs}\n`);
  }
  return hash.digest("hex").slice(0, 16);
}

/**
 * Under another name first: a second run may be looking for the file.
 * @param {string} name
 * @param {string} entry
 * @param {string} bundle
 */
async function writeBundle(name, entry, bundle) {
  const { build } = await import("esbuild");
  await mkdir(FOLDER, { recursive: true });
  const outdated = await glob(`${name}-*.mjs`, { cwd: FOLDER });
  const unfinished = `${FOLDER}unfinished-${process.pid}.mjs`;
  await build({
    entryPoints: [entry],
    outfile: unfinished,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    packages: "external",
    plugins: [{ name: "own-address", setup: keepOwnAddresses }],
  });
  await rename(unfinished, bundle);
  for (const file of outdated) await rm(`${FOLDER}${file}`, { force: true });
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
