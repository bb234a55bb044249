import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { getDefined } from "../../test/builders/get.ts";
import { loadTestCatalog } from "../../test/builders/sample-catalog.ts";
import { writeSampleFacts } from "../../test/builders/sample-facts.ts";
import { findPriceLedgerRowsToAdd } from "../ingest/statements.ts";
import { type PriceRetractionInput, planPriceRetraction } from "./correct.ts";
import { readFactFileTexts } from "./fact-files.ts";
import { readFacts } from "./read-facts.ts";
import { writeFactFile } from "./write-facts.ts";

const WRONG: PriceRetractionInput = {
  recorded: "2026-02-03",
  host: "acme",
  modelId: "acme-large-v1",
  because: "the page never showed this price",
  page: "https://acme.example/pricing",
};

let sample: Awaited<ReturnType<typeof writeSampleFacts>>;
beforeEach(async () => {
  sample = await writeSampleFacts();
});

const plan = (input: Partial<PriceRetractionInput> = {}) =>
  planPriceRetraction(readFactFileTexts(sample.data), { ...WRONG, ...input }, "2026-03-20");

describe("a price that was recorded wrongly", () => {
  it("leaves the history, from any source, ends the confirmation before it and stays in the ledger", async () => {
    const day = "2026-03-10";
    const append = (host: string, row: string) =>
      appendFile(join(sample.data, "prices", `${host}.csv`), `${day},,${row}\n`);
    await append("acme", "acme-large-v1,operator,stated,5,20,,,,https://acme.example/old");
    await append("bazaar", "delta-7b,upstream,stated,2,4,,,,");
    for (const [input, what] of [
      [{ recorded: day, source: "operator" }, "(operator): input 5, output 20"],
      [{}, "(upstream): input 8, output 40"],
      [{ recorded: day, host: "bazaar", modelId: "delta-7b" }, "(upstream): input 2, output 4"],
    ] as const) {
      const { files, retracted } = plan(input);
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
    expect(() => plan()).toThrow(/already marked as wrong/);
  });

  it("still counts as what its source states, so that an equal reading adds no row", async () => {
    for (const file of plan({ recorded: "2026-03-01" }).files)
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

  it("may be every price of a day, or of a host on that day", () => {
    const everything = { recorded: "2026-03-01", modelId: undefined };
    expect(plan({ ...everything, host: undefined }).retracted).toHaveLength(4);
    expect(plan({ ...everything, host: "bazaar" }).retracted).toHaveLength(2);
  });

  it("is refused without a matching row, and without a URL", () => {
    expect(() => plan({ source: "operator" })).toThrow(/no price recorded on 2026-02-03 matches/);
    expect(() => plan({ modelId: "acme-tiny" })).toThrow(
      /no id "acme-tiny"; the nearest are "acme-/,
    );
    expect(() => plan({ page: "a page" })).toThrow(/must end with the https:\/\/ URL/);
  });
});
