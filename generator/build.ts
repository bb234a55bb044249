/** data → dist: load, generate, publish. */
import { resolve } from "node:path";
import { toEnvelope } from "./envelope.ts";
import { writeFunctionData } from "./function-data.ts";
import { generate } from "./generate.ts";
import { load } from "./load.ts";
import { type Manifest, publish } from "./publish.ts";
import { formatSummary, summarise } from "./summary.ts";

export interface BuildOptions {
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
