import { describe, expect, test } from "vitest";
import { getDefined } from "../../../test/builders/get.ts";
import { createNullFields } from "../../schema/values.ts";
import {
  type CatalogTables,
  FindingFactRow,
  type FindingRow,
  type OwnTestRunRow,
  type TokenCountRow,
} from "../catalog/rows.ts";
import { buildFindings } from "./findings.ts";

type Fields = Partial<FindingFactRow>;

/** Five hosts each count as half known, so importance is half of weight × size. */
const HALF_KNOWN = { model_hosts: 5, lab_hosts: 5 };
const OF_ACME = { date: "2026-03-01", model: "acme-large", lab: "acme", statements: [] };
const fact = (kind: FindingFactRow["kind"], more: Fields = {}): FindingFactRow => ({
  ...createNullFields(FindingFactRow),
  ...OF_ACME,
  ...HALF_KNOWN,
  kind,
  size: 50,
  ...more,
});

/** A change of acme's list price by `percent`, from $2 input and $10 output. */
function move(model: string, percent: number, more: Fields = {}): FindingFactRow {
  const factor = 1 + percent / 100;
  const prices = { old_input: 2, new_input: 2 * factor, old_output: 10, new_output: 10 * factor };
  const size = percent < 0 ? -percent : (100 * percent) / (100 + percent);
  const kind = percent < 0 ? "price_drop" : "price_rise";
  return fact(kind, { model, host: "acme", ...prices, pct_blended: percent, size, ...more });
}

/** `acme-large` → `Acme Large`. */
const nameOf = (slug: string) =>
  slug.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()).replaceAll("-", " ");
const named = (slugs: string, more: object = {}) =>
  slugs.split(" ").map((slug) => ({ slug, name: nameOf(slug), ...more }));

/** Findings of made-up tables with six models. */
const findingsOf = (more: Partial<CatalogTables>, byHand: FindingRow[] = []): FindingRow[] =>
  buildFindings(
    {
      models: named("acme-large acme-small acme-tiny acme-mini acme-open delta-one").map(
        (row, index) => {
          const [lab = ""] = row.slug.split("-");
          return { ...row, lab, offers: index + 1, is_open_source: row.slug === "acme-open" };
        },
      ),
      providers: named("acme bazaar cumulus delta"),
      benchmarks: [...named("logic sums", { unit: "%" }), ...named("chess", { unit: "elo" })],
      finding_facts: [],
      token_counts: [],
      model_tokenizers: [],
      own_test_runs: [],
      own_tests: [],
      own_test_items: [],
      ...more,
    } as unknown as CatalogTables,
    byHand,
  );
const write = (finding_facts: FindingFactRow[], byHand?: FindingRow[]) =>
  findingsOf({ finding_facts }, byHand);
const textOf = (...facts: FindingFactRow[]): [title: string, summary: string] => {
  const { title, summary } = getDefined(write(facts)[0], "finding");
  return [title, summary];
};

