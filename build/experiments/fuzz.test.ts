/** Whatever a model may answer: no scorer throws, and nothing counts as right by accident. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MAX_ANSWER } from "./answer-text.ts";
import { ASKED_TESTS } from "./asked-registry.ts";
import type { AskedTest, Item } from "./asked-test.ts";
import { scoreRun } from "./judge.ts";

const SUBJECT = { model: "gpt-4o", lab: "openai" };
const CONTEXT = { subject: SUBJECT, first: null };

/** A few items of each test, spread over all of it. */
const itemsOf = ({ items }: AskedTest): Item[] =>
  items.filter((_, index) => index % Math.ceil(items.length / 60) === 0);

const REFUSALS = {
  ar: "عذرًا، لا أستطيع المساعدة في ذلك.",
  de: "Tut mir leid, dabei kann ich nicht helfen.",
  en: "I'm sorry, but as an AI language model I cannot answer this question.",
  es: "Lo siento, pero no puedo responder a esa pregunta.",
  fr: "Je suis désolé, mais je ne peux pas répondre à cette question.",
  hi: "क्षमा करें, मैं इस प्रश्न का उत्तर नहीं दे सकता।",
  ja: "申し訳ありませんが、その質問にはお答えできません。",
  ko: "죄송하지만 그 질문에는 답변할 수 없습니다.",
  pt: "Desculpe, mas não posso responder a essa pergunta.",
  ru: "Извините, но я не могу ответить на этот вопрос.",
  zh: "很抱歉，我无法回答这个问题。",
};

const FIXED: Record<string, string> = {
  "nothing at all": "",
  "white space": " \n\t　",
  punctuation: "...!?",
  "an emoji": "🙂",
  "broken surrogates": "\ud800 \udc00\ud800",
  "control characters": "\u0000\u0007\u001b[31m",
  "100 kB of one letter": "a".repeat(100_000),
  "100 kB of words": "lorem ipsum dolor sit amet ".repeat(4000),
  "as many letters as are read": "x".repeat(MAX_ANSWER),
  "many spaces": " ".repeat(MAX_ANSWER),
  "many open brackets": "(".repeat(MAX_ANSWER),
  "only reasoning": "<think>land 42 OpenAI 2024-05</think>",
  "reasoning that never ends": "<think>The answer is land, 42, OpenAI",
  "empty markup": "**__``__** <div></div> ```\n```",
  Thai: "ขอบคุณสำหรับคำถามของคุณ",
  Greek: "Ευχαριστώ για την ερώτησή σας",
  "every lab":
    "OpenAI, Anthropic, Google, Meta, Mistral, DeepSeek, Alibaba, xAI, Moonshot AI, Zhipu",
  "every month": Array.from(
    { length: 72 },
    (_, index) => `${2022 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, "0")}`,
  ).join(" "),
  "every number": Array.from({ length: 2000 }, (_, index) => index).join(" "),
  "both choices": "land or water",
  unknown: "unknown",
  ...Object.fromEntries(
    Object.entries(REFUSALS).map(([code, text]) => [`a refusal (${code})`, text]),
  ),
};

const judge = (asked: AskedTest, raw: (item: Item) => string | null) =>
  scoreRun(
    asked,
    asked.items.map((item) => ({ item_id: item.item_id, raw: raw(item) })),
    CONTEXT,
  );

describe.each(ASKED_TESTS.map((asked) => [asked.about.test, asked] as const))("%s", (_, asked) => {
  test.each(Object.entries(FIXED))("%s is never right", (_name, raw) => {
    const { judged, n_valid, score, interval } = judge(asked, () => raw);
    expect(judged.filter(({ correct }) => correct === true)).toEqual([]);
    expect(n_valid).toBeLessThanOrEqual(asked.items.length);
    for (const value of [score, interval?.low, interval?.high])
      expect(Number.isNaN(value ?? 0)).toBe(false);
  });

  test("the question itself, however dressed, is never right", () => {
    for (const dress of [
      "%",
      "**%**",
      "You asked: %",
      "% % %",
      "%\n\nLet me think about it.",
      "« % »",
    ]) {
      const { judged } = judge(asked, ({ prompt }) => dress.replaceAll("%", prompt));
      expect(
        judged.filter(({ correct }) => correct === true),
        dress,
      ).toEqual([]);
    }
  });

  test("a refusal that repeats the question is never right", () => {
    for (const refusal of Object.values(REFUSALS)) {
      const { judged } = judge(asked, ({ prompt }) => `${refusal} (${prompt})`);
      expect(
        judged.filter(({ correct }) => correct === true),
        refusal,
      ).toEqual([]);
    }
  });

  test("no answers at all give no score", () => {
    expect(judge(asked, () => null)).toMatchObject({ score: null, interval: null, n_valid: 0 });
    expect(scoreRun(asked, [], CONTEXT)).toMatchObject({ score: null, n_items: 0, n_valid: 0 });
  });

  test("any text at all is judged without a throw, and gives a score that is a number or null", () => {
    const items = itemsOf(asked);
    const anything = fc.oneof(
      fc.string({ unit: "binary", maxLength: 300 }),
      fc.string({ unit: "grapheme", maxLength: 300 }),
      fc
        .array(
          fc.constantFrom(
            ...Object.values(FIXED).map((text) => text.slice(0, 200)),
            "land",
            "7",
            "<b>",
            "not",
            "2024",
          ),
          { maxLength: 12 },
        )
        .map((parts) => parts.join(" ")),
    );
    fc.assert(
      fc.property(anything, fc.nat(items.length - 1), (raw, index) => {
        const { judged, score } = scoreRun(
          asked,
          [{ item_id: items[index]!.item_id, raw }],
          CONTEXT,
        );
        expect(judged).toHaveLength(1);
        expect(score === null || Number.isFinite(score)).toBe(true);
      }),
      { numRuns: 500, seed: 20_261_121 },
    );
  });
});
