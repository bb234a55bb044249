/** The golden site where every name of a model, a host and a benchmark would be markup if it were not escaped. */
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import glob from "fast-glob";
import { createTemporaryFolder } from "../builders/temporary-folder.ts";
import { GOLDEN_DATA } from "../golden/stored-site.ts";
import { runBuildCommand, toBuiltPaths } from "./run-build.ts";

/** Ends a tag, an attribute, a title, a script and a CDATA section; the number keeps names apart. */
const toHostile = (number: number): string =>
  `<img src=x onerror=alert(${number})> ]]> "'</title></script>`;

export interface HostileSite {
  dist: string;
  functionData: string;
  remove(): Promise<void>;
}

/** @throws Error with the build's own words when it fails. */
export async function buildHostileSite(): Promise<HostileSite> {
  const folder = createTemporaryFolder("hostile");
  const remove = () => rm(folder, { recursive: true, force: true });
  const data = join(folder, "data");
  cpSync(GOLDEN_DATA, data, { recursive: true });
  const facts = glob.sync("{models,providers,benchmarks}/**/*.json", { cwd: data }).sort();
  for (const [index, path] of facts.entries()) {
    const file = join(data, path);
    const fact = JSON.parse(readFileSync(file, "utf8")) as object;
    writeFileSync(file, `${JSON.stringify({ ...fact, name: toHostile(index) }, null, 2)}\n`);
  }
  const { code, stderr } = await runBuildCommand(data, folder, {}, ["--sqlite"]);
  if (code !== 0) {
    await remove();
    throw new Error(`the site with hostile names was not built:\n${stderr}`);
  }
  return { ...toBuiltPaths(folder), remove };
}