describe("findings are merged", () => {
  test("moves of one host, day and direction become one, under the id of the largest", () => {
    expect(write([move("acme-small", -20), move("acme-large", -60)])).toMatchObject([
      {
        id: "2026-03-01-price-drop-acme-large",
        models: ["acme-large", "acme-small"],
        numbers: { pct_blended: -60, pct_smallest: -20, models: 2 },
      },
    ]);
  });

  test("moves of another host, day or direction are not merged", () => {
    const others = [
      move("acme-tiny", -60, { host: "bazaar" }),
      move("acme-mini", -60, { date: "2026-03-02" }),
    ];
    expect(write([move("acme-large", -60), move("acme-small", 60), ...others])).toHaveLength(4);
  });

  test("spreads between the same two hosts merge when their ratios are within 5 %", () => {
    const hosts = { cheapest_host: "bazaar", most_expensive_host: "cumulus" };
    const spread = (model: string, ratio: number) =>
      fact("spread", { model, ratio, size: 100 * (1 - 1 / ratio), ...hosts });
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
    const days = (count: number, from: number) =>
      Array.from({ length: count }, (_, day) => `2026-03-${String(day + from).padStart(2, "0")}`);
    const spreads = days(9, 1).map((date) => fact("spread", { date, ratio: 4, size: 75 }));
    const found = write(spreads);
    expect(found.map(({ date }) => date)).toEqual(["2026-03-03", "2026-03-02", "2026-03-01"]);
    const later = days(19, 10).map((date) => fact("new_model", { date, size: 100 }));
    const latest = fact("spread", { date: "2026-04-01", ratio: 4 });
    const after = write([...spreads, ...later, latest]);
    expect(after).toHaveLength(3 + 19 + 1);
    expect(after.slice(-3)).toEqual(found);
  });

  test("a host's lowest prices, a lab's releases and a model's top scores each make one finding a day", () => {
    const cheap = (model: string, pct_below: number) =>
      fact("new_cheapest", { model, host: "bazaar", pct_below, size: pct_below });
    const found = write([
      cheap("acme-large", 20),
      cheap("delta-one", 40),
      ...["acme-tiny", "acme-mini"].map((model) => fact("new_model", { model })),
      ...["logic", "sums"].map((benchmark) =>
        fact("top_score", { benchmark, runner_up: "delta-one" }),
      ),
    ]);
    expect(found.map(({ id, models }) => [id, models]).sort()).toEqual([
      ["2026-03-01-new-cheapest-delta-one-bazaar", ["delta-one", "acme-large"]],
      ["2026-03-01-new-model-acme-mini", ["acme-mini", "acme-tiny"]],
      ["2026-03-01-top-score-logic-acme-large", ["acme-large", "delta-one"]],
    ]);
  });
});

test("if a price cut made a host the cheapest, only the cut is reported", () => {
  const cheapest = fact("new_cheapest", { host: "acme", pct_below: 30 });
  expect(write([move("acme-large", -30), cheapest])).toMatchObject([{ kind: "price_drop" }]);
});

test("each kind has at most three findings a day, the most important ones", () => {
  const rises = [10, 20, 30, 40].map((size) => move(`m-${size}`, size, { host: `host-${size}` }));
  expect(write(rises).map(({ models: [model] }) => model)).toEqual(["m-40", "m-30", "m-20"]);
});

test("importance is weight × size × how well the model and its lab are known", () => {
  // 1 × 60 × (5/10 + 5/10) / 2 = 30; with 15 hosts: 60 × (15/20 + 5/10) / 2 = 37.5; with 2: 60 × (2/7 + 5/10) / 2.
  const sizeOf = (more: Fields) => write([move("acme-large", -60, more)])[0]?.size;
  const sizes = [{}, { model_hosts: 15 }, { model_hosts: 2 }].map(sizeOf);
  expect(sizes).toEqual([30, 37.5, 23.57]);
});

test("a finding written by hand comes first on its day", () => {
  const moves = [move("acme-large", -90)];
  const other = getDefined(write(moves)[0], "finding");
  const byHand = { ...other, id: "by-hand", size: Number.MAX_VALUE };
  expect(write(moves, [byHand])[0]?.id).toBe("by-hand");
});

test("a title names fewer models if three are too long, and always has less than 120 characters", () => {
  const cuts = [0, 1, 2, 3, 4].map((index) => move(`${index}${"x".repeat(30)}`, -30));
  expect(textOf(...cuts)[0]).toMatch(/^Acme cuts the price of 0x+, 1x+ and 3 more by 30 %$/);
  expect(textOf(move("y".repeat(300), -30))[0]).toHaveLength(119);
});

