import { describe, expect, test } from "vitest";
import {
  sampleCatalogTables,
  sampleOwnTestRun,
  sampleTokenCounts,
} from "../../../test/builders/finding-facts.ts";
import type { OwnTestRunRow, TokenCountRow } from "../catalog/rows.ts";
import { buildFindings } from "../findings/findings.ts";

const used = (tokenizer: string, model: string) => ({
  tokenizer,
  model,
  basis: "b",
  source_url: "u",
});
const BY_MODELS = [
  used("qwen3", "acme-large"),
  used("qwen3", "acme-small"),
  used("llama-3", "delta-one"),
];

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
  buildFindings(sampleCatalogTables({ token_counts, model_tokenizers, ...PASSAGE }), []);

describe("tokenizer-tax", () => {
  // Hindi: 400 and 200 tokens, mean ratio 3. Thai: 120 and 360 tokens, mean ratio 2.4, but one is three times the other.
  const COUNTS = [
    ...sampleTokenCounts("qwen3", passage({ hi: 400, th: 120 })),
    ...sampleTokenCounts("llama-3", passage({ hi: 200, th: 360 })),
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

  test("leaves out tokenizers that no model uses, counts of another version, and incomplete passages", () => {
    const noOne = taxOf(COUNTS, [
      used("qwen3", "acme-large"),
      used("llama-3", "not-in-the-catalogue"),
    ]);
    const oldVersion = COUNTS.map((row) => ({ ...row, passage_version: "0" }));
    for (const none of [noOne, taxOf(oldVersion), taxOf(COUNTS.slice(1)), taxOf([])])
      expect(none).toEqual([]);
  });

  test("a later count keeps what was reported, and reports only what is new", () => {
    const again = sampleTokenCounts("qwen3", passage({ hi: 400, th: 120 }), "2026-06-01");
    expect(taxOf([...COUNTS, ...again])).toEqual(found);
    const higher = sampleTokenCounts("qwen3", passage({ hi: 600, th: 120 }), "2026-06-01");
    const later = taxOf([...COUNTS, ...higher]);
    expect(later).toHaveLength(5);
    expect(later).toEqual(expect.arrayContaining(found));
    expect(later[0]).toMatchObject({
      id: "2026-06-01-own-test-tokenizer-tax-dearest-language",
      numbers: { highest_ratio: 6 },
    });
  });
});

describe("recorded runs", () => {
  const reported = (...runs: OwnTestRunRow[]) =>
    buildFindings(sampleCatalogTables({ own_test_runs: runs }), []);

  test("become one finding per test and day, with the best score, the worst and their intervals", () => {
    const found = reported(
      sampleOwnTestRun("acme-small", 51),
      sampleOwnTestRun("acme-large", 93.2, { interval: { low: 92, high: 94.1 } }),
      sampleOwnTestRun("delta-one", 80),
      sampleOwnTestRun("acme-tiny", null),
      // Left out: a run of an older version, and a run at one host.
      sampleOwnTestRun("acme-mini", 99, { version: "0" }),
      sampleOwnTestRun("acme-mini", 99, { route: "bazaar" }),
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
    const [lowest] = reported(
      sampleOwnTestRun("acme-large", 40, index),
      sampleOwnTestRun("acme-small", 3, index),
    );
    expect(lowest?.models).toEqual(["acme-small", "acme-large"]);
    const [horizon] = reported(
      sampleOwnTestRun("acme-large", 202606, { test: "knowledge-horizon" }),
    );
    expect(horizon?.summary).toContain("Acme Large: 2026-06.");
  });
});
