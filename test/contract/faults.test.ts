import { cpSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { readFactFileTexts } from "../../build/facts/fact-files.ts";
import { FactsError } from "../../build/facts/fault.ts";
import { parseAndCheckFacts } from "../../build/facts/read-facts.ts";
import { runSiteBuild } from "../../generator/build.ts";
import { findDifferingPaths, hashFilesInFolder } from "../builders/files.ts";
import { createTemporaryFolder } from "../builders/temporary-folder.ts";
import { waitForBuiltSite } from "./built-site.ts";
import { verifies } from "./harness.ts";
import { GOLDEN_DATA, runBuildCommand, toBuiltPaths } from "./run-build.ts";

let folder: string;
let published: Map<string, string>;
beforeAll(async () => {
  folder = createTemporaryFolder("faults");
  cpSync(await waitForBuiltSite(), folder, { recursive: true });
  published = await hashFilesInFolder(folder);
});

/** The new text of the file; undefined deletes it. */
type Change = (text: string) => string | undefined;
/** A fault planted in a file, and the pattern of its message behind the name of the file. */
type Planted = readonly [fault: string, file: string, change: Change, says: string];

const replace =
  (from: string, to: string): Change =>
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

const NORN = "models/northwind/norn-5.json";
const NORN_4 = NORN.replace("5", "4");
const BAZAAR = "prices/bazaar.csv";
const PLANTED: readonly Planted[] = [
  ["a bad slug", NORN, replace('"norn-5"', '"Norn_5"'), "2: slug: not a slug"],
  ["an unknown lab", NORN, replace('"northwind"', '"northwnd"'), '\\d+: lab: .*"northwnd"'],
  ["a negative price", BAZAAR, replace("stated,", "stated,-"), "2: input: negative price"],
  ["a duplicate row", "scores/error-rate.csv", repeatLastRow, "7: model: duplicate row"],
  ["an unsorted file", "offers/bazaar.csv", swapRows, "3: model_id: not sorted"],
  ["a missing source", BAZAAR, replace("pricewatch", "x"), '2: source: data/sources/ has no "x"'],
  ["a property's source", NORN_4, replace('"operator"\n  }', '"x"\n  }'), "1: sources: data/"],
  ["an empty source", "offers/cumulus.csv", replace("pricewatch", ""), "2: source: "],
  ["broken JSON", "providers/bazaar.json", replace('Bazaar"', "Bazaar"), "[34]: broken JSON: "],
  ["a byte-order mark", NORN, (text) => `\uFEFF${text}`, "1: starts with a byte-order mark"],
  ["a 0-byte file", "offers/quillon.csv", () => "", "1: empty file"],
  ["no such day", "companies/quillon.csv", replace("-02-01", "-02-30"), "2: as_of: no such day"],
  ["a rule without threshold", "rules.csv", replace("hold,10,", "hold,,"), "\\d+: threshold: "],
  ["a file of no kind", "offers/x.bak", () => "x", "1: no kind of fact is stored at this path"],
  // The offers of the host name it.
  ["a deleted host", "providers/cumulus.json", () => undefined, "\\d+: host: data/providers/ has"],
];
const messageOf = ([fault, file, , says]: Planted): RegExp =>
  new RegExp(`^${fault === "a deleted host" ? "offers/cumulus.csv" : file}:${says}`, "m");

/** Planted together, one of each kind: an invalid value, a missing reference, an unreadable file. */
const TOGETHER = new Set(["a negative price", "a deleted host", "broken JSON"]);

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
      const message = expect.stringMatching(messageOf(planted));
      const fault = expect.objectContaining({ constructor: FactsError, message });
      expect(() => parseAndCheckFacts(files)).toThrow(fault);
    });

  verifies("D-faults", "stops the build, together with all others", async () => {
    const planted = PLANTED.filter(([fault]) => TOGETHER.has(fault));
    const data = join(createTemporaryFolder("faulty"), "data");
    cpSync(GOLDEN_DATA, data, { recursive: true });
    for (const one of planted) {
      const path = join(data, one[1]);
      const text = factsWith(one).get(one[1]);
      if (text === undefined) rmSync(path);
      else writeFileSync(path, text);
    }
    const { code, stdout, stderr } = await runBuildCommand(data, folder);
    expect([code, stdout]).toEqual([1, ""]);
    for (const one of planted) expect(stderr).toMatch(messageOf(one));
    expect(stderr).toMatch(/dist is unchanged\n$/);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(findDifferingPaths(published, await hashFilesInFolder(folder))).toEqual([]);
  });

  verifies("D-faults", "a missing data folder is named, not the first file in it", async () => {
    const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const { dist: out, functionData } = toBuiltPaths(folder);
    const options = { data: join(folder, "datta"), out, functionData, quiet: true };
    expect(await runSiteBuild(options, expect.unreachable)).toBe(1);
    expect(said.mock.calls.join("")).toMatch(/datta does not exist; name an existing one with --/);
    said.mockRestore();
  });
});

// The build reads facts before all else: one that ends there costs a fifth of a whole one.
test("an unexpected error names the line of the TypeScript source", async () => {
  const folder = createTemporaryFolder("unforeseen");
  const { code, stderr } = await runBuildCommand("package.json", folder);
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^Error: ENOTDIR/m)]);
  const places = stderr.match(/^\s+at .*/gm) ?? [];
  const [innermost] = places.filter((line) => !/node_modules|node:|<anonymous>/.test(line));
  expect(innermost).toMatch(/\/build\/facts\/fact-files\.ts:\d+:\d+/);
});
