/** The documents name models of the catalogue as examples: those must be there. */
import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { requireNonEmpty } from "../builders/get.ts";
import { type BuiltSite, openBuiltSite, verifies } from "../contract/harness.ts";

const readExamples = async ({ get, base }: BuiltSite): Promise<readonly string[]> => {
  const { body } = await get<{ data: { example: string }[] }>("/api/v1");
  return requireNonEmpty(
    body.data.map(({ example }) => example.replace(base, "")),
    "examples",
  );
};

describe("the example of every endpoint", () => {
  verifies("2.7", "answers as it is described", async (site) => {
    for (const address of await readExamples(site))
      expect((await site.get(address)).status, address).toBe(200);
  });

  verifies("2.6", "stays the same with unknown parameters", async (site) => {
    for (const address of await readExamples(site)) {
      const plain = await site.get(address);
      const joint = address.includes("?") ? "&" : "?";
      const tagged = await site.get(`${address}${joint}utm_source=x&__proto__=1&Limit=1`);
      expect(tagged.text, address).toBe(plain.text);
    }
  });
});

/** Values of a sample that jq printed, in their order. */
const scalarsOf = (value: unknown): unknown[] =>
  typeof value === "object" && value !== null ? Object.values(value).flatMap(scalarsOf) : [value];

test("the samples of the README are answers of today", async () => {
  const readme = await readFile("README.md", "utf8");
  const samples = [
    ...readme.matchAll(/^\$ curl -s "?localhost:8888([^"\s]+)"? .*\n((?:\[.*\n)+)/gm),
  ];
  expect(samples.length).toBeGreaterThan(3);
  const site = await openBuiltSite();
  for (const [, address = "", lines = ""] of samples) {
    const answer = JSON.parse((await site.get(address)).text);
    const answered = new Set(scalarsOf(answer));
    const printed = lines
      .trim()
      .split("\n")
      .flatMap((line) => scalarsOf(JSON.parse(line)));
    expect(
      printed.filter((value) => !answered.has(value)),
      address,
    ).toEqual([]);
  }
});
