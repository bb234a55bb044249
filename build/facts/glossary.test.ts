import { expect, test } from "vitest";
import { readFactsOfKinds } from "./read-facts.ts";

test("no two terms of the glossary have the same name", () => {
  const { glossary } = readFactsOfKinds("data", ["glossary"]);
  const names = glossary.map(({ name }) => name.toLowerCase());
  expect(names).toEqual([...new Set(names)]);
});
