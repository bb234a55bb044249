/** `npm run build`. Plain JavaScript, so that Node can run it without a build step; it bundles the rest. */
import { rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { Command, InvalidArgumentError, Option } from "commander";
import { describeDiskError } from "../build/facts/disk-fault.mjs";
import {
  countFilesIfUnchanged,
  hashBuildInputs,
  recordBuildInputs,
} from "./pipeline/last-build.mjs";

/** @typedef {import("./build.ts").BuildOptions} BuildOptions */

const require = createRequire(import.meta.url);

const BUNDLES = join(import.meta.dirname, "../.cache/build");

const command = new Command("npm run build --")
  .description(
    "Builds dist/ from the facts in data/. dist/ is replaced only after the whole build has succeeded.",
  )
  .option("--data <folder>", "folder of facts", "data")
  .option("--out <folder>", "folder for the published files", "dist")
  .option(
    "--function-data <file>",
    "file for the data that the function reads",
    ".cache/function/data.bin",
  )
  .addOption(
    new Option("--base-url <address>", "base URL of the site, which the answers contain")
      .env("BASE_URL")
      // Netlify sets this variable to the address where the site is, or will be, deployed.
      .default(
        process.env.URL || undefined,
        "the variable URL, else base_url of data/service.json, else an address of this machine",
      ),
  )
  .option(
    "--snapshot <file>",
    "keep the build's DuckDB database in this file, so that you can query it",
  )
  .addOption(
    new Option(
      "--copies <folder>",
      "folder with the exports of past months, which are then published too; npm run mirror:copies makes this folder",
    ).env("EXPORT_COPIES"),
  )
  .option(
    "--max-files <number>",
    "write at most this number of files per endpoint, and pages, feeds and badges for at most this number of models; the function answers the other requests",
    toCount,
  )
  .addOption(
    new Option(
      "--flavour <host>",
      "netlify: with redirect and header rules for Netlify's CDN; static: files with an extension, which any static host can serve",
    )
      .choices(["netlify", "static"])
      .default("netlify"),
  )
  .option(
    "--no-query-files",
    "write no files and no redirect rules for requests with query parameters; the function answers all of them",
  )
  .option("--sqlite", "also publish all exports as one SQLite file, /almanac.sqlite", false)
  .option("--quiet", "print only the summary line", false)
  .addHelpText(
    "after",
    "\nExit codes: 0 built, or nothing has changed; 1 the facts, the code, an option or the disk must be fixed, and the published files are unchanged.",
  )
  .parse();

/** @type {BuildOptions} */
const options = command.opts();
try {
  const inputs = hashBuildInputs(options);
  const unchanged = countFilesIfUnchanged(options, inputs);
  if (unchanged === undefined) {
    const { runSiteBuild } = await loadBuild();
    process.exitCode = await runSiteBuild(options, () => recordBuildInputs(options, inputs));
  } else
    process.stdout.write(
      `nothing has changed since the last build: 0 written, ${unchanged} unchanged, 0 removed\n`,
    );
} catch (error) {
  // Faults of generator/exports/columns.csv are found while the bundle is loaded.
  const isExpected = error instanceof Error && error.name === "CommandError";
  const fault = isExpected ? error.message : describeDiskError(error, BUNDLES);
  if (fault === undefined) throw error;
  process.stderr.write(`${fault}\nbuild: stopped; ${options.out} is unchanged\n`);
  process.exitCode = 1;
}

/**
 * Bundles the generator into one file, without its packages. It is bundled for every run, because loading its modules
 * one by one takes a second longer. The inline source map makes errors name the source line. The bundle is CommonJS: if
 * it imported the packages as ES modules, Node would read hundreds of their files twice, the first time only for their
 * export names.
 * @returns {Promise<typeof import("./build.ts")>}
 */
async function loadBuild() {
  // Node 20 optimises code so early that the build ends before the optimisation pays off (decision 0038). Node 22 has no
  // such flag.
  if (process.versions.node.startsWith("20.")) setFlagsFromString("--interrupt-budget=1000000");
  // `require` avoids the scan for export names that Node would run over the text of esbuild for an `import`.
  /** @type {typeof import("esbuild")} */
  const esbuild = require("esbuild");
  const file = join(BUNDLES, `${process.pid}.cjs`);
  await esbuild.build({
    entryPoints: [join(import.meta.dirname, "build.ts")],
    outfile: file,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    packages: "external",
    sourcemap: "inline",
    sourcesContent: false,
    logLevel: "error",
  });
  await esbuild.stop();
  process.setSourceMapsEnabled(true);
  try {
    return require(file);
  } finally {
    rmSync(file);
  }
}

/** @param {string} text */
function toCount(text) {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new InvalidArgumentError("send a whole number of 1 or more.");
}