const RELEASED = { release_date: "2026-02-27", context_window: 1_000_000, hosts: 4 };
const FREE = { model: "acme-open", hosts: 1, host: "acme", input: 0, output: 0 };
const BEFORE = { best_before: 1, best_host: "cumulus", rivals: 7 };
const CHEAPEST = { host: "bazaar", blended: 0.5, pct_below: 50, ...BEFORE };
const LATE = { release_date: "2026-03-12" };
const SECOND = { runner_up: "delta-one", runner_up_score: 70, models_tested: 20 };
const LEAD = { benchmark: "logic", score: 80, ...SECOND };
const NARROW = { benchmark: "chess", score: 1500, runner_up_score: 1490, self_reported: true };
const ENDS = { cheapest_host: "bazaar", most_expensive_host: "cumulus" };
const SPREAD = { hosts: 12, lowest: 0.00004, highest: 6.5, ratio: 65, ...ENDS };

test.each<[title: string, facts: FindingFactRow[], summary: string]>([
  [
    "Acme cuts the price of Acme Large by 10 %",
    [move("acme-large", -10, { new_output: 10 })],
    "The input price of Acme Large went from $2.00 to $1.80 and the output price stayed at $10.00 per 1M tokens: 10 % less, blended 3:1.",
  ],
  [
    "Acme cuts the price of Acme Large by 10 %",
    [move("acme-large", -10, { old_output: null, new_output: null })],
    "The input price of Acme Large went from $2.00 to $1.80 per 1M tokens: 10 % less.",
  ],
  [
    // Blended: (3 × 2 + 10) / 4 = 4.
    "Acme cuts the price of Acme Large, Acme Small, Acme Mini and 2 more by 25 to 75 %",
    ["small", "large", "tiny", "mini", "open"].map((name, index) =>
      move(`acme-${name}`, [-50, -75][index] ?? -25),
    ),
    "The price per 1M tokens, blended 3:1, went from $4.00 to $1.00 for Acme Large, from $4.00 to $2.00 for Acme Small and from $4.00 to $3.00 for Acme Mini. The prices of Acme Open and Acme Tiny moved in the same direction.",
  ],
  [
    "Acme releases Acme Large",
    [fact("new_model", { ...RELEASED, host: "acme", input: 0.07429, output: 1234.5 })],
    "Acme Large was released on 1 March 2026, at $0.0743 input and $1,234.50 output per 1M tokens from Acme. 4 hosts list Acme Large. Context window: 1,000,000 tokens.",
  ],
  [
    "Acme Large is first listed",
    [fact("new_model", { lab: "other", ...LATE })],
    "Acme Large was first listed on 1 March 2026.",
  ],
  [
    "Acme Open from Acme is first listed",
    [fact("new_model", { model: "acme-open", ...LATE })],
    "Acme Open was first listed on 1 March 2026.",
  ],
  [
    "Acme releases Acme Open with open weights",
    [fact("new_model", FREE)],
    "Acme Open was released on 1 March 2026, free at Acme.",
  ],
  [
    "Acme releases Acme Large and Acme Small",
    [
      fact("new_model", { input: 0.2, output: 0.8, hosts: 3 }),
      fact("new_model", { model: "acme-small", input: 1, output: 2, hosts: 3 }),
    ],
    "Acme Large and Acme Small were released on 1 March 2026. Per 1M tokens, Acme Large costs $0.20 input and $0.80 output; Acme Small costs $1.00 input and $2.00 output.",
  ],
  [
    "Bazaar undercuts all other hosts of Acme Large by 50 %",
    [fact("new_cheapest", CHEAPEST)],
    "Bazaar lists Acme Large at $0.50 per 1M tokens, blended 3:1. Of the 7 other hosts of Acme Large, the cheapest was Cumulus at $1.00.",
  ],
  [
    "Bazaar undercuts all other hosts of Acme Large by 50 %",
    [fact("new_cheapest", { ...CHEAPEST, own_before: 0 })],
    "Bazaar changed its price of Acme Large from $0 to $0.50 per 1M tokens, blended 3:1. Of the 7 other hosts of Acme Large, the cheapest was Cumulus at $1.00.",
  ],
  [
    "Acme Large leads Logic",
    [fact("top_score", LEAD)],
    "Acme Large scores 80 % on Logic, the best score of 20 tested models; Delta One is second with 70 %.",
  ],
  [
    "Acme Large narrowly leads Delta One on Chess (self-reported)",
    [fact("top_score", { ...LEAD, ...NARROW })],
    "The lab of Acme Large reports 1500 on Chess, the best score of 20 tested models; Delta One is second with 1490.",
  ],
  [
    "Acme Large costs 65 times as much at Cumulus as at Bazaar",
    [fact("spread", SPREAD)],
    "12 hosts sold Acme Large, from $0.00004 at Bazaar to $6.50 at Cumulus per 1M tokens, blended 3:1.",
  ],
])("%s", (title, facts, summary) => expect(textOf(...facts)).toEqual([title, summary]));

