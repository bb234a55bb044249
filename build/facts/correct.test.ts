import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { sampleSource } from "../../test/builders/fact-builders.ts";
import { getDefined } from "../../test/builders/get.ts";
import { runTestGit } from "../../test/builders/git.ts";
import { runCommandFile } from "../../test/builders/run-command-file.ts";
import { loadTestCatalog } from "../../test/builders/sample-catalog.ts";
import { writeSampleFacts } from "../../test/builders/sample-facts.ts";
import { findPriceLedgerRowsToAdd } from "../ingest/statements.ts";
import {
  type PriceCorrectionInput,
  type PriceRetractionInput,
  planPriceCorrection,
  planPriceRetraction,
} from "./correct.ts";
import { readFactFileTexts } from "./fact-files.ts";
import { readFacts } from "./read-facts.ts";
import { toJsonFactFile, writeFactFile } from "./write-facts.ts";

const PAGE = "https://acme.example/pricing";
const LEDGER = "prices/acme.csv";

let sample: Awaited<ReturnType<typeof writeSampleFacts>>;
let files: ReadonlyMap<string, string>;
beforeEach(async () => {
  sample = await writeSampleFacts();
  files = readFactFileTexts(sample.data);
});

const RATES =
  "input@>200000=8; input@batch=2; output@>200000=30; output@batch=10; cache_read@>200000=0.8";
const ID = { host: "acme", modelId: "acme-large-v1" };
const INPUT: PriceCorrectionInput = { ...ID, prices: { input: "5" }, source: PAGE };
const plan = (input: Partial<PriceCorrectionInput> = {}, from = files) =>
  planPriceCorrection(from, { ...INPUT, ...input }, "2026-06-10");

describe("a correction", () => {
  test("adds one row, which keeps the other values", () => {
    const { file, ...shown } = plan({ pageDate: "2026-03-05" });
    const row = `2026-06-10,2026-03-05,acme-large-v1,operator,stated,5,20,0.4,,${RATES},${PAGE}\n`;
    expect(file).toEqual({ path: LEDGER, text: `${files.get(LEDGER)}${row}` });
    expect(shown).toEqual({
      changes: ["input 4 → 5"],
      largeChanges: [],
      kept: "input@>200000=8; input@batch=2; output=20; output@>200000=30; output@batch=10; cache_read=0.4; cache_read@>200000=0.8 (upstream, 2026-03-01)",
      others: ["upstream (2026-03-01): input 4, output 20, cache_read 0.4; other rates: 5"],
      isReplaced: false,
    });
  });

  test("leaves out cache prices and rates that belong to another input and output price", () => {
    const { file, changes } = plan({ prices: { input: "5", output: "25" } });
    const row = `2026-06-10,,acme-large-v1,operator,stated,5,25,,,,${PAGE}\n`;
    expect(file.text).toBe(`${files.get(LEDGER)}${row}`);
    expect(changes).toContain("cache_read 0.4 → unknown");
  });

  const withRows = (...rows: string[]) =>
    new Map(files).set(LEDGER, `${files.get(LEDGER)}${rows.join("\n")}\n`);

  test("starts from the current price, not from one that is announced or retracted", () => {
    const from = withRows(
      `2026-05-01,,acme-large-v1,operator,stated,5,20,,,,${PAGE}`,
      `2026-05-02,,acme-large-v1,operator,stated,50,20,,,,${PAGE}`,
      `2026-05-03,2026-05-02,acme-large-v1,operator,was_wrong,,,,,,wrong: a slip ${PAGE}`,
      `2026-05-04,2026-12-01,acme-large-v1,operator,stated,10,40,,,,${PAGE}`,
    );
    expect(plan({ prices: { cache_write: "6" } }, from)).toMatchObject({
      changes: ["cache_write unknown → 6"],
      kept: "input=5; output=20 (operator, 2026-05-01)",
    });
    expect(() => plan({ prices: { input: "5", output: "20" } }, from)).toThrow(
      "nothing to correct: this price is already recorded: operator (2026-05-01)",
    );
  });

  test("of a day to come states only what the page does", () => {
    const row = `2026-06-10,2026-12-01,acme-large-v1,operator,stated,5,,,,,${PAGE}\n`;
    expect(plan({ pageDate: "2026-12-01" }).file.text).toBe(`${files.get(LEDGER)}${row}`);
  });

  test("of another party's page states only what the page does, under a source of its own", () => {
    const source = toJsonFactFile("sources", sampleSource("third-party"));
    const from = new Map(files).set(source.path, source.text);
    const row = `2026-06-10,,acme-large-v1,third-party,stated,5,,,,,${PAGE}\n`;
    const { file, others } = plan({ thirdParty: true }, from);
    expect(file.text).toBe(`${files.get(LEDGER)}${row}`);
    expect(others).toEqual([expect.stringContaining("upstream (2026-03-01): input 4")]);
  });

  test("is refused for a day before a person's later reading", () => {
    const from = withRows(`2026-05-01,,acme-large-v1,operator,stated,6,20,,,,${PAGE}`);
    expect(() => plan({ pageDate: "2026-04-01" }, from)).toThrow(
      '--page-date "2026-04-01" is before the day of the current price: operator (2026-05-01)',
    );
  });

  test("names the rates that change by a factor of 3 or more", () => {
    expect(plan({ prices: { input: "12", output: "50" } }).largeChanges).toEqual(["input 4 → 12"]);
    expect(plan({ prices: { input: "0", output: "20" } }).largeChanges).toEqual(["input 4 → 0"]);
  });
});

