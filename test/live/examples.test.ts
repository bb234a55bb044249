/** Checks that the answers shown in the README are still correct. */
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { openBuiltSite } from "../contract/harness.ts";

/** Values of a sample that jq printed, in their order. */
const scalarsOf = (value: unknown): unknown[] =>
  typeof value === "object" && value !== null ? Object.values(value).flatMap(scalarsOf) : [value];

test("the sample answers in the README match those of the service", async () => {
  const readme = await readFile("README.md", "utf8");
  const samples = [
    ...readme.matchAll(/^\$ curl -s "?localhost:8888([^"\s]+)"? .*\n((?:\[.*\n)+)/gm),
  ];
  expect(samples.length).toBeGreaterThan(3);
  expect(samples.length, "samples that can be read").toBe(readme.match(/^\$ curl /gm)?.length);
  const site = await openBuiltSite();
  for (const [, address = "", lines = ""] of samples) {
    const answer = JSON.parse((await site.get(address)).text);
    const answered = new Set(scalarsOf(answer));
    const printed = lines
      .trim()
      .split("\n")
      .flatMap((line) => scalarsOf(JSON.parse(line)));
    const others = printed.filter((value) => !answered.has(value));
    expect(others, address).toEqual([]);
  }
});
