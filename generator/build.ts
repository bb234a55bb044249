/** data → dist, in this order: read facts, read model, exports, answers, files, publish. */
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { BuildError, toBuildError } from "../build/facts/fault.ts";
import { withLock } from "../build/facts/lock.ts";
import { datedCopies } from "./exports/dated-copies.ts";
import { exportFiles } from "./exports/export-files.ts";
import { packData, toFunctionData } from "./function-data/function-data.ts";
import { generate } from "./generate.ts";
import { type Loaded, load } from "./load.ts";
import { manifestText } from "./openapi/documents.ts";
import { Summary } from "./progress/build-summary.ts";
import { Progress } from "./progress/progress.ts";
import { publish } from "./publish.ts";
import { assetFiles } from "./site/layout/assets/asset-files.ts";

export interface BuildOptions {
  /** Folder of facts. */
  data: string;
  out: string;
  functionData: string;
  /** Address of the site in its answers; absent: that of `service.json`, else of this machine. */
  baseUrl?: string;
  /** Where to keep the DuckDB database; in memory only when absent. */
  snapshot?: string;
  /** `exports` of a mirror, whose copies of past months are published too. */
  copies?: string;
  /** At most so many files of one endpoint, and pages, feeds and badges of so many models. */
  maxFiles?: number;
  quiet: boolean;
}

/**
 * @param remember Called after a build, before another one may begin.
 * @returns Exit code: 1 when something in the facts, the code, the options or the disk must be mended.
 */
export async function runBuild(options: BuildOptions, remember: () => void): Promise<number> {
  const { out } = options;
  try {
    await withLock(`${out}.lock`, `builds ${out}`, async () => {
      await build(options);
      remember();
    });
    return 0;
  } catch (error) {
    const fault = toBuildError(error, out);
    if (fault === undefined) throw error;
    process.stderr.write(`${fault.message}\nbuild: stopped; ${out} is as it was\n`);
    return 1;
  }
}

async function build(options: BuildOptions): Promise<void> {
  const { data, baseUrl, snapshot, quiet } = options;
  const progress = new Progress(quiet);
  if (!existsSync(data))
    throw new BuildError(`${data} does not exist; name the folder of facts with --data`);
  const loaded = await load({
    dataFolder: resolve(data),
    snapshotFile: snapshot === undefined ? null : resolve(snapshot),
    baseUrl: baseUrl || undefined,
    onStep: (step) => progress.step(step),
  });
  const workFolder = await mkdtemp(join(tmpdir(), "almanac-exports-"));
  try {
    await publishLoaded(loaded, options, workFolder, progress);
  } finally {
    await rm(workFolder, { recursive: true });
  }
}

/** @param workFolder For what is made before it can be published. */
async function publishLoaded(
  loaded: Loaded,
  { out, functionData, copies, maxFiles, quiet }: BuildOptions,
  workFolder: string,
  progress: Progress,
): Promise<void> {
  const { catalog } = loaded;
  progress.step("exporting datasets");
  const { db, close } = loaded.snapshot;
  const ofToday = await exportFiles(catalog, db, workFolder).finally(close);
  const exports = [...ofToday, ...datedCopies(copies, catalog)];
  progress.step("bundling what pages load");
  const assets = await assetFiles();
  progress.step("making the function's data");
  const forFunction = packData(loaded);
  progress.step("making answers");
  const summary = new Summary();
  const files = summary.watch(generate(loaded, [...exports, ...assets], maxFiles));
  const published = publish(resolve(out), files, (manifest) => manifestText(catalog, manifest), {
    path: resolve(functionData),
    toContent: (manifest) => toFunctionData(forFunction, manifest),
  });
  if (!quiet) process.stdout.write(`${summary.format(published.written)}\n`);
  progress.end(published);
}
