import { cpSync, rmSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { readFactFiles } from "../../build/facts/fact-files.ts";
import { FactsError } from "../../build/facts/fault.ts";
import { checkFacts } from "../../build/facts/read-facts.ts";
import { differing, digests } from "../builders/files.ts";
import { temporaryFolder } from "../builders/temporary-folder.ts";
import { GOLDEN_DATA } from "../golden/stored-site.ts";
import { builtSite } from "./built-site.ts";
import { runBuild } from "./run-build.ts";
import { verifies } from "./verifies.ts";

let folder: string;
let published: Map<string, string>;
beforeAll(async () => {
  folder = temporaryFolder("faults");
  cpSync(await builtSite(), folder, { recursive: true });
  published = await digests(folder);
});
afterAll(() => rm(folder, { recursive: true }));

interface Planted {
  fault: string;
  file: string;
  /** The new text; undefined deletes the file. */
  change: (text: string) => string | undefined;
  /** Begins with the file and the line that the message must name. */
  says: RegExp;
}

const replace = (from: string | RegExp, to: string) => (text: string) => {
  const changed = text.replace(from, to);
  expect(changed).not.toBe(text);
  return changed;
};
/** Exchanges the first two rows below the header. */
const swapRows = (text: string) => {
  const [header, first, second, ...rest] = text.split("\n");
  return [header, second, first, ...rest].join("\n");
};

const PLANTED: Planted[] = [
  {
    fault: "a bad slug",
    file: "models/northwind/norn-5.json",
    change: replace('"slug": "norn-5"', '"slug": "Norn_5"'),
    says: /^models\/northwind\/norn-5\.json:2: slug: not a slug/m,
  },
  {
    fault: "an unknown lab",
    file: "models/northwind/norn-5.json",
    change: replace('"lab": "northwind"', '"lab": "northwnd"'),
    says: /^models\/northwind\/norn-5\.json:\d+: lab: .*"northwnd"/m,
  },
  {
    fault: "a negative price",
    file: "prices/bazaar.csv",
    change: replace(",stated,2.5,10", ",stated,-2.5,10"),
    says: /^prices\/bazaar\.csv:\d+: input: negative price/m,
  },
  {
    fault: "a duplicate row",
    file: "scores/error-rate.csv",
    change: (text) => `${text}${text.trimEnd().split("\n").at(-1)}\n`,
    says: /^scores\/error-rate\.csv:7: model: duplicate row/m,
  },
  {
    fault: "an unsorted file",
    file: "offers/bazaar.csv",
    change: swapRows,
    says: /^offers\/bazaar\.csv:3: model_id: not sorted/m,
  },
  {
    fault: "a missing source",
    file: "prices/northwind.csv",
    change: replace(",pricewatch,", ",downstream,"),
    says: /^prices\/northwind\.csv:2: source: unknown sources "downstream"/m,
  },
  {
    fault: "an empty source",
    file: "offers/cumulus.csv",
    change: replace(",pricewatch,", ",,"),
    says: /^offers\/cumulus\.csv:2: source: /m,
  },
  {
    fault: "broken JSON",
    file: "providers/bazaar.json",
    change: replace('"name": "Bazaar",', '"name": "Bazaar'),
    says: /^providers\/bazaar\.json:[34]: broken JSON: /m,
  },
  {
    fault: "a byte-order mark",
    file: "benchmarks/sums-100.json",
    change: (text) => `\uFEFF${text}`,
    says: /^benchmarks\/sums-100\.json:1: starts with a byte-order mark/m,
  },
  {
    fault: "a 0-byte file",
    file: "offers/quillon.csv",
    change: () => "",
    says: /^offers\/quillon\.csv:1: empty file/m,
  },
  {
    fault: "a day that does not exist",
    file: "companies/quillon.csv",
    change: replace("2026-02-01", "2026-02-30"),
    says: /^companies\/quillon\.csv:2: as_of: no such day/m,
  },
  {
    fault: "a file of no kind",
    file: "offers/quillon.csv.bak",
    change: () => "x",
    says: /^offers\/quillon\.csv\.bak:1: no kind of fact has this path/m,
  },
  {
    fault: "a deleted host that offers still name",
    file: "providers/cumulus.json",
    change: () => undefined,
    says: /^offers\/cumulus\.csv:\d+: host: unknown providers "cumulus"/m,
  },
];

/** Of three kinds: a value, a reference, a file that cannot be read. */
const TOGETHER = new Set([
  "a negative price",
  "a deleted host that offers still name",
  "broken JSON",
]);

/** The golden facts, with a fault in them. */
function factsWith({ file, change }: Planted): Map<string, string> {
  const files = new Map(readFactFiles(GOLDEN_DATA));
  const text = change(files.get(file) ?? "");
  if (text === undefined) files.delete(file);
  else files.set(file, text);
  return files;
}

describe("a fault in the facts", () => {
  for (const planted of PLANTED)
    verifies("D-faults", `${planted.fault} is told with its file and line`, async () => {
      const files = factsWith(planted);
      expect(() => checkFacts(files)).toThrow(FactsError);
      expect(() => checkFacts(files)).toThrow(planted.says);
    });

  verifies("D-faults", "stops the build, together with all others", async () => {
    const planted = PLANTED.filter(({ fault }) => TOGETHER.has(fault));
    const data = join(folder, "faulty");
    cpSync(GOLDEN_DATA, data, { recursive: true });
    for (const one of planted) {
      const text = factsWith(one).get(one.file);
      if (text === undefined) rmSync(join(data, one.file));
      else writeFileSync(join(data, one.file), text);
    }
    const { code, stdout, stderr } = await runBuild(data, folder);
    expect([code, stdout]).toEqual([1, ""]);
    for (const { says } of planted) expect(stderr).toMatch(says);
    expect(stderr).toMatch(/dist is unchanged\n$/);
    expect(stderr).not.toMatch(/^\s+at /m);
    rmSync(data, { recursive: true });
    expect(differing(published, await digests(folder))).toEqual([]);
  });

  verifies("D-faults", "a folder that is not there is named, not its first file", async () => {
    const { code, stdout, stderr } = await runBuild(join(folder, "datta"), folder);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/datta does not exist; name the folder of facts with --data$/m);
    expect(differing(published, await digests(folder))).toEqual([]);
  });
});