test.each([
  [-50, "Acme cuts the price of Acme Large by half"],
  [100, "Acme raises the price of Acme Large to twice the old price"],
  [700, "Acme raises the price of Acme Large to 8 times the old price"],
])("a move of %s percent has the title %s", (percent, title) => {
  expect(textOf(move("acme-large", percent))[0]).toBe(title);
});

test.each("price_drop price_rise new_model new_cheapest top_score spread".split(" "))(
  "missing values are never written as null, undefined or NaN in a %s",
  (kind) => {
    const row = fact(kind as FindingFactRow["kind"]);
    for (const facts of [[row], [row, { ...row, model: "acme-small" }]])
      expect(textOf(...facts).join(" ")).not.toMatch(/null|undefined|NaN|Infinity/);
  },
);

const PAGE = { basis: "b", source_url: "u" };
const used = (tokenizer: string, model: string) => ({ tokenizer, model, ...PAGE });
const BY_MODELS = [
  used("qwen3", "acme-large"),
  used("qwen3", "acme-small"),
  used("llama-3", "delta-one"),
];

/** One row per language; the whole passage counts as one sentence. */
const counts = (tokenizer: string, of: Record<string, number>) =>
  Object.entries(of).map(([language, count]): TokenCountRow => {
    const how = {
      run_date: "2026-04-01",
      passage_version: "1",
      package: "p",
      package_version: "1",
    };
    return { tokenizer, language, ...how, tokens: [count], characters: [count] };
  });

const LANGUAGES = "ar de en es fr hi it ja ko pt ru th zh".split(" ");
const NAMES: Record<string, string> = { hi: "Hindi", th: "Thai" };
const TEST = { test: "tokenizer-tax", version: "1" };
const PASSAGE = {
  own_tests: [{ ...TEST, key: null }],
  own_test_items: LANGUAGES.map((language) => ({
    ...TEST,
    item_id: language,
    prompt: "One two.",
    answer: null,
    meta: { name: NAMES[language] ?? language, is_translation: language !== "en" },
  })),
};

/** Token counts: 100 for English and for every language that `others` does not name. */
const passage = (others: Record<string, number>) => ({
  ...Object.fromEntries(LANGUAGES.map((language) => [language, 100])),
  ...others,
});

const taxOf = (token_counts: TokenCountRow[], model_tokenizers = BY_MODELS) =>
  findingsOf({ token_counts, model_tokenizers, ...PASSAGE });

