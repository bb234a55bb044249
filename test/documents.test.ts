/** Checks that what the documents name exists: links, paths, commands, rules. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import glob from "fast-glob";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { readFactsOfKinds } from "../build/facts/read-facts.ts";
import { formatQualityRulesTable } from "../build/rules/rules.ts";
import { STALE_PRICE_DAYS } from "../generator/site/components/confirmation.ts";
import manifest from "../package.json" with { type: "json" };
import { SAMPLE_RULES } from "./builders/rules.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const ROOMS = "data|build|generator|mcp-server|nightly|clients|test|bench|docs|\\.github";
/** Written later by a nightly run or by hand, so not in every checkout. */
const MADE_LATER = ["data/held.csv", "data/corrections/accepted.csv", "data/findings/"];

interface Document {
  path: string;
  text: string;
}

const read = (path: string): Promise<string> => readFile(join(ROOT, path), "utf8");

const paths = await glob(["*.md", "docs/**/*.md", "clients/*/*.md"], { cwd: ROOT });
const documents = await Promise.all(
  paths.sort().map(async (path): Promise<Document> => ({ path, text: await read(path) })),
);

const matches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, found = ""]) => found);

/** Targets of relative links. */
const linksOf = ({ text }: Document): string[] =>
  matches(text, /\]\(([^)\s#]+)/g).filter((link) => !/^[a-z]+:/.test(link));

/** Paths in code quotes. For a path with a placeholder, such as `data/offers/<host>.csv`, the folder before it. */
const pathsOf = ({ text }: Document): string[] =>
  matches(text, new RegExp(`\`((?:${ROOMS})/[^\`\\s]*)\``, "g"))
    .map((path) => path.replace(/[^/]*[<*{].*$/, ""))
    .filter((path) => !MADE_LATER.includes(path));

const scriptsOf = ({ text }: Document): string[] => [
  ...matches(text, /npm run (?:--silent )?([a-z][a-z:-]*)/g),
  ...matches(text, /npm (start|test)\b/g),
];

/** Paths that the rows of a layout table name as contents of a folder. */
const roomsOf = ({ text }: Document): string[] =>
  [...text.matchAll(/^\| `([a-z-]+\/)` \| (.*)$/gm)].flatMap(([, folder = "", contents = ""]) =>
    matches(contents, /`([a-z-]+(?:\/|\.ts))`/g).map((name) => folder + name),
  );

const exists = (path: string): boolean => existsSync(join(ROOT, path));

/** The changelog and the decision records describe the past: paths and commands in them may no longer exist. */
const isHistory = ({ path }: Document): boolean =>
  path === "CHANGELOG.md" || path.startsWith("docs/decisions/0");

const faultsOf = (document: Document): string[] =>
  [
    ...linksOf(document).filter((link) => !exists(join(dirname(document.path), link))),
    ...(isHistory(document) ? [] : missingNames(document)),
  ].map((name) => `${document.path}: ${name}`);

const missingNames = (document: Document): string[] => [
  ...[...pathsOf(document), ...roomsOf(document)].filter((path) => !exists(path)),
  ...scriptsOf(document).filter((script) => !(script in manifest.scripts)),
];

describe("the documents", () => {
  test("name only links, paths and commands that exist", () => {
    expect(documents.flatMap(faultsOf)).toEqual([]);
  });

  test("contain the links, paths and commands that these tests look for", () => {
    const count = (namesOf: (document: Document) => string[]) => documents.flatMap(namesOf).length;
    expect(paths).toEqual(expect.arrayContaining(["README.md", "docs/spec.md"]));
    expect(count(linksOf)).toBeGreaterThan(20);
    expect(count(pathsOf)).toBeGreaterThan(40);
    expect(count(roomsOf)).toBeGreaterThan(20);
    expect(count(scriptsOf)).toBeGreaterThan(40);
  });

  test("CONTRIBUTING names every command", async () => {
    const named = scriptsOf({ path: "", text: await read("CONTRIBUTING.md") });
    const scripts = Object.keys(manifest.scripts).filter((script) => !script.startsWith("pre"));
    expect(scripts.filter((script) => !named.includes(script))).toEqual([]);
  });

  test("operating has the table of data/rules.csv; `npm run rules` writes it", async () => {
    const text = await read("docs/operating.md");
    expect(text).toContain(
      formatQualityRulesTable(readFactsOfKinds(join(ROOT, "data"), ["rules"]).rules),
    );
  });

  test("pages call a price stale after as many days as the rule does", () => {
    expect(SAMPLE_RULES.threshold("stale")).toBe(STALE_PRICE_DAYS);
  });

  test("CITATION.cff names the version of package.json", async () => {
    expect(parse(await read("CITATION.cff"))).toMatchObject({ version: manifest.version });
  });
});
