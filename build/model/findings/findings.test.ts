import { describe, expect, test } from "vitest";
import {
  sampleCatalogTables,
  sampleFindingFact,
  sampleListPriceMove,
} from "../../../test/builders/finding-facts.ts";
import { getDefined } from "../../../test/builders/get.ts";
import type { FindingFactRow, FindingRow } from "../catalog/rows.ts";
import { buildFindings } from "./findings.ts";

const write = (facts: FindingFactRow[]): FindingRow[] =>
  buildFindings(sampleCatalogTables({ finding_facts: facts }), []);
const idsOf = (facts: FindingFactRow[]) => write(facts).map(({ id }) => id);

describe("findings are merged", () => {
  test("moves of one host, day and direction become one, under the id of the largest", () => {
    const [one, ...others] = write([
      sampleListPriceMove("acme-small", -20),
      sampleListPriceMove("acme-large", -60),
    ]);
    expect(others).toEqual([]);
    expect(one).toMatchObject({
      id: "2026-03-01-price-drop-acme-large",
      title: "Acme cuts the price of Acme Large and Acme Small by 20 to 60 %",
      models: ["acme-large", "acme-small"],
      numbers: { pct_blended: -60, pct_smallest: -20, models: 2 },
    });
  });

  test("moves of another host, day or direction are not merged", () => {
    const facts = [
      sampleListPriceMove("acme-large", -60),
      sampleListPriceMove("acme-small", 60),
      sampleListPriceMove("acme-tiny", -60, { host: "bazaar" }),
      sampleListPriceMove("acme-mini", -60, { date: "2026-03-02" }),
    ];
    expect(write(facts)).toHaveLength(4);
  });

  test("a title names at most three models and counts the others", () => {
    const [one] = write(
      ["large", "small", "tiny", "mini", "open"].map((name) =>
        sampleListPriceMove(`acme-${name}`, -30),
      ),
    );
    expect(one?.title).toBe(
      "Acme cuts the price of Acme Large, Acme Mini, Acme Open and 2 more by 30 %",
    );
    expect(one?.summary).toContain(
      "The prices of Acme Small and Acme Tiny moved in the same direction.",
    );
  });

  test("spreads between the same two hosts merge when their ratios are within 5 %", () => {
    const spread = (model: string, ratio: number) =>
      sampleFindingFact("spread", {
        model,
        ratio,
        hosts: 3,
        lowest: 1,
        highest: ratio,
        size: 100 * (1 - 1 / ratio),
        cheapest_host: "bazaar",
        most_expensive_host: "cumulus",
      });
    // acme-large is grouped with acme-small (4.2 ≤ 1.05 × 4) but not with acme-tiny (4.2 > 1.05 × 3.9).
    const found = write([
      spread("acme-small", 4),
      spread("acme-large", 4.2),
      spread("acme-tiny", 3.9),
    ]);
    expect(found.map(({ models }) => models)).toEqual([
      ["acme-large", "acme-small"],
      ["acme-tiny"],
    ]);
    expect(found[0]?.title).toBe(
      "Acme Large and Acme Small cost 4 to 4.2 times as much at Cumulus as at Bazaar",
    );
  });

  test("of any twenty consecutive findings at most three are spreads, and the oldest are kept", () => {
    const spreads = Array.from({ length: 9 }, (_, day) =>
      sampleFindingFact("spread", { date: `2026-03-0${day + 1}`, ratio: 4, size: 75 }),
    );
    const found = write(spreads);
    expect(found.map(({ date }) => date)).toEqual(["2026-03-03", "2026-03-02", "2026-03-01"]);
    const later = Array.from({ length: 19 }, (_, day) =>
      sampleFindingFact("new_model", { date: `2026-03-${day + 10}`, size: 100 }),
    );
    const after = write([
      ...spreads,
      ...later,
      sampleFindingFact("spread", { date: "2026-04-01", ratio: 4 }),
    ]);
    expect(after).toHaveLength(3 + 19 + 1);
    expect(after.slice(-3)).toEqual(found);
  });

  test("a host's lowest prices, a lab's releases and a model's top scores each make one finding a day", () => {
    const cheap = (model: string, pct_below: number) =>
      sampleFindingFact("new_cheapest", { model, host: "bazaar", pct_below, size: pct_below });
    const found = write([
      cheap("acme-large", 20),
      cheap("delta-one", 40),
      sampleFindingFact("new_model", { model: "acme-tiny" }),
      sampleFindingFact("new_model", { model: "acme-mini" }),
      ...["logic", "sums"].map((benchmark) =>
        sampleFindingFact("top_score", { benchmark, runner_up: "delta-one" }),
      ),
    ]);
    expect(found.map(({ id, models }) => [id, models]).sort()).toEqual([
      ["2026-03-01-new-cheapest-delta-one-bazaar", ["delta-one", "acme-large"]],
      ["2026-03-01-new-model-acme-mini", ["acme-mini", "acme-tiny"]],
      ["2026-03-01-top-score-logic-acme-large", ["acme-large", "delta-one"]],
    ]);
  });
});

describe("findings do not repeat each other", () => {
  const cheapest = (more: Partial<FindingFactRow> = {}) =>
    sampleFindingFact("new_cheapest", { host: "acme", pct_below: 30, ...more });

  test("if a price cut made a host the cheapest, only the cut is reported", () => {
    expect(idsOf([sampleListPriceMove("acme-large", -30), cheapest()])).toEqual([
      "2026-03-01-price-drop-acme-large",
    ]);
  });

  test("each kind has at most three findings a day, the most important ones", () => {
    const rises = [10, 20, 30, 40].map((percent) =>
      sampleListPriceMove("acme-large", percent, {
        host: `host-${percent}`,
        model: `m-${percent}`,
      }),
    );
    expect(write(rises).map(({ models: [model] }) => model)).toEqual(["m-40", "m-30", "m-20"]);
  });
});

describe("findings are sorted by importance", () => {
  const spread = sampleFindingFact("spread", { ratio: 20, size: 95 });

  test("importance is weight × size × how well the model and its lab are known", () => {
    // 1 × 60 × (5/10 + 5/10) / 2 = 30; with 15 hosts: 60 × (15/20 + 5/10) / 2 = 37.5.
    expect(write([sampleListPriceMove("acme-large", -60)])[0]?.size).toBe(30);
    expect(write([sampleListPriceMove("acme-large", -60, { model_hosts: 15 })])[0]?.size).toBe(
      37.5,
    );
  });

  test("a finding written by hand comes first on its day", () => {
    const byHand = {
      ...getDefined(write([spread])[0], "finding"),
      id: "by-hand",
      size: Number.MAX_VALUE,
    };
    const tables = sampleCatalogTables({ finding_facts: [sampleListPriceMove("acme-large", -90)] });
    expect(buildFindings(tables, [byHand])[0]?.id).toBe("by-hand");
  });
});
