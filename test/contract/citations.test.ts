/** The gate: a requirement that no test cites fails the build. */
import { expect, test } from "vitest";
import { getSome } from "../builders/get.ts";
import { citedIn, readTests, uncited } from "./citations.ts";
import { REQUIREMENTS } from "./requirements.ts";

const IDS = Object.keys(REQUIREMENTS);

test("every requirement is cited by a test", async () => {
  expect(uncited(getSome(IDS, "requirements"), await readTests())).toEqual([]);
});

test("every citation names a requirement", async () => {
  const cited = getSome([...citedIn(await readTests())], "citations");
  expect(cited.filter((id) => !(id in REQUIREMENTS))).toEqual([]);
});