describe("tokenizer-tax", () => {
  // Hindi: 400 and 200 tokens, mean ratio 3. Thai: 120 and 360 tokens, mean ratio 2.4, but one is three times the other.
  const COUNTS = [
    ...counts("qwen3", passage({ hi: 400, th: 120 })),
    ...counts("llama-3", passage({ hi: 200, th: 360 })),
  ];
  const found = taxOf(COUNTS);
  const at = (subject: string) => found.find(({ id }) => id.endsWith(subject));

  test("reports the most expensive language, the widest gap and both ends", () => {
    expect(found.map(({ id }) => id).sort()).toEqual(
      ["best-and-worst", "dearest-language", "widest-gap"].map(
        (subject) => `2026-04-01-own-test-tokenizer-tax-${subject}`,
      ),
    );
    expect(at("dearest-language")).toMatchObject({
      title:
        "Hindi needs 4 times as many tokens as English with Qwen 3, 2 times as many with Llama 3",
      numbers: { highest_ratio: 4, lowest_ratio: 2, mean_ratio: 3, tokenizers: 2, languages: 12 },
    });
    expect(at("widest-gap")).toMatchObject({
      title: "The same text in Thai takes 3 times as many tokens with Llama 3 as with Qwen 3",
      numbers: { gap: 3, lowest_tokens: 120, highest_tokens: 360, other_languages: 11 },
    });
    // Qwen: (4 + 1.2 + 10) / 12 = 1.2667 → 26.67 %; Llama: (2 + 3.6 + 10) / 12 = 1.3 → 30 %.
    expect(at("best-and-worst")).toMatchObject({
      title:
        "Other languages need 27 % more tokens than English with Qwen 3, 30 % more with Llama 3",
      numbers: { lowest_score: 26.67, highest_score: 30 },
    });
  });

  test("keeps the findings of each day when a tokenizer is counted later, and adds those that it changes", () => {
    const later = counts("gemma-3", passage({ hi: 500, th: 200 }));
    const all = [...COUNTS, ...later.map((row) => ({ ...row, run_date: "2026-05-01" }))];
    const both = taxOf(all, [...BY_MODELS, used("gemma-3", "acme-mini")]);
    expect(both.filter(({ date }) => date === "2026-04-01")).toEqual(found);
    const added = both.filter(({ date }) => date === "2026-05-01").map(({ id }) => id);
    const own = "2026-05-01-own-test-tokenizer-tax";
    expect(added).toEqual([`${own}-dearest-language`, `${own}-best-and-worst`]);
  });

  test("leaves out tokenizers that no model uses, counts of another version, and incomplete passages", () => {
    const unused = used("llama-3", "not-in-the-catalogue");
    const noOne = taxOf(COUNTS, [used("qwen3", "acme-large"), unused]);
    const oldVersion = COUNTS.map((row) => ({ ...row, passage_version: "0" }));
    for (const none of [noOne, taxOf(oldVersion), taxOf(COUNTS.slice(1)), taxOf([])])
      expect(none).toEqual([]);
  });
});

describe("recorded runs", () => {
  const run = (model: string, score: number | null, more: Partial<OwnTestRunRow> = {}) => {
    const how = { test: "world-map", version: "1", route: null, run_date: "2026-05-01" };
    const id = `run-${model}-${more.route ?? ""}`;
    return { id, ...how, model, score, interval: null, ...more } as OwnTestRunRow;
  };
  const reported = (...own_test_runs: OwnTestRunRow[]) => findingsOf({ own_test_runs });

  test("become one finding per test and day, with the best score, the worst and their intervals", () => {
    const found = reported(
      run("acme-small", 51),
      run("acme-large", 93.2, { interval: { low: 92, high: 94.1 } }),
      run("delta-one", 80),
      run("acme-tiny", null),
      // Left out: a run of an older version, and a run at one host.
      run("acme-mini", 99, { version: "0" }),
      run("acme-mini", 99, { route: "bazaar" }),
    );
    expect(found).toEqual([
      {
        id: "2026-05-01-own-test-world-map-best-and-worst",
        statements: [],
        date: "2026-05-01",
        kind: "own_test",
        title: "World map: Acme Large has the best score of 3 tested",
        summary:
          "Scores in percent of cells. Best: Acme Large: 93.2 (90 % interval 92 to 94.1). Worst of 3: Acme Small: 51.",
        numbers: { best: 93.2, worst: 51, models: 3 },
        models: ["acme-large", "delta-one", "acme-small"],
        test: "world-map",
        size: 100,
      },
    ]);
  });

  test("rank the lowest score first if the test says so, and write a score that is a month as a month", () => {
    const index = { test: "censorship-index" };
    const [lowest] = reported(run("acme-large", 40, index), run("acme-small", 3, index));
    expect(lowest?.models).toEqual(["acme-small", "acme-large"]);
    const [horizon] = reported(run("acme-large", 202606, { test: "knowledge-horizon" }));
    expect(horizon?.summary).toContain("Acme Large: 2026-06.");
  });
});
