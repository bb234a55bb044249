import { afterAll, beforeAll, expect, it } from "vitest";
import { nightCommand } from "../builders/night-command.ts";
import { DAY, NEXT_DAY, type NightWorld, openNightWorld } from "../builders/night-world.ts";

let world: NightWorld;
beforeAll(async () => {
  world = await openNightWorld(12);
});
afterAll(() => world.close());

it("npm run nightly ends with 0 when all is published, with 2 when a source failed", async () => {
  const quiet = await nightCommand(world, { only: "nobody" });
  expect([quiet.code, quiet.output]).toEqual([
    ...[0, expect.stringContaining(`night of ${DAY}: nothing new`)],
  ]);
  // Twelve models are a twentieth of what the real upstream has at least.
  const cutOff = await nightCommand(world, { day: NEXT_DAY });
  expect([cutOff.code, cutOff.output]).toEqual([2, expect.stringContaining("1 source failed")]);
});

it("of two nights at once one ends and the other says why it does not begin", async () => {
  const nights = await Promise.all([
    nightCommand(world, { only: "nobody" }),
    nightCommand(world, { only: "nobody" }),
  ]);
  for (const { code, output } of nights)
    if (code !== 0)
      expect(output).toMatch(/^process \d+ reads upstreams into .*\nnightly: stopped; /);
  expect(nights.map(({ code }) => code)).toContain(0);
});
