/**
 * Tests what docs/operating.md tells an operator to do after a failure: roll back a night, and restore everything from
 * the mirror alone. `npm run drill` runs it together with three months at once and the table of wrong upstreams.
 */
import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { planPriceRetraction } from "../../build/facts/correct.ts";
import { readFactFileTexts } from "../../build/facts/fact-files.ts";
import { readFacts } from "../../build/facts/read-facts.ts";
import { writeFactFile } from "../../build/facts/write-facts.ts";
import { runGit, toCommitEnvironment } from "../../nightly/git.ts";
import {
  createNightlySandbox,
  OPENROUTER_MODELS_URL,
  SECOND_NIGHT,
} from "../builders/night-world.ts";
import { loadTestCatalog } from "../builders/sample-catalog.ts";
import { createTemporaryFolder } from "../builders/temporary-folder.ts";
import { GOLDEN_DATA, runBuildCommand, runProcess, toBuiltPaths } from "../contract/run-build.ts";

const runTool = (...args: string[]) =>
  runProcess(process.execPath, ["--import", "tsx", ...args], toCommitEnvironment(SECOND_NIGHT));

/** Prices and their history in a folder of facts. */
async function readMarket(dataFolder: string) {
  const { catalog } = await loadTestCatalog(dataFolder);
  const prices = catalog.offers.map((one) => [one.host, one.model_id, one.input, one.output]);
  return { prices, history: catalog.price_rows, root: catalog.roots.current.root };
}

test("appended rows roll back a night: its price is gone, and the check of CI passes", async () => {
  const world = await createNightlySandbox(12);
  const git = (...args: string[]) => runGit(world.folder, args, toCommitEnvironment(SECOND_NIGHT));
  await world.night();
  await git("init", "--quiet", "--initial-branch=main");
  await git("add", "data");
  await git("commit", "--quiet", "--message", "first night");
  const before = await readMarket(world.at("data"));

  // A price that is 10 % lower is plausible, so the nightly run publishes it.
  const wrong = world.models.replace("0.0000100", "0.0000090");
  world.replay.set(OPENROUTER_MODELS_URL, wrong);
  await world.night({ day: SECOND_NIGHT });
  await git("add", "data");
  await git("commit", "--quiet", "--message", "second night");
  const published = await git("rev-parse", "HEAD");
  const during = await readMarket(world.at("data"));
  expect(during.prices).not.toEqual(before.prices);
  expect(during.history.length).toBe(before.history.length + 1);

  const why = { because: "the upstream was wrong", page: "https://almanac.example/wrong" };
  const texts = readFactFileTexts(world.at("data"));
  const plan = planPriceRetraction(texts, { recorded: SECOND_NIGHT, ...why }, SECOND_NIGHT);
  for (const file of plan.files) await writeFactFile(world.at("data"), file);
  await git("commit", "--quiet", "--all", "--message", "data: retract the second night");
  const check = ["data:check", "--data", world.at("data"), "--since", published];
  const checked = await runTool("build/facts/main.ts", ...check);
  expect(checked.code, checked.stderr).toBe(0);
  const after = await readMarket(world.at("data"));
  expect([after.prices, after.history]).toEqual([before.prices, before.history]);
  expect(after.root).not.toBe(during.root);
  const { prices } = await readFacts(world.at("data"));
  expect(prices.filter(({ event }) => event === "was_wrong")).toHaveLength(1);
}, 120_000);

test("the mirror alone restores the service: every file and the root are the same", async () => {
  const folder = createTemporaryFolder("drill");
  const at = (name: string) => join(folder, name);
  const manifestOf = (site: string) =>
    readFileSync(join(toBuiltPaths(at(site)).dist, "api/v1/manifest.json"), "utf8");
  cpSync(GOLDEN_DATA, at("data"), { recursive: true });
  expect((await runBuildCommand(at("data"), at("site"))).code).toBe(0);
  execFileSync("git", ["init", "--quiet", "--bare", "--initial-branch=main", at("mirror.git")]);
  const { dist } = toBuiltPaths(at("site"));
  const places = ["--repo", at("mirror.git"), "--dist", dist, "--data", at("data")];
  const mirrored = await runTool("nightly/mirror/main.ts", ...places);
  expect(mirrored.code, mirrored.stderr).toBe(0);
  rmSync(at("data"), { recursive: true });

  execFileSync("git", ["clone", "--quiet", at("mirror.git"), at("mirror")]);
  expect((await runBuildCommand(at("mirror/facts"), at("restored"))).code).toBe(0);
  const { root } = JSON.parse(readFileSync(at("mirror/snapshot.json"), "utf8"));
  const manifest = manifestOf("restored");
  expect(JSON.parse(manifest).root).toBe(root);
  expect(manifest).toBe(manifestOf("site"));
}, 120_000);
