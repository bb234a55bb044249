import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runTestGit } from "../../test/builders/git.ts";
import { samplePrice } from "../../test/builders/price-statements.ts";
import { writeSampleFacts } from "../../test/builders/sample-facts.ts";
import { createTemporaryFolder } from "../../test/builders/temporary-folder.ts";
import { checkFactsNotRewritten, checkNoRowsOfFutureDays } from "./recorded-rows.ts";
import { recordMerkleRoot, verifyDataFolderAgainstRoot } from "./verify-facts.ts";

let data: string;
const git = (...args: string[]) => runTestGit(dirname(data), args);
const commit = (message: string) => {
  git("add", "--all", ".");
  git("commit", "--quiet", "-m", message);
};
const edit = (path: string, change: (text: string) => string) => {
  const file = join(data, path);
  const text = readFileSync(file, "utf8");
  expect(change(text)).not.toBe(text);
  writeFileSync(file, change(text));
};

/** A repository with one day, copied for each test. */
let first: string;
beforeAll(async () => {
  ({ data, folder: first } = await writeSampleFacts());
  git("init", "--quiet");
  await recordMerkleRoot(data, "2026-11-22");
  commit("first day");
});
beforeEach(() => {
  const folder = createTemporaryFolder("verify");
  cpSync(first, folder, { recursive: true });
  data = join(folder, "data");
});

/** Replaces the first match of `from` in the last row of a CSV file by `to`. */
const inLastRow = (from: RegExp, to: string) => (text: string) => {
  const rows = text.trimEnd().split("\n");
  return `${[...rows.slice(0, -1), rows.at(-1)?.replace(from, to)].join("\n")}\n`;
};

describe("the facts and their recorded root", () => {
  test("match when nothing was changed, and after a day was added", async () => {
    expect(verifyDataFolderAgainstRoot(data)).toMatchObject({ holds: true });
    edit("prices/cumulus.csv", inLastRow(/0\.2/, "0.3"));
    await recordMerkleRoot(data, "2026-11-23");
    commit("second day");
    const { holds, lines } = verifyDataFolderAgainstRoot(data);
    expect([holds, lines]).toEqual([true, [expect.stringContaining("2026-11-23")]]);
    expect(verifyDataFolderAgainstRoot(data, "2026-11-22")).toMatchObject({ holds: true });
  });

  test("do not accept a root of an earlier day, which would break the chain", async () => {
    edit("prices/cumulus.csv", inLastRow(/0\.2/, "0.3"));
    await expect(recordMerkleRoot(data, "2026-11-21")).rejects.toThrow(
      "2026-11-21 is before 2026-11-22, the day of the newest root in roots.csv",
    );
    expect(() => verifyDataFolderAgainstRoot(data)).not.toThrow();
  });

  test("hold nine roots of a day, and refuse the tenth before it is written", async () => {
    const record = (price: number) => {
      edit("prices/cumulus.csv", inLastRow(/0\.\d+/, `0.${price}`));
      return recordMerkleRoot(data, "2026-11-23");
    };
    for (let price = 31; price < 40; price++) await record(price);
    await expect(record(41)).rejects.toThrow("roots.csv has 9 roots of 2026-11-23 already");
    expect(readFileSync(join(data, "roots.csv"), "utf8").split("\n")).toHaveLength(12);
  });

  test("differ in each row that was changed or removed, committed or not, and name the day", () => {
    edit("prices/cumulus.csv", inLastRow(/0\.2/, "0.9"));
    commit("a rewritten row");
    edit("prices/acme.csv", (text) => text.replace(/^2026-02-03,.*\n/m, ""));
    const { holds, lines } = verifyDataFolderAgainstRoot(data);
    expect(holds).toBe(false);
    expect(lines).toEqual([
      expect.stringMatching(/^rows that differ from those of 2026-11-22, .*: 2$/),
      expect.stringMatching(/^removed: prices\/acme 2026-02-03,acme-large-v1/),
      expect.stringMatching(/^changed: prices\/cumulus 2026-03-10,delta-7b-fp8/),
    ]);
  });

  test("do not match when the rows of a day were rewritten before they were committed", async () => {
    edit("prices/cumulus.csv", inLastRow(/0\.2/, "0.3"));
    await recordMerkleRoot(data, "2026-11-23");
    edit("prices/cumulus.csv", inLastRow(/0\.3/, "0.35"));
    commit("second day");
    const { lines } = verifyDataFolderAgainstRoot(data, "2026-11-23");
    expect(lines[0]).toMatch(/rewritten before they were committed/);
  });

  test("are refused with a broken chain, and for a day without a root", () => {
    edit("roots.csv", (text) => text.replace("2026-11-22", "2026-11-21"));
    const verify = (day?: string) => () => verifyDataFolderAgainstRoot(data, day);
    expect(verify()).toThrow(/roots\.csv:2: root: the root of 2026-11-21/);
    git("checkout", "--quiet", ".");
    expect(verify("2026-11-20")).toThrow(/no root is recorded for 2026-11-20/);
  });
});