test.each([
  [{ prices: { input: "$2.5" } }, /--input "\$2\.5" is not a price; write the number of US doll/],
  [{ prices: { cache_read: "-1" } }, /--cache-read "-1" is not a price/],
  [{ prices: {} }, /no price is given; add --input/],
  [{ source: "http://acme.example" }, /--source "http:.*" is not an https:\/\/ URL/],
  [{ host: "acne" }, /unknown host "acne"; the nearest are "acme"/],
  [{ modelId: "acme-large" }, /no id "acme-large"; the nearest are "acme-(small|large-v1)"/],
])("%j is refused", (input, message) => {
  expect(() => plan(input)).toThrow(message);
});

test("the command records a large change only with --yes, and no day far ahead", async () => {
  const command = ["correct", "acme", "acme-large-v1", "--input", "12", "--source", PAGE];
  const correct = (...more: string[]) =>
    runCommandFile("build/facts/main.ts", [...command, "--data", sample.data, ...more]);
  const recorded = () => readFileSync(join(sample.data, LEDGER), "utf8");
  expect(await correct()).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/factor of 3 or more: input 4 → 12\. .*--yes/),
  });
  const { stderr } = await correct("--yes", "--page-date", "2999-01-01");
  expect(stderr).toMatch(/--page-date "2999-01-01" is more than 500 days/);
  expect(recorded()).toBe(files.get(LEDGER));
  expect(await correct("--yes")).toMatchObject({ code: 0, stderr: "" });
  expect(recorded()).toContain(",acme-large-v1,operator,stated,12,20,");
  await readFacts(sample.data);
});

test("a correction replaces one of the same day, also one that was committed or marked as wrong", async () => {
  const day = new Date().toISOString().slice(0, 10);
  const git = (...args: string[]) => runTestGit(sample.folder, args);
  const run = (command: string, ...more: string[]) => {
    const id = [command, ...Object.values(ID), ...more];
    return runCommandFile("build/facts/main.ts", [...id, "--yes", "--data", sample.data]);
  };
  const correct = (input: string) => run("correct", "--input", input, "--source", PAGE);
  const why = ["--because", "a slip", "--page", PAGE];
  const rows = () =>
    readFileSync(join(sample.data, LEDGER), "utf8").match(/operator,(stated|was_wrong),\d*/g);
  git("init", "--quiet");
  git("add", ".");
  git("commit", "--quiet", "--message", "facts");
  expect((await correct("50")).stdout).not.toContain("replaces");
  git("commit", "--quiet", "--all", "--message", "corrected");
  expect((await correct("5")).stdout).toMatch(
    /input 50 → 5.*this replaces your correction of tod/s,
  );
  expect(rows()).toEqual(["operator,stated,5"]);
  const check = (...more: string[]) =>
    runCommandFile("build/facts/main.ts", [
      ...["data:check", "--data", sample.data, "--since", "HEAD"],
      ...more,
    ]);
  expect((await check()).stderr).toMatch(/,5,.*recorded rows are append-only/);
  expect((await check("--reason", "a slip")).stdout).toContain("recorded rows rewritten since");
  await run("retract", "--recorded", day, "--source", "operator", ...why);
  expect(rows()).toEqual(["operator,stated,5", "operator,was_wrong,"]);
  expect((await correct("6")).stdout).toMatch(/input 4 → 6.*replaces/s);
  expect(rows()).toEqual(["operator,stated,6"]);
});

