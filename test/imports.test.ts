/**
 * Checks how modules import one another, including type imports. What the function bundles is tested in
 * mcp-server/bundle.test.ts.
 */
import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import glob from "fast-glob";
import { expect, test } from "vitest";
import { CODE_FOLDERS } from "../generator/pipeline/last-build.mjs";

const ROOMS = ["build", "clients", "generator", "mcp-server", "nightly"];
/** Order of the folders; `build` means the rest of it. Each may import from itself and from those before it. */
const ORDER = ["build/cost", "build/schema", ...ROOMS];
/** The command `models` filters and sorts with the code of the API. */
const EXCEPTION =
  "clients/typescript/src/cli/commands.ts imports generator/endpoints/models/model-filters.ts";
/** Maximum length of an import chain, from the ingest command down to the last type it needs. */
const INGEST_LEVELS = 6;

const files = glob.sync(
  ROOMS.map((room) => `${room}/**/*.ts`),
  { ignore: ["**/*.test.ts", "**/node_modules/**"] },
);
const imports = new Map(
  files.map((file) => {
    const text = readFileSync(file, "utf8");
    const paths = [...text.matchAll(/^(?:import|export)\b[^"';]*?"(\.[^"]+)"/gm)];
    return [file, paths.map(([, path = ""]) => normalize(join(dirname(file), path)))];
  }),
);

/** The longest chain of imports from a file within a folder. @throws Error when the imports form a circle. */
function longestChain(file: string, folder: string, above: readonly string[] = []): string[] {
  if (above.includes(file))
    throw new Error(`circle: ${[...above.slice(above.indexOf(file)), file].join(" → ")}`);
  const known = chains.get(`${folder} ${file}`);
  if (known !== undefined) return known;
  const below = (imports.get(file) ?? [])
    .filter((path) => path.startsWith(folder) && imports.has(path))
    .map((path) => longestChain(path, folder, [...above, file]));
  const longest = below.reduce((best, one) => (one.length > best.length ? one : best), []);
  chains.set(`${folder} ${file}`, [file, ...longest]);
  return [file, ...longest];
}
const chains = new Map<string, string[]>();

test("what the generator imports is an input of a build", () => {
  const own = files.filter((file) => file.startsWith("generator/"));
  const imported = own.flatMap((file) => imports.get(file) ?? []);
  const others = imported.filter((path) => !CODE_FOLDERS.some((root) => path.startsWith(root)));
  expect(others).toEqual([]);
});

test("no module imports itself, directly or through others", () => {
  const circles = new Set<string>();
  for (const file of files)
    try {
      longestChain(file, "");
    } catch (error) {
      circles.add(String(error));
    }
  expect(files.length).toBeGreaterThan(100);
  expect([...circles]).toEqual([]);
});

const rankOf = (file: string): number => {
  const room = ORDER.findIndex((one) => file.startsWith(`${one}/`));
  return room === -1 ? Number.POSITIVE_INFINITY : room;
};

test("imports run one way: build/cost ← build/schema ← build ← clients ← generator ← mcp-server ← nightly", () => {
  const wrong = files.flatMap((file) =>
    (imports.get(file) ?? [])
      .filter((path) => path.endsWith(".ts") && rankOf(path) > rankOf(file))
      .map((path) => `${file} imports ${path}`),
  );
  expect(wrong).toEqual([EXCEPTION]);
});

test("build/cost needs no package, so that it runs in a browser", () => {
  const cost = files.filter((file) => file.startsWith("build/cost/"));
  expect(cost.length).toBeGreaterThan(10);
  const packages = cost.flatMap((file) =>
    [
      ...readFileSync(file, "utf8").matchAll(/\b(?:from|import) "([^.][^"]*)"|\bimport\("([^.])/g),
    ].map(([statement]) => `${file}: ${statement}`),
  );
  expect(packages).toEqual([]);
});

test(`ingest has at most ${INGEST_LEVELS} levels`, () => {
  const chain = longestChain("build/ingest/main.ts", "build/ingest/");
  expect(chain.length, chain.join(" → ")).toBeGreaterThan(1);
  expect(chain.length, chain.join(" → ")).toBeLessThanOrEqual(INGEST_LEVELS);
});
