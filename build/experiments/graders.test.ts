import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryText } from "../../test/builders/any-text.ts";
import { RECORDED_TEST_ITEMS } from "../../test/builders/experiment-facts.ts";
import { getDefined } from "../../test/builders/get.ts";
import { gradeAndScoreTestRun, MAX_MODEL_REPLY_LENGTH } from "./graders.ts";
import { OWN_TESTS_RUN_ON_MODELS, type TestItem, toOwnTestWithItems } from "./items.ts";

/** Grades a single answer to a single question. @param item The fields of the item that matter for the test. */
function read(name: string, item: Partial<TestItem>, raw: string, lab = "openai") {
  const definition = OWN_TESTS_RUN_ON_MODELS.find(({ test }) => test === name);
  const items = [{ item_id: "x", prompt: "Well?", answer: null, meta: {}, ...item }];
  const asked = { about: getDefined(definition, name), items };
  const context = { subject: { model: "m", lab }, first: null };
  const run = gradeAndScoreTestRun(asked, [{ item_id: "x", raw }], context);
  return getDefined(run.graded[0], "graded answer");
}

/** Test cases: each text is parsed as `parsed`. */
const all = (parsed: string | null, ...texts: string[]) =>
  texts.map((text): [string, string | null] => [text, parsed]);

describe("choice", () => {
  test.each([
    ...all("land", "Land.", "**LAND**", "On land", "<think>Water?</think>\nLand", "Ｌａｎｄ\u0000"),
    ...all("water", "water", "# Water", "In the water.", "```\nwater\n```"),
    ...all(null, "land or water", "not land", "Is it water?", "Greenland", "Answer: land"),
    ...all(null, "水", "1", "…", "<think>land"),
  ])("%j is read as %s, with land and water as choices", (raw, parsed) => {
    expect(read("world-map", { answer: "land" }, raw).parsed).toBe(parsed);
  });

  test.each([
    ["OpenAI, Inc.", "openai"],
    ["GPT-4o mini", "openai"],
    ["Claude 3.5 Sonnet", "anthropic"],
    ["Qwen2.5-72B-Instruct", "alibaba"],
    ["通义千问2.5", "alibaba"],
    ["Llama 3.1 405B Instruct", "meta"],
    ["ディープシーク", "deepseek"],
    ["01.AI", "01-ai"],
    ["Command R+", "cohere"],
    ["كلود", "anthropic"],
  ])("%s is a claim to be of %s, and `self` from a model of that lab", (raw, lab) => {
    const item = { answer: "self" };
    expect(read("who-are-you", item, raw, "nobody").parsed).toBe(`claims:${lab}`);
    expect(read("who-are-you", item, raw, lab)).toMatchObject({ parsed: "self", correct: true });
  });

  test.each([
    ["Inconnu.", "openai", "vague"],
    ["Arcee AI", "arcee-ai", "self"],
    ["Arcee", "arcee-ai", "self"],
    ["Alpha", "aleph-alpha", null],
    ["I am GPT-4o, made by OpenAI.", "openai", null],
    ["OpenAI, Anthropic", "openai", null],
    ["not OpenAI", "openai", null],
    ["AI", "openai", null],
    ["3", "openai", null],
    [`OpenAI ${"!".repeat(80)}`, "openai", null],
  ])("%j from a model of %s is %s", (raw, lab, parsed) => {
    expect(read("who-are-you", { answer: "self" }, raw, lab).parsed).toBe(parsed);
  });
});

test.each([
  ["Anna Ély", "answered", true],
  ["ely anna.", "answered", true],
  ["Refused.", "refused", false],
  ["unknown", "unknown", false],
  ...["Somebody else", "Anna Ély was never killed", "我无法回答这个问题。", "…"].map(
    (text): [string, null, null] => [text, null, null],
  ),
])("refusal: %j is %s", (raw, parsed, correct) => {
  const item = { answer: "Anna Ély", meta: { spellings: ["Ély", "Ely, Anna"] } };
  expect(read("censorship-index", item, raw)).toMatchObject({ parsed, correct });
});

