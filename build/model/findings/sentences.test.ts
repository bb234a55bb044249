import { describe, expect, test } from "vitest";
import {
  sampleCatalogTables,
  sampleFindingFact,
  sampleListPriceMove,
} from "../../../test/builders/finding-facts.ts";
import { getDefined } from "../../../test/builders/get.ts";
import type { FindingFactRow } from "../catalog/rows.ts";
import { buildFindings } from "./findings.ts";
import { fitNamesIntoTitle, formatUsdInFinding, pickFirstTitleThatFits } from "./phrasing.ts";

function textOf(...facts: FindingFactRow[]): [title: string, summary: string] {
  const [finding] = buildFindings(sampleCatalogTables({ finding_facts: facts }), []);
  const { title, summary } = getDefined(finding, "finding");
  return [title, summary];
}

test.each([
  [1234.5, "$1,234.50"],
  [0.07429, "$0.0743"],
  [0.00004, "$0.00004"],
  [0, "$0"],
])("%s US dollars are written %s", (price, text) => {
  expect(formatUsdInFinding(price)).toBe(text);
});

test("a title names fewer models if three are too long, and always has less than 120 characters", () => {
  const names = Array.from({ length: 5 }, (_, index) => `${index}${"x".repeat(40)}`);
  expect(fitNamesIntoTitle(names, (list) => `Acme cuts ${list}`)).toMatch(
    /^Acme cuts 0x+, 1x+ and 3 more$/,
  );
  expect(pickFirstTitleThatFits(["y".repeat(300)])).toHaveLength(119);
});

const RELEASED = { release_date: "2026-02-27", context_window: 1_000_000, hosts: 4 };
const FREE = { model: "acme-open", hosts: 1, host: "acme", input: 0, output: 0 };
const CHEAPEST = {
  host: "bazaar",
  blended: 0.5,
  best_before: 1,
  best_host: "cumulus",
  pct_below: 50,
  rivals: 7,
};
const LEAD = {
  benchmark: "logic",
  score: 80,
  runner_up: "delta-one",
  runner_up_score: 70,
  models_tested: 20,
};
const NARROW = { benchmark: "chess", score: 1500, runner_up_score: 1490 };
const SPREAD = {
  hosts: 12,
  lowest: 0.1,
  cheapest_host: "bazaar",
  highest: 6.5,
  ratio: 65,
  most_expensive_host: "cumulus",
};

