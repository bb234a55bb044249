import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import glob from "fast-glob";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { writeSample } from "../builders/sample-facts.ts";
import { builtIn, runBuild } from "./run-build.ts";
import { verifies } from "./verifies.ts";

type Sample = Awaited<ReturnType<typeof writeSample>>;

let sample: Sample;
let published: string;
beforeAll(async () => {
  sample = await writeSample();
  expect((await runBuild(sample.data, sample.folder)).code).toBe(0);
  published = await fingerprint();
});
afterAll(() => sample.remove());

/** Names and contents of everything a build publishes. */
async function fingerprint(): Promise<string> {
  const { dist, functionData } = builtIn(sample.folder);
  const names = (await glob("**", { cwd: dist, dot: true })).sort();
  const texts = await Promise.all(
    [...names.map((name) => join(dist, name)), functionData].map((file) => readFile(file, "utf8")),
  );
  return JSON.stringify([names, texts]);
}

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
    file: "models/acme/acme-large.json",
    change: replace('"slug": "acme-large"', '"slug": "Acme_Large"'),
    says: /^models\/acme\/acme-large\.json:2: slug: not a slug/m,
  },
  {
    fault: "an unknown lab",
    file: "models/acme/acme-large.json",
    change: replace('"lab": "acme"', '"lab": "acne"'),
    says: /^models\/acme\/acme-large\.json:\d+: lab: .*"acne"/m,
  },
  {
    fault: "a negative price",
    file: "prices/bazaar.csv",
    change: replace(",stated,1,2", ",stated,-1,2"),
    says: /^prices\/bazaar\.csv:2: input: negative price/m,
  },
  {
    fault: "a duplicate row",
    file: "scores/logic.csv",
    change: (text) => `${text}${text.trimEnd().split("\n").at(-1)}\n`,
    says: /^scores\/logic\.csv:5: model: duplicate row/m,
  },
  {
    fault: "an unsorted file",
    file: "offers/bazaar.csv",
    change: swapRows,
    says: /^offers\/bazaar\.csv:3: model_id: not sorted/m,
  },
  {
    fault: "a missing source",
    file: "prices/acme.csv",
    change: replace(",upstream,", ",downstream,"),
    says: /^prices\/acme\.csv:2: source: unknown sources "downstream"/m,
  },
  {
    fault: "an empty source",
    file: "offers/cumulus.csv",
    change: replace(",upstream,", ",,"),
    says: /^offers\/cumulus\.csv:2: source: /m,
  },
  {
    fault: "broken JSON",
    file: "providers/bazaar.json",
    change: replace('"name": "BAZAAR",', '"name": "BAZAAR'),
    says: /^providers\/bazaar\.json:[34]: broken JSON: /m,
  },
  {
    fault: "a byte-order mark",
    file: "benchmarks/logic.json",
    change: (text) => `\uFEFF${text}`,
    says: /^benchmarks\/logic\.json:1: starts with a byte-order mark/m,
  },
  {
    fault: "a 0-byte file",
    file: "offers/acme.csv",
    change: () => "",
    says: /^offers\/acme\.csv:1: empty file/m,
  },
  {
    fault: "a day that does not exist",
    file: "companies/acme.csv",
    change: replace("2026-01-15", "2026-02-30"),
    says: /^companies\/acme\.csv:2: as_of: no such day/m,
  },
  {
    fault: "a file of no kind",
    file: "offers/acme.csv.bak",
    change: () => "x",
    says: /^offers\/acme\.csv\.bak:1: no kind of fact has this place/m,
  },
  {
    fault: "a deleted host that offers still name",
    file: "providers/cumulus.json",
    change: () => undefined,
    says: /^offers\/cumulus\.csv:\d+: host: unknown providers "cumulus"/m,
  },
];

/** Plants the faults in a copy of the sample, and builds over the published files. */
async function buildWith(planted: readonly Planted[]) {
  const data = await mkdtemp(join(sample.folder, "faulty-"));
  await cp(sample.data, data, { recursive: true });
  for (const { file, change } of planted) {
    const path = join(data, file);
    const text = change(await readFile(path, "utf8").catch(() => ""));
    if (text === undefined) await rm(path);
    else await mkdir(dirname(path), { recursive: true }).then(() => writeFile(path, text));
  }
  return runBuild(data, sample.folder);
}

describe.concurrent("a fault in the facts", () => {
  for (const planted of PLANTED)
    verifies("D-faults", `${planted.fault} stops the build with its file and line`, async () => {
      const { code, stdout, stderr } = await buildWith([planted]);
      expect([code, stdout]).toEqual([1, ""]);
      expect(stderr).toMatch(planted.says);
      expect(stderr).toMatch(/dist\/ is as it was\n$/);
      expect(stderr).not.toMatch(/^\s+at /m);
      expect((await fingerprint()) === published).toBe(true);
    });

  verifies("D-faults", "is told together with all others", async () => {
    const some = PLANTED.filter(({ fault }) =>
      ["a negative price", "a byte-order mark", "an empty source"].includes(fault),
    );
    const { code, stderr } = await buildWith(some);
    expect(code).toBe(1);
    for (const { says } of some) expect(stderr).toMatch(says);
  });

  verifies("D-faults", "a folder that is not there is named, not its first file", async () => {
    const { code, stdout, stderr } = await runBuild(join(sample.folder, "datta"), sample.folder);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/datta does not exist; name the folder of facts with --data$/m);
    expect((await fingerprint()) === published).toBe(true);
  });
});
