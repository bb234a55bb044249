import { cpSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { readFactFileTexts } from "../../build/facts/fact-files.ts";
import { FactsError } from "../../build/facts/fault.ts";
import { parseAndCheckFacts } from "../../build/facts/read-facts.ts";
import { runSiteBuild } from "../../generator/build.ts";
import { findDifferingPaths, hashFilesInFolder } from "../builders/files.ts";
import { createTemporaryFolder } from "../builders/temporary-folder.ts";
import { GOLDEN_DATA } from "../golden/stored-site.ts";
import { waitForBuiltSite } from "./built-site.ts";
import { verifies } from "./harness.ts";
import { runBuildCommand, toBuiltPaths } from "./run-build.ts";

let folder: string;
let published: Map<string, string>;
beforeAll(async () => {
  folder = createTemporaryFolder("faults");
  cpSync(await waitForBuiltSite(), folder, { recursive: true });
  published = await hashFilesInFolder(folder);
});

/** The new text of the file; undefined deletes it. */
type Change = (text: string) => string | undefined;
/** A fault planted in a file, and the pattern of its message, which begins with the file and the line. */
type Planted = readonly [fault: string, file: string, change: Change, says: RegExp];

const replace =
  (from: string | RegExp, to: string): Change =>
  (text) => {
    const changed = text.replace(from, to);
    expect(changed).not.toBe(text);
    return changed;
  };
/** Exchanges the first two rows below the header. */
const swapRows: Change = (text) => {
  const [header, first, second, ...rest] = text.split("\n");
  return [header, second, first, ...rest].join("\n");
};
const repeatLastRow: Change = (text) => `${text}${text.trimEnd().split("\n").at(-1)}\n`;

const PLANTED: readonly Planted[] = [
  [
    "a bad slug",
    "models/northwind/norn-5.json",
    replace('"slug": "norn-5"', '"slug": "Norn_5"'),
    /^models\/northwind\/norn-5\.json:2: slug: not a slug/m,
  ],
  [
    "an unknown lab",
    "models/northwind/norn-5.json",
    replace('"lab": "northwind"', '"lab": "northwnd"'),
    /^models\/northwind\/norn-5\.json:\d+: lab: .*"northwnd"/m,
  ],
  [
    "a negative price",
    "prices/bazaar.csv",
    replace(",stated,2.5,10", ",stated,-2.5,10"),
    /^prices\/bazaar\.csv:\d+: input: negative price/m,
  ],
  [
    "a duplicate row",
    "scores/error-rate.csv",
    repeatLastRow,
    /^scores\/error-rate\.csv:7: model: duplicate row/m,
  ],
  [
    "an unsorted file",
    "offers/bazaar.csv",
    swapRows,
    /^offers\/bazaar\.csv:3: model_id: not sorted/m,
  ],
  [
    "a missing source",
    "prices/northwind.csv",
    replace(",pricewatch,", ",downstream,"),
    /^prices\/northwind\.csv:2: source: unknown sources "downstream"/m,
  ],
  [
    "an empty source",
    "offers/cumulus.csv",
    replace(",pricewatch,", ",,"),
    /^offers\/cumulus\.csv:2: source: /m,
  ],
  [
    "broken JSON",
    "providers/bazaar.json",
    replace('"name": "Bazaar",', '"name": "Bazaar'),
    /^providers\/bazaar\.json:[34]: broken JSON: /m,
  ],
  [
    "a byte-order mark",
    "benchmarks/sums-100.json",
    (text) => `\uFEFF${text}`,
    /^benchmarks\/sums-100\.json:1: starts with a byte-order mark/m,
  ],
  ["a 0-byte file", "offers/quillon.csv", () => "", /^offers\/quillon\.csv:1: empty file/m],
  [
    "a day that does not exist",
    "companies/quillon.csv",
    replace("2026-02-01", "2026-02-30"),
    /^companies\/quillon\.csv:2: as_of: no such day/m,
  ],
  [
    "a file of no kind",
    "offers/quillon.csv.bak",
    () => "x",
    /^offers\/quillon\.csv\.bak:1: no kind of fact is stored at this path/m,
  ],
  [
    "a deleted host that offers still name",
    "providers/cumulus.json",
    () => undefined,
    /^offers\/cumulus\.csv:\d+: host: unknown providers "cumulus"/m,
  ],
];

/** Planted together, one of each kind: an invalid value, a missing reference, an unreadable file. */
const TOGETHER = new Set([
  "a negative price",
  "a deleted host that offers still name",
  "broken JSON",
]);

/** The golden facts with one fault planted. */
function factsWith([, file, change]: Planted): Map<string, string> {
  const files = new Map(readFactFileTexts(GOLDEN_DATA));
  const text = change(files.get(file) ?? "");
  if (text === undefined) files.delete(file);
  else files.set(file, text);
  return files;
}

describe("a fault in the facts", () => {
  for (const planted of PLANTED)
    verifies("D-faults", `${planted[0]} is reported with its file and line`, async () => {
      const files = factsWith(planted);
      const message = expect.stringMatching(planted[3]);
      expect(() => parseAndCheckFacts(files)).toThrow(
        expect.objectContaining({ constructor: FactsError, message }),
      );
    });

  verifies("D-faults", "stops the build, together with all others", async () => {
    const planted = PLANTED.filter(([fault]) => TOGETHER.has(fault));
    const data = join(createTemporaryFolder("faulty"), "data");
    cpSync(GOLDEN_DATA, data, { recursive: true });
    for (const one of planted) {
      const [, file] = one;
      const text = factsWith(one).get(file);
      if (text === undefined) rmSync(join(data, file));
      else writeFileSync(join(data, file), text);
    }
    const { code, stdout, stderr } = await runBuildCommand(data, folder);
    expect([code, stdout]).toEqual([1, ""]);
    for (const [, , , says] of planted) expect(stderr).toMatch(says);
    expect(stderr).toMatch(/dist is unchanged\n$/);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(findDifferingPaths(published, await hashFilesInFolder(folder))).toEqual([]);
  });

  verifies("D-faults", "a missing data folder is named, not the first file in it", async () => {
    const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const { dist: out, functionData } = toBuiltPaths(folder);
    const options = { data: join(folder, "datta"), out, functionData, quiet: true };
    expect(await runSiteBuild(options, expect.unreachable)).toBe(1);
    expect(said.mock.calls.join("")).toMatch(
      /datta does not exist; name an existing one with --data$/m,
    );
    said.mockRestore();
  });
});

// The build reads facts before all else: one that ends there costs a fifth of a whole one.
test("an unexpected error names the line of the TypeScript source", async () => {
  const { code, stderr } = await runBuildCommand(
    "package.json",
    createTemporaryFolder("unforeseen"),
  );
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^Error: ENOTDIR/m)]);
  const places = stderr.match(/^\s+at .*/gm) ?? [];
  const [innermost] = places.filter((line) => !/node_modules|node:|<anonymous>/.test(line));
  expect(innermost).toMatch(/\/build\/facts\/fact-files\.ts:\d+:\d+/);
});
