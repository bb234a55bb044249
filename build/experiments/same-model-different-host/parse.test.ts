import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MAX_ANSWER, toPlain } from "../answer-text.ts";
import type { Item } from "../asked-test.ts";
import { SAME_MODEL_DIFFERENT_HOST_ASKED } from "./asked.ts";
import { ITEMS } from "./items.ts";
import { parse } from "./parse.ts";

const get = (item_id: string): Item => ITEMS.find((item) => item.item_id === item_id)!;
/** "l" in "mitten crystal saddle nickel": 3. */
const COUNT = get("count-03");
/** 712 × 664 = 472768. */
const PRODUCT = get("product-01");
/** "pjbuyqjk" → "kjqyubjp". */
const REVERSE = get("reverse-03");
/** 701, 524, 354, 750, 616, 856 from the largest. */
const NUMBERS = get("sort-02");
/** barrel, violin, lizard, saddle, rabbit, donkey from A to Z. */
const WORDS = get("sort-25");

const isRight = (raw: string, item: Item): boolean => {
  const plain = toPlain(raw);
  const parsed = plain === "" ? null : parse(plain, item);
  return parsed !== null && SAME_MODEL_DIFFERENT_HOST_ASKED.isCorrect(parsed, item) === true;
};

describe("right", () => {
  test.each<[string, Item]>([
    ["3", COUNT],
    ["3.", COUNT],
    ["**3**", COUNT],
    ["Answer: 3", COUNT],
    ["The answer is 3.", COUNT],
    ["3 times", COUNT],
    ['The letter "l" occurs 3 times in "mitten crystal saddle nickel".', COUNT],
    ["<think>1, 2, 3, 4?</think>3", COUNT],
    ["$\\boxed{3}$", COUNT],
    ["472768", PRODUCT],
    ["472,768", PRODUCT],
    ["472 768", PRODUCT],
    ["472.768", PRODUCT],
    ["472'768.", PRODUCT],
    ["472_768", PRODUCT],
    ["712 × 664 = 472768", PRODUCT],
    ["The product is 472,768.", PRODUCT],
    ["kjqyubjp", REVERSE],
    ["KJQYUBJP", REVERSE],
    ['"kjqyubjp"', REVERSE],
    ["`kjqyubjp`", REVERSE],
    ['The letters "pjbuyqjk" in reverse order: kjqyubjp', REVERSE],
    ["856, 750, 701, 616, 524, 354", NUMBERS],
    ["856,750,701,616,524,354", NUMBERS],
    ["[856, 750, 701, 616, 524, 354]", NUMBERS],
    ["Sorted list: 856, 750, 701, 616, 524, 354.", NUMBERS],
    ["barrel, donkey, lizard, rabbit, saddle, violin", WORDS],
    ["Barrel\nDonkey\nLizard\nRabbit\nSaddle\nViolin", WORDS],
    ['["barrel", "donkey", "lizard", "rabbit", "saddle", "violin"]', WORDS],
    ["- barrel\n- donkey\n- lizard\n- rabbit\n- saddle\n- violin", WORDS],
  ])("%s", (raw, item) => expect(isRight(raw, item)).toBe(true));
});

