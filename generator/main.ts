/** `npm run build`: data → dist. */
import { resolve } from "node:path";
import { Command } from "commander";
import { BuildError } from "../build/facts/fault.ts";
import { toEnvelope } from "./envelope.ts";
import { writeFunctionData } from "./function-data.ts";
import { generate } from "./generate.ts";
import { load } from "./load.ts";
import { type Manifest, publish } from "./publish.ts";
import { formatSummary, summarise } from "./summary.ts";

export const FUNCTION_DATA = ".cache/function/data.js";

interface BuildOptions {
  data: string;
  out: string;
  functionData: string;
  snapshot: string;
  quiet: boolean;
}

export async function build(options: BuildOptions): Promise<void> {
  const started = performance.now();
  const onStep = (step: string) => {
    if (!options.quiet)
      process.stderr.write(
        `${((performance.now() - started) / 1000).toFixed(1).padStart(5)} s  ${step}\n`,
      );
  };
  const loaded = await load({
    dataFolder: resolve(options.data),
    snapshotFile: resolve(options.snapshot),
    baseUrl: process.env.BASE_URL || undefined,
    onStep,
  });
  onStep("making answers");
  const files = await generate(loaded, loaded.snapshot.db);
  loaded.snapshot.close();
  onStep("writing files");
  await writeFunctionData(resolve(options.functionData), loaded.functionData);
  const { catalog } = loaded;
  const toManifestFile = (manifest: Manifest) =>
    JSON.stringify({
      ...toEnvelope(catalog.service, {
        url: `${catalog.service.base_url}/api/v1/manifest.json`,
        title: "Published files",
        asOf: catalog.asOf || null,
      }),
      data: { snapshot: catalog.hash, files: manifest },
    });
  const { written, unchanged, removed, bytes } = await publish(
    resolve(options.out),
    files,
    toManifestFile,
  );
  if (!options.quiet) process.stdout.write(`${formatSummary(summarise(files, written))}\n`);
  const seconds = ((performance.now() - started) / 1000).toFixed(2);
  process.stdout.write(
    `built ${files.length + 1} files, ${(bytes / 1e6).toFixed(1)} MB in ${seconds} s: ${written.length} written, ${unchanged} unchanged, ${removed.length} removed\n`,
  );
}

const command = new Command("build")
  .description(
    "Builds dist/ from the facts in data/. dist/ is replaced only when everything is there.",
  )
  .option("--data <folder>", "facts", "data")
  .option("--out <folder>", "published files", "dist")
  .option("--function-data <file>", "what the function bundles", FUNCTION_DATA)
  .option("--snapshot <file>", "DuckDB snapshot", ".cache/snapshot.duckdb")
  .option("--quiet", "only the summary line", false);

try {
  await build(command.parse().opts<BuildOptions>());
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  process.stderr.write(`${error.message}\nbuild: stopped; dist/ is as it was\n`);
  process.exitCode = 1;
}
