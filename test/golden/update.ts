/**
 * `npm run golden:update`: rebuilds the site from the golden facts and stores it. Read `git diff` before you commit it.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runBuildCommand, toBuiltPaths } from "../contract/run-build.ts";
import { GOLDEN_DATA, storeGoldenSite } from "./stored-site.ts";

const folder = await mkdtemp(join(tmpdir(), "almanac-golden-"));
try {
  const { code, stdout, stderr } = await runBuildCommand(GOLDEN_DATA, folder);
  if (code === 0) await storeGoldenSite(toBuiltPaths(folder).dist);
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  process.exitCode = code ?? 1;
} finally {
  await rm(folder, { recursive: true });
}