describe("wrong, and usable", () => {
  test.each<[string, Item, string]>([
    ["4", COUNT, "4"],
    ["-3", COUNT, "-3"],
    ["3.5", COUNT, "3, 5"],
    ["2 or 3", COUNT, "2, or, 3"],
    ["1, 2, 3", COUNT, "1, 2, 3"],
    ["three", COUNT, "three"],
    ["3rd", COUNT, "3rd"],
    ["I can only give 3 answers", COUNT, "i, can, give, 3, answers"],
    ["472767", PRODUCT, "472767"],
    ["-472768", PRODUCT, "-472768"],
    ["472,7680", PRODUCT, "472, 7680"],
    ["1,472,768", PRODUCT, "1, 472, 768"],
    ["712 × 664 = 470000 + 2768 = 472768", PRODUCT, "470000, 2768, 472768"],
    ["712 × 664 =", PRODUCT, "712, 664"],
    ["First, 700 × 664 = 464800, then", PRODUCT, "first, 700, 464800, then"],
    ["pjbuyqjk", REVERSE, "pjbuyqjk"],
    ["kjqyubj", REVERSE, "kjqyubj"],
    ["k j q y u b j p", REVERSE, "k, j, q, y, u, b, j, p"],
    ["kjqyubjp or kjqyubpj", REVERSE, "kjqyubjp, or, kjqyubpj"],
    ["856, 750, 701, 616, 524", NUMBERS, "856, 750, 701, 616, 524"],
    ["354, 524, 616, 701, 750, 856", NUMBERS, "354, 524, 616, 701, 750, 856"],
    ["1. barrel 2. donkey", WORDS, "1, barrel, 2, donkey"],
    ["barrel, donkey, lizard, rabbit, saddle", WORDS, "barrel, donkey, lizard, rabbit, saddle"],
    ["…", WORDS, "..."],
    ["?!", COUNT, "?!"],
  ])("%s", (raw, item, parsed) => {
    expect(parse(toPlain(raw), item)).toBe(parsed);
    expect(isRight(raw, item)).toBe(false);
  });
});

const REFUSALS = [
  "I'm sorry, I can't help with that.",
  "Je ne peux pas répondre à 3 questions.",
  "Ich kann das leider nicht beantworten (Fehler 3).",
  "Lo siento, no puedo responder.",
  "Desculpe, não posso responder.",
  "抱歉，我无法回答。3",
  "申し訳ありませんが、お答えできません。",
  "죄송합니다. 답변할 수 없습니다.",
  "Извините, я не могу ответить.",
  "عذرًا، لا أستطيع الإجابة.",
  "क्षमा करें, मैं उत्तर नहीं दे सकता।",
  "Error 500",
  "<p></p>",
  "<answer>",
  "",
];

test.each(REFUSALS)("never right: %s", (raw) => {
  for (const item of ITEMS) expect(isRight(raw, item), item.item_id).toBe(false);
});

test("a question's own words are never right, whole or in part, before or after another's", () => {
  for (const [index, item] of ITEMS.entries()) {
    const other = ITEMS[(index + 50) % ITEMS.length]!;
    for (const raw of [item.prompt, item.prompt.toUpperCase(), `${item.prompt} ${other.prompt}`])
      expect(isRight(raw, item), raw).toBe(false);
    for (let cut = 0; cut < item.prompt.length; cut += 5) {
      expect(isRight(item.prompt.slice(cut), item)).toBe(false);
      expect(isRight(item.prompt.slice(0, cut), item)).toBe(false);
    }
  }
});

test("an answer of another question is right only where it is the same", () => {
  for (const item of ITEMS)
    for (const { answer } of ITEMS) expect(isRight(answer!, item)).toBe(answer === item.answer);
});

test("every number at once is not right", () => {
  const all = Array.from({ length: 10 }, (_, digit) => digit).join(" ");
  for (const item of ITEMS) expect(isRight(all, item)).toBe(false);
});

test("any text but none gives a value, and a value that differs is wrong", () => {
  const item = fc.constantFrom(...ITEMS);
  const text = fc.oneof(fc.string({ unit: "binary" }), fc.stringMatching(/^[-\d ,.'×=a-f]*$/));
  fc.assert(
    fc.property(text, item, (raw, asked) => {
      const plain = toPlain(raw);
      if (plain === "") return;
      const parsed = parse(plain, asked);
      expect(parsed).not.toBeNull();
      expect(parsed!.length).toBeLessThanOrEqual(120);
    }),
  );
  expect(parse("", COUNT)).toBeNull();
});

test("the longest answer is read in no time", () => {
  const started = performance.now();
  for (const unit of ["472,768 ", "1,", "1 ", "a", "-", "-1", "1'1", "barrel, "])
    for (const item of [COUNT, PRODUCT, REVERSE, WORDS])
      parse(unit.repeat(MAX_ANSWER / unit.length).trim(), item);
  expect(performance.now() - started).toBeLessThan(2000);
});
