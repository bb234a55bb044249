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

test("the gate sees what is cited, on one line or over several, and nothing else", () => {
  const call = "verifies";
  const source = [
    `${call}("2.1", "on one line", () => {});`,
    `  ${call}(\n  "2.2",\n  "over several", () => {});`,
    `// ${call}("2.3", "commented out", () => {});`,
    `const text = '${call}("2.4")';`,
  ].join("\n");
  expect(uncited(["2.1", "2.2", "2.3", "2.4", "2.5"], [source])).toEqual(["2.3", "2.4", "2.5"]);
});

test("a requirement says its own sentence", () => {
  const sentences = Object.values(REQUIREMENTS);
  expect(new Set(sentences).size).toBe(IDS.length);
  for (const sentence of sentences) expect(sentence).toMatch(/^[A-Za-z].{20,}\.$/s);
});
