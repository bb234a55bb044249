import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { WHO_ARE_YOU } from "./about.ts";
import { findNames } from "./find-names.ts";
import { ITEMS } from "./items.ts";

/** sha256 of all items by version. A change is a new version and a new line here, never a new hash. */
const FROZEN: Record<string, string> = {
  "1": "181e52d2514d715768396520c921b6ac87e8e16690f4d1114b7b80d76ddcb2dc",
};

test("the items are frozen: another text is another version", () => {
  const hash = createHash("sha256").update(JSON.stringify(ITEMS)).digest("hex");
  expect(hash).toBe(FROZEN[WHO_ARE_YOU.version]);
});

test("fourteen prompts or more, in seven languages, several in English", () => {
  const languages = ITEMS.map(({ meta }) => meta.language);
  expect(ITEMS.length).toBeGreaterThanOrEqual(14);
  expect([...new Set(languages)].sort()).toEqual(["ar", "de", "en", "es", "fr", "ja", "zh"]);
  expect(languages.filter((language) => language === "en").length).toBeGreaterThan(3);
});

test("ids and prompts are all different, and no prompt names a lab", () => {
  expect(new Set(ITEMS.map(({ item_id }) => item_id)).size).toBe(ITEMS.length);
  expect(new Set(ITEMS.map(({ prompt }) => prompt)).size).toBe(ITEMS.length);
  for (const { prompt, answer } of ITEMS) {
    expect(findNames(prompt, "")).toEqual([]);
    expect(answer).toBe("self");
  }
});