const WRONG: PriceRetractionInput = {
  recorded: "2026-02-03",
  host: "acme",
  modelId: "acme-large-v1",
  because: "the page never showed this price",
  page: "https://acme.example/pricing",
};

const retract = (input: Partial<PriceRetractionInput> = {}) =>
  planPriceRetraction(readFactFileTexts(sample.data), { ...WRONG, ...input }, "2026-03-20");

describe("a price that was recorded wrongly", () => {
  test("leaves the history, from any source, ends the confirmation before it and stays in the ledger", async () => {
    const day = "2026-03-10";
    const append = (host: string, row: string) =>
      appendFileSync(join(sample.data, "prices", `${host}.csv`), `${day},,${row}\n`);
    append("acme", "acme-large-v1,operator,stated,5,20,,,,https://acme.example/old");
    append("bazaar", "delta-7b,upstream,stated,2,4,,,,");
    for (const [input, what] of [
      [{ recorded: day, source: "operator" }, "(operator): input 5, output 20"],
      [{}, "(upstream): input 8, output 40"],
      [{ recorded: day, host: "bazaar", modelId: "delta-7b" }, "(upstream): input 2, output 4"],
    ] as const) {
      const { files, retracted } = retract(input);
      expect(retracted).toEqual([expect.stringContaining(what)]);
      for (const file of files) await writeFactFile(sample.data, file);
    }
    const { catalog } = await loadTestCatalog(sample.data);
    // Without the retractions, the history would also have 8 in February and 5 on the 10th of March.
    expect(catalog.pricesOf("acme-large").filter(({ host }) => host === "acme")).toMatchObject([
      { date: "2026-03-01", change: "added", input: 4 },
    ]);
    // The price before the retracted one is confirmed only up to this day, because its source stated another price
    // afterwards.
    expect(catalog.offersAt("bazaar").find(({ model }) => model === "delta-7b")).toMatchObject({
      input: 1,
      last_confirmed: "2026-03-01",
    });
    const { prices } = await readFacts(sample.data);
    expect(prices.filter(({ recorded }) => recorded === "2026-02-03")).not.toEqual([]);
    const note = "wrong: the page never showed this price https://acme.example/pricing";
    const own = prices.filter(({ file }) => file === "acme");
    expect(own.filter(({ event }) => event === "was_wrong")).toMatchObject([
      { effective: "2026-03-10", note },
      { effective: "2026-02-03", note },
    ]);
    expect(() => retract()).toThrow(/already marked as wrong/);
  });

  test("still counts as what its source states, so that an equal reading adds no row", async () => {
    for (const file of retract({ recorded: "2026-03-01" }).files)
      await writeFactFile(sample.data, file);
    const { prices } = await readFacts(sample.data);
    const own = prices.filter(({ file, source }) => file === "acme" && source === "upstream");
    const listed = new Map(
      ["acme-large-v1", "acme-small"].map((id) => {
        const last = own.findLast((row) => row.model_id === id && row.event === "stated");
        return [id, { prices: getDefined(last, `price of ${id}`), note: null }];
      }),
    );
    expect(findPriceLedgerRowsToAdd(own, "upstream", listed, "2026-03-21")).toEqual([]);
  });

  test("may be every price of a day, or of a host on that day", () => {
    const everything = { recorded: "2026-03-01", modelId: undefined };
    expect(retract({ ...everything, host: undefined }).retracted).toHaveLength(4);
    expect(retract({ ...everything, host: "bazaar" }).retracted).toHaveLength(2);
  });

  test("is refused without a matching row, and without a URL", () => {
    expect(() => retract({ source: "operator" })).toThrow(
      /no price of the source "operator" recorded on 2026-02-03 matches/,
    );
    expect(() => retract({ modelId: "acme-tiny" })).toThrow(
      /no id "acme-tiny"; the nearest are "acme-/,
    );
    expect(() => retract({ page: "a page" })).toThrow(/must end with the https:\/\/ URL/);
  });
});
