import { expect, test } from "vitest";
import { UniqueSlugs } from "./unique-slugs.ts";

test("the first keeps the plain slug, later ones get their owner, then a number", () => {
  const slugs = new UniqueSlugs();
  expect(slugs.claim("SQLite", "docker")).toBe("sqlite");
  expect(slugs.claim("sqlite", "Jane Doe")).toBe("sqlite-jane-doe");
  expect(slugs.claim("sqlite", "jane-doe")).toBe("sqlite-jane-doe-2");
  expect(slugs.claim("sqlite-jane-doe", "joe")).toBe("sqlite-jane-doe-joe");
});
