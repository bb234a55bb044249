import { describe, expect, test } from "vitest";
import { fact, move, tablesWith } from "../../../test/builders/finding-facts.ts";
import { getDefined } from "../../../test/builders/get.ts";
import { writeFindings } from "../catalog/finding.ts";
import type { FindingFactRow } from "../catalog/rows.ts";
import { fitting, listOf, longDate, percents, thousands, titleWith, usd } from "./phrasing.ts";

function say(...facts: FindingFactRow[]): [title: string, summary: string] {
  const [finding] = writeFindings(tablesWith({ finding_facts: facts }), []);
  const { title, summary } = getDefined(finding, "finding");
  return [title, summary];
}

test.each([
  [1.5, "$1.50"],
  [12, "$12.00"],
  [1234.5, "$1,234.50"],
  [0.435, "$0.435"],
  [0.4, "$0.40"],
  [0.07429, "$0.0743"],
  [0.00004, "$0.00004"],
  [0, "$0"],
])("%s US dollars are written %s", (price, text) => {
  expect(usd(price)).toBe(text);
});

test("words: lists, percentages, dates, thousands", () => {
  expect(
    [[], ["A"], ["A", "B"], ["A", "B", "C"], ["A", "B", "C", "D"]].map((names) => listOf(names)),
  ).toEqual(["", "A", "A and B", "A, B and C", "A, B, C and 1 more"]);
  expect([percents([78.13, 63.75]), percents([78.13, 77.6]), percents([5.25])]).toEqual([
    "64 to 78 %",
    "78 %",
    "5.3 %",
  ]);
  expect([longDate("2026-08-03"), longDate("2026-08"), thousands(1048576)]).toEqual([
    "3 August 2026",
    "August 2026",
    "1,048,576",
  ]);
});

test("a title names fewer models where three are too long, and is never 120 characters", () => {
  const names = Array.from({ length: 5 }, (_, index) => `${index}${"x".repeat(40)}`);
  expect(titleWith(names, (list) => `Acme cuts ${list}`)).toMatch(
    /^Acme cuts 0x+, 1x+ and 3 more$/,
  );
  expect(fitting(["y".repeat(300)])).toHaveLength(119);
});

