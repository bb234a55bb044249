import { readdir, readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { readFacts } from "../../build/facts/read-facts.ts";
import {
  createNightlySandbox,
  FIRST_NIGHT,
  type NightlySandbox,
  OPENROUTER_MODELS_URL,
  runNightlyCommand,
  SECOND_NIGHT,
} from "../builders/night-world.ts";

/** The minimum number of models of the real upstream. A nightly run in a separate process cannot lower it. */
const MODELS = 250;
/** `KILLS=50 npx vitest run --project slow test/slow/night-kill.test.ts` for the long run. */
const KILLS = Number(process.env.KILLS ?? 4);

it(`a night killed at ${KILLS} moments leaves complete old or new facts, and the next night has the same result as without the kill`, {
  timeout: KILLS * 60_000 + 120_000,
}, async () => {
  const first = await createNightlySandbox(MODELS);
  await runNightlyCommand(first, { day: FIRST_NIGHT });
  const [oldFacts, oldSite] = [await first.facts(), await first.site()];
  const copyWithNews = async (): Promise<NightlySandbox> => {
    const world = await first.copy();
    world.replay.set(OPENROUTER_MODELS_URL, first.models.replaceAll("0.0000100", "0.0000101"));
    return world;
  };
  const whole = await copyWithNews();
  const started = performance.now();
  expect((await runNightlyCommand(whole, { day: SECOND_NIGHT })).code).toBe(0);
  const length = performance.now() - started;
  const [newFacts, newSite] = [await whole.facts(), await whole.site()];
  expect(newFacts).not.toEqual(oldFacts);

  for (let kill = 0; kill < KILLS; kill++) {
    const world = await copyWithNews();
    const killAfterMs = (length * (kill + 0.5)) / KILLS;
    await runNightlyCommand(world, { day: SECOND_NIGHT, killAfterMs });
    // Between two renames, a folder has another name (`data.old`, `dist.old`); the next night restores it.
    const [facts, site] = [await world.facts(), await world.site()];
    if (facts.size > 0) expect([oldFacts, newFacts]).toContainEqual(facts);
    else expect(await readdir(world.folder)).toContain("data.old");
    if (site.size > 0) expect([oldSite, newSite]).toContainEqual(site);
    else expect(await readdir(world.folder)).toContain("dist.old");
    const next = await runNightlyCommand(world, { day: SECOND_NIGHT });
    expect(next.code, `${killAfterMs} ms: ${next.output}`).toBe(0);
    expect(await world.facts(), `${killAfterMs} ms`).toEqual(newFacts);
    expect(await world.site(), `${killAfterMs} ms`).toEqual(newSite);
  }
  await readFacts(whole.at("data"));
  const ledger = await readFile(whole.at("data/prices/openrouter.csv"), "utf8");
  expect(ledger.match(new RegExp(SECOND_NIGHT, "g"))).toHaveLength(1);
});

it.each([
  ["data", ["data.old"]],
  ["data.next", ["data", "data.old"]],
])("a night killed after renaming %s is completed by the next", async (killAfterRenaming, left) => {
  const world = await createNightlySandbox(MODELS);
  const { code } = await runNightlyCommand(world, { day: FIRST_NIGHT, killAfterRenaming });
  expect(code).toBe(null);
  const names = await readdir(world.folder);
  expect(names.filter((name) => /^data(\.old)?$/.test(name))).toEqual(left);
  const next = await runNightlyCommand(world, { day: FIRST_NIGHT });
  expect([next.code, next.output]).toEqual([0, expect.stringContaining("published in")]);
  expect(await readdir(world.folder)).not.toContain("data.old");
  expect(await readFile(world.at("data/prices/openrouter.csv"), "utf8")).toContain(FIRST_NIGHT);
});
