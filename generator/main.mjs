/**
 * `npm run build`. The command runs from one file, bundled again whenever a module has changed: loading each
 * module through tsx takes half a second longer.
 */
import { createHash } from "node:crypto";
import { existsSync, statSync } from "node:fs";
import { readFile, rename, rm } from "node:fs/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import glob from "fast-glob";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const FOLDER = new URL("../.cache/build/", import.meta.url);
const bundle = new URL(`${hashSources()}.mjs`, FOLDER);
if (!existsSync(bundle)) await writeBundle();
await import(bundle.href);

/** Of the name, size and time of every module that the command may import. */
function hashSources() {
  const hash = createHash("sha256");
  const modules = glob.sync(["package-lock.json", "{build,generator}/**/*.{ts,mjs}"], {
    cwd: ROOT,
  });
  for (const name of modules.sort()) {
    const { size, mtimeMs } = statSync(`${ROOT}${name}`);
    hash.update(`${name} ${size} ${mtimeMs}\n`);
  }
  return hash.digest("hex").slice(0, 16);
}

/** Under another name first: a second build may be looking for the file. */
async function writeBundle() {
  const { build } = await import("esbuild");
  await rm(FOLDER, { recursive: true, force: true });
  const unfinished = fileURLToPath(new URL(`unfinished-${process.pid}.mjs`, FOLDER));
  await build({
    entryPoints: [fileURLToPath(new URL("./main.ts", import.meta.url))],
    outfile: unfinished,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    packages: "external",
    plugins: [{ name: "own-address", setup: keepOwnAddresses }],
  });
  await rename(unfinished, bundle);
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
