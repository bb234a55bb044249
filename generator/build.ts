/** data → dist: load, generate, publish. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { BuildError } from "../build/facts/fault.ts";
import { type Making, makeFunctionDataInThread } from "./function-data/function-data-thread.ts";
import { generate } from "./generate.ts";
import { toEnvelope } from "./http/envelope.ts";
import { load } from "./load.ts";
import { Summary } from "./progress/build-summary.ts";
import { MANIFEST_PATH, type Manifest, publish } from "./publish.ts";

export interface BuildOptions {
  data: string;
  out: string;
  functionData: string;
  /** Where to keep the DuckDB database; in memory only when absent. */
  snapshot?: string;
  /** At most so many files of one endpoint. */
  maxFiles?: number;
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
  if (!existsSync(options.data))
    throw new BuildError(`${options.data} does not exist; name the folder of facts with --data`);
  const loaded = await load({
    dataFolder: resolve(options.data),
    snapshotFile: options.snapshot === undefined ? null : resolve(options.snapshot),
    baseUrl: process.env.BASE_URL || undefined,
    onStep,
  });
  onStep("making answers");
  const { catalog } = loaded;
  const toManifestFile = (manifest: Manifest) =>
    JSON.stringify({
      ...toEnvelope(catalog.service, {
        url: `${catalog.service.base_url}${MANIFEST_PATH}`,
        title: "Published files",
        asOf: catalog.asOf || null,
      }),
      data: { snapshot: catalog.hash, files: manifest },
    });
  const summary = new Summary();
  /** Begun when the database's memory is free again. */
  let functionData: Making | undefined;
  async function* files() {
    yield* generate(loaded, loaded.snapshot, {
      maxFilesPerEndpoint: options.maxFiles,
      onDatabaseDone: () => {
        loaded.snapshot.close();
        const { catalogJson: catalog, searchFacts } = loaded;
        const file = resolve(options.functionData);
        functionData = makeFunctionDataInThread({ file, catalog, searchFacts });
      },
    });
    onStep("waiting for the last files");
    // Here, so that nothing is published when it fails.
    await functionData?.changed;
  }
  const { written, unchanged, removed, bytes } = await publish(
    resolve(options.out),
    summary.watch(files()),
    toManifestFile,
  ).finally(() => functionData?.stop());
  if (!options.quiet) process.stdout.write(`${await summary.format(written)}\n`);
  const seconds = ((performance.now() - started) / 1000).toFixed(2);
  process.stdout.write(
    `built ${unchanged + written.length} files, ${(bytes / 1e6).toFixed(1)} MB in ${seconds} s: ${written.length} written, ${unchanged} unchanged, ${removed.length} removed\n`,
  );
}
