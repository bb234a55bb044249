/** Checks that what the documents name exists: links, paths, commands, rules. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import glob from "fast-glob";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { readFactsOfKinds } from "../build/facts/read-facts.ts";
import { formatQualityRulesTable } from "../build/rules/rules.ts";
import { STALE_PRICE_DAYS } from "../generator/site/components/confirmation.ts";
import manifest from "../package.json" with { type: "json" };
import { SAMPLE_RULES } from "./builders/rules.ts";

const ROOMS = "data|build|generator|mcp-server|nightly|clients|test|bench|docs|\\.github";
/** Written later by a nightly run or by hand, so not in every checkout. */
const MADE_LATER = ["data/held.csv", "data/corrections/accepted.csv", "data/findings/"];

const read = (path: string): string => readFileSync(path, "utf8");
const matches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, found = ""]) => found);

const scriptsIn = (text: string): string[] => [
  ...matches(text, /npm run (?:--silent )?([a-z][a-z:-]*)/g),
  ...matches(text, /npm (start|test)\b/g),
];

/** Paths in code quotes. For a path with a placeholder, such as `data/offers/<host>.csv`, the folder before it. */
const pathsIn = (text: string): string[] => [
  ...matches(text, new RegExp(`\`((?:${ROOMS})/[^\`\\s]*)\``, "g"))
    .map((path) => path.replace(/[^/]*[<*{].*$/, ""))
    .filter((path) => !MADE_LATER.includes(path)),
  // The rows of a layout table name the contents of a folder.
  ...[...text.matchAll(/^\| `([a-z-]+\/)` \| (.*)$/gm)].flatMap(([, folder = "", contents = ""]) =>
    matches(contents, /`([a-z-]+(?:\/|\.ts))`/g).map((name) => folder + name),
  ),
];

test("the documents name only links, paths and commands that exist", () => {
  const checked = { links: 0, paths: 0, scripts: 0 };
  const missing = glob.sync(["*.md", "docs/**/*.md", "clients/*/*.md"]).flatMap((document) => {
    const text = read(document);
    // The changelog and the decision records describe the past: what they name may no longer exist.
    const isHistory = document === "CHANGELOG.md" || document.startsWith("docs/decisions/0");
    const links = matches(text, /\]\(([^)\s#]+)/g).filter((link) => !/^[a-z]+:/.test(link));
    const [paths, scripts] = isHistory ? [[], []] : [pathsIn(text), scriptsIn(text)];
    checked.links += links.length;
    checked.paths += paths.length;
    checked.scripts += scripts.length;
    return [
      ...links.filter((link) => !existsSync(join(dirname(document), link))),
      ...paths.filter((path) => !existsSync(path)),
      ...scripts.filter((script) => !(script in manifest.scripts)),
    ].map((name) => `${document}: ${name}`);
  });
  expect(missing).toEqual([]);
  expect(Math.min(...Object.values(checked))).toBeGreaterThan(20);
});

test("CONTRIBUTING names every command and every folder of the code", () => {
  const folders = glob.sync("{build,generator,mcp-server,test}/*/", { onlyDirectories: true });
  const layout = pathsIn(read("CONTRIBUTING.md"));
  expect(folders.filter((folder) => !layout.includes(`${folder}/`))).toEqual([]);
  const named = scriptsIn(read("CONTRIBUTING.md"));
  const scripts = Object.keys(manifest.scripts).filter((script) => !script.startsWith("pre"));
  expect(scripts.filter((script) => !named.includes(script))).toEqual([]);
});

test("operating names the environment variables that the code reads, except those of the machine", () => {
  const OF_MACHINE = /^(CI|GITHUB_ACTIONS|LAMBDA_TASK_ROOT|LIBRECHAT_LOG_DIR|LONG_RUNS|PATH|URL)$/;
  const code = glob
    .sync("{build,generator,mcp-server,nightly,test}/**/*.{ts,mjs}")
    .map(read)
    .join();
  const variables = matches(
    code,
    /(?:process\.env\.|\.env\(\s*"|\{ (?=[A-Z_]+ \} = process))([A-Z_]+)/g,
  );
  const named = matches(read("docs/operating.md"), /`([A-Z][A-Z_]+)`/g);
  expect(variables.filter((name) => !named.includes(name) && !OF_MACHINE.test(name))).toEqual([]);
  expect(variables.length).toBeGreaterThan(10);
});

test("operating has the table of data/rules.csv; `npm run rules` writes it", () => {
  const { rules } = readFactsOfKinds("data", ["rules"]);
  expect(read("docs/operating.md")).toContain(formatQualityRulesTable(rules));
});

test("pages call a price stale after as many days as the rule does", () => {
  expect(SAMPLE_RULES.threshold("stale")).toBe(STALE_PRICE_DAYS);
});

test("CITATION.cff names the version of package.json", () => {
  expect(parse(read("CITATION.cff"))).toMatchObject({ version: manifest.version });
});