describe("recorded rows", () => {
  const HEADER = "recorded,effective,model_id,source,event,input";
  const ROWS = [
    "2026-01-01,,a-1,one,stated,1",
    "2026-02-01,,a-1,one,stated,2",
    "2026-03-01,,a-1,one,stated,3",
  ];

  const write = (rows: readonly string[], header = HEADER) =>
    writeFileSync(join(data, "prices/rows.csv"), `${[header, ...rows].join("\n")}\n`);
  const REWRITTEN = ROWS.with(1, "2026-02-01,,a-1,one,stated,7");
  const CHANGE =
    'prices/rows.csv:3: "2026-02-01,,a-1,one,stated,2" became "2026-02-01,,a-1,one,stated,7"';

  beforeEach(() => {
    write(ROWS);
    commit("rows");
  });
  const NONE_REWRITTEN = ["recorded rows rewritten since HEAD: 0"];

  test("rows, columns and files may be added, and other facts may change", () => {
    write([...ROWS.slice(0, 2), "2026-02-15,,b-2,one,stated,9", ...ROWS.slice(2)]);
    writeFileSync(join(data, "prices/other.csv"), `${HEADER}\n`);
    expect(checkFactsNotRewritten(data)).toEqual(NONE_REWRITTEN);
    const wider = [...ROWS.map((row) => `${row},`), "2026-04-01,,a-1,one,stated,3,0.5"];
    write(wider, `${HEADER},cache_read`);
    expect(checkFactsNotRewritten(data)).toEqual(NONE_REWRITTEN);
  });

  test("an uncommitted change of a row needs a reason", () => {
    write(REWRITTEN);
    const step = 'restore it and append a new row, or run this with --reason "<why>"';
    expect(() => checkFactsNotRewritten(data)).toThrow(
      `${CHANGE}, but recorded rows are append-only: ${step}`,
    );
    expect(checkFactsNotRewritten(data, undefined, "a slip")).toEqual([
      `accepted (a slip): ${CHANGE}`,
      "recorded rows rewritten since HEAD: 1",
    ]);
  });

  test("a committed change needs a trailer in a commit since then", () => {
    write(REWRITTEN);
    commit("prices: another price");
    expect(checkFactsNotRewritten(data)).toEqual(NONE_REWRITTEN);
    expect(() => checkFactsNotRewritten(data, "HEAD^")).toThrow(
      /became .* "Rewrites-facts: <reason>"/,
    );
    git("commit", "--amend", "--quiet", "-m", "prices: x\n\nRewrites-facts: the page shows 7");
    expect(checkFactsNotRewritten(data, "HEAD^")[0]).toBe(`accepted (the page shows 7): ${CHANGE}`);
    // The reason in a commit message does not excuse later changes.
    write(REWRITTEN.slice(0, 2));
    expect(() => checkFactsNotRewritten(data, "HEAD^")).toThrow(/rows\.csv:4: .* was removed/);
  });

  test("the trailer of one commit excuses the rows of that commit alone", () => {
    write(REWRITTEN);
    commit("prices: x\n\nRewrites-facts: the page shows 7");
    write(REWRITTEN.slice(0, 2));
    commit("prices: a row less");
    expect(() => checkFactsNotRewritten(data, "HEAD~2")).toThrow(
      /^1 fault in the facts:\nprices\/rows\.csv:4: "2026-03-01,,a-1,one,stated,3" was removed, [^\n]*$/,
    );
    write([...REWRITTEN.with(1, "2026-02-01,,a-1,one,stated,8")]);
    commit("prices: the row is back, and another was changed again");
    expect(() => checkFactsNotRewritten(data, "HEAD~3")).toThrow(
      /^1 fault in the facts:\nprices\/rows\.csv:3: .*stated,2" became .*stated,8", [^\n]*$/,
    );
  });

  test("the first push of a branch, after 40 zeros, is compared with HEAD", () => {
    expect(checkFactsNotRewritten(data, "0".repeat(40))).toEqual(NONE_REWRITTEN);
  });

  test("without git nothing is compared, and the result says so", () => {
    rmSync(join(dirname(data), ".git"), { recursive: true });
    expect(checkFactsNotRewritten(data)).toEqual([
      "recorded rows were not checked for rewrites: this folder is not a git checkout",
    ]);
  });

  test("a row may have a day up to today, the newest reading or the last commit, but no later day", () => {
    const days = ["2026-01-01", "2026-03-01", "2062-01-01"];
    const prices = days.map((day, at) => ({ ...samplePrice(day, at, 2), file: "rows" }));
    const readings = [{ source: "one", day: "2026-03-01", rows: 1, file: "readings" }];
    const facts = { prices, readings, recordedChanges: [], acceptedRules: [] };
    const outside = createTemporaryFolder("outside");
    const env = { GIT_COMMITTER_DATE: "2062-01-02T12:00:00" };
    runTestGit(dirname(data), ["commit", "--allow-empty", "-qm", "x"], env);
    expect(checkNoRowsOfFutureDays(facts, "2026-02-01", dirname(data))).toEqual([]);
    const message = "2062-01-01 is later than 2026-03-01, the latest of today";
    expect(checkNoRowsOfFutureDays(facts, "2026-02-01", outside)).toMatchObject([
      { file: "prices/rows.csv", line: 4, message: expect.stringContaining(message) },
    ]);
    expect(checkNoRowsOfFutureDays(facts, "2062-01-01", outside)).toEqual([]);
  });
});
