/** Checks of the glossary that its schema cannot express. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import glob from "fast-glob";
import { expect, test } from "vitest";
import { GlossaryTerm } from "../schema/directory.ts";

const FOLDER = join(import.meta.dirname, "../../data/glossary");
const paths = await glob("*.json", { cwd: FOLDER });
const terms = await Promise.all(
  paths.map(async (path) =>
    GlossaryTerm.parse(JSON.parse(await readFile(join(FOLDER, path), "utf8"))),
  ),
);

test("there are at least 90 terms, each with a unique name", () => {
  expect(terms.length).toBeGreaterThanOrEqual(90);
  expect(new Set(terms.map(({ name }) => name.toLowerCase())).size).toBe(terms.length);
});

test("no term refers to itself", () => {
  const odd = terms.filter(({ slug, see_also }) => see_also.includes(slug));
  expect(odd.map(({ slug }) => slug)).toEqual([]);
});
