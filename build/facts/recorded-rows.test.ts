import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { runTestGit } from "../../test/builders/git.ts";
import { samplePrice } from "../../test/builders/price-statements.ts";
import { createTemporaryFolder } from "../../test/builders/temporary-folder.ts";
import { checkFactsNotRewritten, checkNoRowsOfFutureDays } from "./recorded-rows.ts";

const HEADER = "recorded,effective,model_id,source,event,input";
const ROWS = [
  "2026-01-01,,a-1,one,stated,1",
  "2026-02-01,,a-1,one,stated,2",
  "2026-03-01,,a-1,one,stated,3",
];

/** A repository with one commit, copied for each test. */
let first: string;
let folder: string;
let data: string;
const git = (...args: string[]) => runTestGit(folder, args);
const commit = (message: string) => {
  git("add", ".");
  git("commit", "--quiet", "-m", message);
};
const write = (rows: readonly string[], header = HEADER) =>
  writeFileSync(join(data, "prices/acme.csv"), `${[header, ...rows].join("\n")}\n`);
const REWRITTEN = ROWS.with(1, "2026-02-01,,a-1,one,stated,7");
const CHANGE =
  'prices/acme.csv:3: "2026-02-01,,a-1,one,stated,2" became "2026-02-01,,a-1,one,stated,7"';

const open = (place: string) => {
  folder = place;
  data = join(folder, "data");
};
beforeAll(() => {
  first = createTemporaryFolder("recorded");
  open(first);
  mkdirSync(join(data, "prices"), { recursive: true });
  write(ROWS);
  git("init", "--quiet");
  commit("first");
});
beforeEach(() => {
  open(createTemporaryFolder("recorded"));
  cpSync(first, folder, { recursive: true });
});
const NONE_REWRITTEN = ["compared with HEAD: 0 recorded rows rewritten"];

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
    "compared with HEAD: 1 recorded rows rewritten",
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
  expect(() => checkFactsNotRewritten(data, "HEAD^")).toThrow(/acme\.csv:4: .* was removed/);
});

test("the trailer of one commit excuses the rows of that commit alone", () => {
  write(REWRITTEN);
  commit("prices: x\n\nRewrites-facts: the page shows 7");
  write(REWRITTEN.slice(0, 2));
  commit("prices: a row less");
  expect(() => checkFactsNotRewritten(data, "HEAD~2")).toThrow(
    /^1 fault in the facts:\nprices\/acme\.csv:4: "2026-03-01,,a-1,one,stated,3" was removed, [^\n]*$/,
  );
  write([...REWRITTEN.with(1, "2026-02-01,,a-1,one,stated,8")]);
  commit("prices: the row is back, and another was changed again");
  expect(() => checkFactsNotRewritten(data, "HEAD~3")).toThrow(
    /^1 fault in the facts:\nprices\/acme\.csv:3: .*stated,2" became .*stated,8", [^\n]*$/,
  );
});

test("without git nothing is compared, and the result says so", () => {
  rmSync(join(folder, ".git"), { recursive: true });
  expect(checkFactsNotRewritten(data)).toEqual([
    "recorded rows were not checked for rewrites: this folder is not a git checkout",
  ]);
});

test("a row may have a day up to today, the newest reading or the last commit, but no later day", () => {
  const days = ["2026-01-01", "2026-03-01", "2062-01-01"];
  const prices = days.map((day, at) => ({ ...samplePrice(day, at, 2), file: "acme" }));
  const readings = [{ source: "one", day: "2026-03-01", rows: 1, file: "readings" }];
  const facts = { prices, readings, recordedChanges: [], acceptedRules: [] };
  const outside = createTemporaryFolder("outside");
  const env = { GIT_COMMITTER_DATE: "2062-01-02T12:00:00" };
  runTestGit(folder, ["commit", "--allow-empty", "-qm", "x"], env);
  expect(checkNoRowsOfFutureDays(facts, "2026-02-01", folder)).toEqual([]);
  const message = "2062-01-01 is later than 2026-03-01, the latest of today";
  expect(checkNoRowsOfFutureDays(facts, "2026-02-01", outside)).toMatchObject([
    { file: "prices/acme.csv", line: 4, message: expect.stringContaining(message) },
  ]);
  expect(checkNoRowsOfFutureDays(facts, "2062-01-01", outside)).toEqual([]);
});