describe("sentences", () => {
  test("a cut", () => {
    expect(say(move("acme-large", -75))).toEqual([
      "Acme cuts Acme Large by 75 %",
      "Input went from $2.00 to $0.50 and output from $10.00 to $2.50 per million tokens: 75 % less at three tokens of input to one of output.",
    ]);
  });

  test("a cut by half, a rise to twice and to a multiple", () => {
    expect(say(move("acme-large", -50))[0]).toBe("Acme cuts Acme Large by half");
    expect(say(move("acme-large", 100))[0]).toBe("Acme raises Acme Large to twice the price");
    expect(say(move("acme-large", 700))[0]).toBe("Acme raises Acme Large to 8 times the price");
    expect(say(move("acme-large", 82))[0]).toBe("Acme raises Acme Large by 82 %");
  });

  test("a price that stayed is said once, one that does not exist not at all", () => {
    expect(say(move("acme-large", -10, { new_input: 2 }))[1]).toMatch(
      /^Input stayed at \$2\.00 and output went from \$10\.00 to \$9\.00 per/,
    );
    expect(say(move("acme-large", -10, { new_output: 10 }))[1]).toMatch(
      /^Input went from \$2\.00 to \$1\.80 and output stayed at \$10\.00 per/,
    );
    expect(say(move("acme-large", -10, { old_output: null, new_output: null }))[1]).toBe(
      "Input went from $2.00 to $1.80 per million tokens: 10 % less.",
    );
  });

  test("several cuts: blended prices, (3 × 2 + 10) / 4 = 4", () => {
    expect(say(move("acme-large", -75), move("acme-small", -50))[1]).toBe(
      "Per million tokens, at three of input to one of output, Acme Large went from $4.00 to $1.00 and Acme Small from $4.00 to $2.00.",
    );
  });

  test("a new model", () => {
    const known = { release_date: "2026-02-27", context_window: 1_000_000, hosts: 4 };
    expect(say(fact("new_model", { ...known, host: "acme", input: 5, output: 25 }))).toEqual([
      "Acme releases Acme Large",
      "Released on 27 February 2026, at $5.00 per million tokens of input and $25.00 of output from Acme. By now 4 hosts list it. It reads up to 1,000,000 tokens.",
    ]);
    expect(
      say(fact("new_model", { model: "acme-open", hosts: 1, host: "acme", input: 0, output: 0 })),
    ).toEqual([
      "Acme releases Acme Open with open weights",
      "Released on 1 March 2026, free at Acme.",
    ]);
  });

  test("new models of one lab", () => {
    const small = fact("new_model", { model: "acme-small", input: 1, output: 2, hosts: 3 });
    expect(say(fact("new_model", { input: 0.2, output: 0.8, hosts: 3 }), small)).toEqual([
      "Acme releases Acme Large and Acme Small",
      "Released on 1 March 2026. Per million tokens of input/output: Acme Large at $0.20/$0.80, Acme Small at $1.00/$2.00.",
    ]);
  });

  test("a host that undercuts all others, by a lower price or by a first one", () => {
    const found = {
      host: "bazaar",
      blended: 0.5,
      best_before: 1,
      best_host: "cumulus",
      pct_below: 50,
      rivals: 7,
    };
    expect(say(fact("new_cheapest", found))).toEqual([
      "Bazaar undercuts every other host of Acme Large by 50 %",
      "Bazaar lists it at $0.50 per million tokens, at three of input to one of output. The cheapest of 7 other hosts, Cumulus, asked $1.00.",
    ]);
    expect(say(fact("new_cheapest", { ...found, own_before: 1.5 }))[1]).toMatch(
      /^Bazaar went from \$1\.50 to \$0\.50 per/,
    );
  });

  test("a lead, and one by less than a hundredth", () => {
    const lead = {
      benchmark: "logic",
      score: 80,
      runner_up: "delta-one",
      runner_up_score: 70,
      models_tested: 20,
    };
    expect(say(fact("top_score", lead))).toEqual([
      "Acme Large leads Logic",
      "It scores 80 %, the best of 20 models tested; Delta One is second with 70 %.",
    ]);
    expect(say(fact("top_score", { ...lead, runner_up_score: 79.5 }))[0]).toBe(
      "Acme Large edges past Delta One on Logic",
    );
    expect(say(fact("top_score", { ...lead, benchmark: "chess", score: 1500 }))[1]).toMatch(
      /^It scores 1500, /,
    );
  });

  test("a lead that rests on the maker's word says so, and is told apart from others", () => {
    const lead = fact("top_score", {
      benchmark: "logic",
      score: 80,
      runner_up: "delta-one",
      runner_up_score: 70,
      models_tested: 20,
    });
    const reported = { ...lead, self_reported: true };
    expect(say(reported)).toEqual([
      "Acme Large leads Logic, its maker reports",
      "Its maker reports 80 %, the best of 20 models tested; Delta One is second with 70 %.",
    ]);
    expect(say({ ...reported, runner_up_score: 79.5 })[0]).toBe(
      "Acme Large edges past Delta One on Logic, its maker reports",
    );
    const both = tablesWith({ finding_facts: [lead, { ...reported, benchmark: "chess" }] });
    expect(writeFindings(both, []).map(({ title }) => title)).toHaveLength(2);
  });

  test("a spread says who and how much", () => {
    const hosts = {
      hosts: 12,
      lowest: 0.1,
      cheapest_host: "bazaar",
      highest: 6.5,
      dearest_host: "cumulus",
    };
    expect(say(fact("spread", { ...hosts, ratio: 65 }))).toEqual([
      "Acme Large comes to cost 65 times as much at Cumulus as at Bazaar",
      "12 hosts sold it that day, from $0.10 at Bazaar to $6.50 at Cumulus per million tokens, at three of input to one of output.",
    ]);
  });

  test("what is missing is never written as null, undefined or NaN", () => {
    for (const kind of [
      "price_drop",
      "price_rise",
      "new_model",
      "new_cheapest",
      "top_score",
      "spread",
    ] as const)
      for (const facts of [[fact(kind, {})], [fact(kind, {}), fact(kind, { model: "acme-small" })]])
        expect(say(...facts).join(" ")).not.toMatch(/null|undefined|NaN|Infinity/);
  });
});
