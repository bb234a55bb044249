/** Odd answers of models, by name and at random. */
import fc from "fast-check";
import { MAX_ANSWER_LENGTH } from "../../build/experiments/graders.ts";
import { arbitraryText } from "./any-text.ts";

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

/** What each is → the answer. */
export const STRANGE_MODEL_ANSWERS: Readonly<Record<string, string>> = {
  "nothing at all": "",
  "white space": " \n\t　",
  punctuation: "...!?",
  "an emoji": "🙂",
  "broken surrogates": "\ud800 \udc00\ud800",
  "control characters": "\u0000\u0007\u001b[31m",
  "100 kB of one letter": "a".repeat(100_000),
  "as many letters as are read": "x".repeat(MAX_ANSWER_LENGTH),
  "many digits": "7".repeat(MAX_ANSWER_LENGTH),
  "many spaces": " ".repeat(MAX_ANSWER_LENGTH),
  "many open brackets": "(".repeat(MAX_ANSWER_LENGTH),
  "only reasoning": "<think>land 42 OpenAI 2024-05</think>",
  "reasoning that never ends": "<think>The answer is land, 42, OpenAI",
  "empty markup": "**__``__** <div></div> ```\n```",
  Thai: "ขอบคุณสำหรับคำถามของคุณ",
  "every lab": "OpenAI, Anthropic, Google, Meta, Mistral, DeepSeek, Alibaba, xAI",
  "every number": Array.from({ length: 2000 }, (_, index) => index).join(" "),
  "both choices": "land or water",
  unknown: "unknown",
  refused: "refused",
  ...Object.fromEntries(
    Object.entries(REFUSALS).map(([code, text]) => [`a refusal (${code})`, text]),
  ),
};

/** Any text, and texts made of what parsers look for. */
export const arbitraryModelAnswer: fc.Arbitrary<string> = fc.oneof(
  arbitraryText(300),
  fc.string({ unit: "grapheme", maxLength: 300 }),
  fc
    .array(
      fc.constantFrom(
        ...Object.values(STRANGE_MODEL_ANSWERS).map((text) => text.slice(0, 200)),
        ...["land", "7", ",", ".", "-", "<b>", "not", "2024-05", "OpenAI", '"', "("],
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join(" ")),
);