test.each<[what: string, facts: FindingFactRow[], title: string, summary: string]>([
  [
    "a cut of input alone",
    [sampleListPriceMove("acme-large", -10, { new_output: 10 })],
    "Acme cuts the price of Acme Large by 10 %",
    "The input price of Acme Large went from $2.00 to $1.80 and the output price stayed at $10.00 per 1M tokens: 10 % less, blended 3:1.",
  ],
  [
    "a cut without a price of output",
    [sampleListPriceMove("acme-large", -10, { old_output: null, new_output: null })],
    "Acme cuts the price of Acme Large by 10 %",
    "The input price of Acme Large went from $2.00 to $1.80 per 1M tokens: 10 % less.",
  ],
  [
    // Blended: (3 × 2 + 10) / 4 = 4.
    "several cuts",
    [sampleListPriceMove("acme-large", -75), sampleListPriceMove("acme-small", -50)],
    "Acme cuts the price of Acme Large and Acme Small by 50 to 75 %",
    "The price per 1M tokens, blended 3:1, went from $4.00 to $1.00 for Acme Large and from $4.00 to $2.00 for Acme Small.",
  ],
  [
    "a new model",
    [sampleFindingFact("new_model", { ...RELEASED, host: "acme", input: 5, output: 25 })],
    "Acme releases Acme Large",
    "Acme Large was released on 1 March 2026, at $5.00 input and $25.00 output per 1M tokens from Acme. 4 hosts list Acme Large. Context window: 1,000,000 tokens.",
  ],
  [
    "a new model of an unknown lab that was sold before its release date",
    [sampleFindingFact("new_model", { lab: "other", release_date: "2026-03-12" })],
    "Acme Large is first listed",
    "Acme Large was first listed on 1 March 2026.",
  ],
  [
    "a new model whose weights came after its first offer",
    [sampleFindingFact("new_model", { model: "acme-open", release_date: "2026-03-12" })],
    "Acme Open from Acme is first listed",
    "Acme Open was first listed on 1 March 2026.",
  ],
  [
    "a free model with open weights",
    [sampleFindingFact("new_model", FREE)],
    "Acme releases Acme Open with open weights",
    "Acme Open was released on 1 March 2026, free at Acme.",
  ],
  [
    "new models of one lab",
    [
      sampleFindingFact("new_model", { input: 0.2, output: 0.8, hosts: 3 }),
      sampleFindingFact("new_model", { model: "acme-small", input: 1, output: 2, hosts: 3 }),
    ],
    "Acme releases Acme Large and Acme Small",
    "Acme Large and Acme Small were released on 1 March 2026. Per 1M tokens, Acme Large costs $0.20 input and $0.80 output; Acme Small costs $1.00 input and $2.00 output.",
  ],
  [
    "a host that undercuts all others by a first price",
    [sampleFindingFact("new_cheapest", CHEAPEST)],
    "Bazaar undercuts all other hosts of Acme Large by 50 %",
    "Bazaar lists Acme Large at $0.50 per 1M tokens, blended 3:1. Of the 7 other hosts of Acme Large, the cheapest was Cumulus at $1.00.",
  ],
  [
    "a host that undercuts all others by a lower price",
    [sampleFindingFact("new_cheapest", { ...CHEAPEST, own_before: 1.5 })],
    "Bazaar undercuts all other hosts of Acme Large by 50 %",
    "Bazaar changed its price of Acme Large from $1.50 to $0.50 per 1M tokens, blended 3:1. Of the 7 other hosts of Acme Large, the cheapest was Cumulus at $1.00.",
  ],
  [
    "a lead",
    [sampleFindingFact("top_score", LEAD)],
    "Acme Large leads Logic",
    "Acme Large scores 80 % on Logic, the best score of 20 tested models; Delta One is second with 70 %.",
  ],
  [
    "a lead by less than a hundredth that the maker reports, not in percent",
    [sampleFindingFact("top_score", { ...LEAD, ...NARROW, self_reported: true })],
    "Acme Large narrowly leads Delta One on Chess (self-reported)",
    "The lab of Acme Large reports 1500 on Chess, the best score of 20 tested models; Delta One is second with 1490.",
  ],
  [
    "a spread",
    [sampleFindingFact("spread", SPREAD)],
    "Acme Large costs 65 times as much at Cumulus as at Bazaar",
    "12 hosts sold Acme Large, from $0.10 at Bazaar to $6.50 at Cumulus per 1M tokens, blended 3:1.",
  ],
])("the title and summary of %s", (_, facts, title, summary) => {
  expect(textOf(...facts)).toEqual([title, summary]);
});

test.each([
  [-50, "Acme cuts the price of Acme Large by half"],
  [100, "Acme raises the price of Acme Large to twice the old price"],
  [700, "Acme raises the price of Acme Large to 8 times the old price"],
])("a move of %s %% has the title %s", (percent, title) => {
  expect(textOf(sampleListPriceMove("acme-large", percent))[0]).toBe(title);
});

describe("missing values are never written as null, undefined or NaN", () => {
  test.each([
    ...(["price_drop", "price_rise", "new_model", "new_cheapest", "top_score", "spread"] as const),
  ])("in a %s", (kind) => {
    for (const facts of [
      [sampleFindingFact(kind, {})],
      [sampleFindingFact(kind, {}), sampleFindingFact(kind, { model: "acme-small" })],
    ])
      expect(textOf(...facts).join(" ")).not.toMatch(/null|undefined|NaN|Infinity/);
  });
});
