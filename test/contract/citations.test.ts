/** The gate: a requirement that no test cites fails the build. */
import { expect, test } from "vitest";
import { citedIn, readTests, uncited } from "./citations.ts";
import { LATER, REQUIREMENTS } from "./requirements.ts";

const HERE = new URL("./", import.meta.url);

test("every requirement is cited by a test", async () => {
  expect(uncited(Object.keys(REQUIREMENTS), await readTests(HERE))).toEqual([]);
});

test("every citation names a requirement", async () => {
  const unknown = [...citedIn(await readTests(HERE))].filter((id) => !(id in REQUIREMENTS));
  expect(unknown).toEqual([]);
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

test("a requirement says its own sentence; what is later names its issue", () => {
  const sentences = Object.values(REQUIREMENTS);
  expect(new Set(sentences).size).toBe(sentences.length);
  for (const sentence of sentences) expect(sentence).toMatch(/^[A-Za-z].{20,}\.$/s);
  for (const { issue } of LATER) expect([3, 4, 5]).toContain(issue);
});