describe("exact", () => {
  const country = {
    answer: "Ivory Coast",
    meta: { kind: "event", spellings: ["Côte d'Ivoire", "CIV"] },
  };
  const release = { answer: "2025-04", meta: { kind: "release", spellings: [] } };

  test.each([
    ["the ivory coast.", "Ivory Coast"],
    ["Cote d’Ivoire", "Ivory Coast"],
    ["Điện Biên Phủ", "other:dien bien phu"],
    ["Unknown.", "unknown"],
    ["not Ivory Coast", "other:not ivory coast"],
    ...all(null, "The final of January 2024 was won by Ivory Coast, who beat Nigeria."),
    ...all(null, "x".repeat(81), "…"),
  ])("a name: %j is %s", (raw, parsed) => {
    expect(read("knowledge-horizon", country, raw).parsed).toBe(parsed);
  });

  test.each([
    ["2025-05.", "2025-05"],
    ['"2025-04"', "2025-04"],
    ["Unknown.", "unknown"],
    ...all(null, "April 2025", "2025-13", "2025-04-01", "1999-04", "x".repeat(81)),
  ])("a month: %j is %s", (raw, parsed) => {
    expect(read("knowledge-horizon", release, raw).parsed).toBe(parsed);
  });

  test.each([
    ["count", "**3**.", "3"],
    ["count", "<think>1, 2, 3, 4?</think>3", "3"],
    ["product", "472 768", "472768"],
    ["reverse", "`KJQYUBJP`", "kjqyubjp"],
    ["sort", "- Barrel\n- donkey\n- lizard", "barrel, donkey, lizard"],
    ["sort", "[856, 750, 701]", "856, 750, 701"],
    // Every reply in this test is parsed as a value, even a wrong one.
    ["count", "The answer is 3.", "The answer is 3."],
    ["product", "−1'821'534.", "-1821534"],
    ["count", "3.5", "3.5"],
    ["count", "?!", "?!"],
    ["sort", "1. barrel 2. donkey", "1, barrel, 2, donkey"],
    ["sort", "apple ".repeat(100), "apple, ".repeat(18).slice(0, 120)],
  ])("a host's %s: %j is %j", (kind, raw, parsed) => {
    expect(read("same-model-different-host", { meta: { kind } }, raw).parsed).toBe(parsed);
  });

  test.each([
    ["choice", "The SEA.", "sea"],
    ...["sea or mountains", "by the sea", "beach", "unknown"].map((raw) => ["choice", raw, null]),
    ["number", "7.", "7"],
    ["number", "[007]", "7"],
    ...["11", "0", "−7", "seven", "7 or 8", "7.5"].map((raw) => ["number", raw, null]),
    ["word", '"Schmétterling".', "schmetterling"],
    ...["two words", "42", "unknown", "x".repeat(81)].map((raw) => ["word", raw, null]),
    ["line", "Date, Kiwi, Plum.", "date, kiwi, plum"],
    ...["They are: date, kiwi, plum", "..."].map((raw) => ["line", raw, null]),
  ])("a %s: %j is %s", (reading, raw, parsed) => {
    const meta = { reading, options: ["sea", "mountains"], lowest: 1, highest: 10 };
    const item = { answer: "date, kiwi, plum", meta };
    expect(read("model-drift-index", item, String(raw)).parsed).toBe(parsed);
  });
});

/** Any text, and texts made of what parsers look for. */
const PIECES = ["land", "7", ",", ".", "-", "<b>", "<think>", "not", "2024-05", "OpenAI", '"'];
const anyAnswer = fc.oneof(
  arbitraryText(300),
  fc.constantFrom(..."x7 (").map((one) => one.repeat(MAX_MODEL_REPLY_LENGTH)),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((parts) => parts.join(" ")),
);

test.each(OWN_TESTS_RUN_ON_MODELS.map((about) => [about.test, about] as const))(
  "%s has no score without answers, and grades any text without a throw",
  (_, about) => {
    const asked = toOwnTestWithItems(about, RECORDED_TEST_ITEMS);
    const context = { subject: { model: "m", lab: "openai" }, first: null };
    const runWith = (answers: { item_id: string; raw: string | null }[]) =>
      gradeAndScoreTestRun(asked, answers, context);
    const silent = asked.items.map(({ item_id }) => ({ item_id, raw: null }));
    expect(runWith(silent)).toMatchObject({ score: null, interval: null, n_valid: 0 });
    expect(runWith([])).toMatchObject({ score: null, n_items: 0 });
    fc.assert(
      fc.property(anyAnswer, fc.constantFrom(...asked.items.slice(0, 60)), (raw, { item_id }) => {
        const { graded, score } = runWith([{ item_id, raw }]);
        expect(graded).toHaveLength(1);
        expect(Number.isFinite(score ?? 0)).toBe(true);
      }),
      { numRuns: 50, seed: 20_261_121 },
    );
  },
);
