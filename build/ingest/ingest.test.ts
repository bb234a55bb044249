import { test } from "vitest";
import { FIRST, openMarket, SECOND } from "../../test/builders/market-world.ts";

test("first nights", async () => {
  const world = await openMarket();
  const one = await world.night(FIRST);
  console.log(
    one.outcomes,
    one.gates,
    one.faults,
    one.changedFiles.length,
    one.statements,
    one.newModels.length,
    one.rejected,
  );
  const two = await world.night(SECOND);
  console.log(two.outcomes, two.gates, two.faults, two.changedFiles);
  await world.close();
});
