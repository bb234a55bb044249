import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toPlain } from "../answer-text.ts";
import type { Item } from "../asked-test.ts";
import { ITEMS } from "./items.ts";
import { isRight, parseValue } from "./parse.ts";

const byId = (id: string) => ITEMS.find(({ item_id }) => item_id === id)!;
const parse = (raw: string, id: string) => parseValue(toPlain(raw) || "-", byId(id));

describe("a choice", () => {
  test.each([
    ["sea", "sea"],
    ["Sea.", "sea"],
    ["**Mountains**", "mountains"],
    ["By the sea", "sea"],
    ["I prefer the mountains.", "mountains"],
    ["The sea, the sea!", "sea"],
  ])("%s is %s", (raw, value) => {
    expect(parse(raw, "opinion-sea")).toBe(value);
  });

  test.each([
    ["sea or mountains"],
    ["Both the sea and the mountains"],
    ["Not the sea"],
    ["neither"],
    ["seaside"],
    ["the beach"],
    ["море"],
    ["海"],
    [`The sea. ${"It is lovely there. ".repeat(9)}`],
  ])("%s is none", (raw) => {
    expect(parse(raw, "opinion-sea")).toBeNull();
  });

  test("the option is given back as it is listed", () => {
    expect(parse("KYOTO!", "opinion-city")).toBe("Kyoto");
  });
});

describe("a number", () => {
  test.each([
    ["3901", "3901"],
    ["3,901", "3901"],
    ["3901.", "3901"],
    ["**3901**", "3901"],
    ["The answer is 3901.", "3901"],
    ["3901, 3901", "3901"],
    ["-3901", "-3901"],
    ["−7", "-7"],
    ["39.5", "39.5"],
    ["3 901".replace(" ", ""), "3901"],
    ["３９０１", "3901"],
    ["0", "0"],
  ])("%s is %s", (raw, value) => {
    expect(parse(raw, "arithmetic-product")).toBe(value);
  });

  test.each([
    ["47 × 83 = 3901"],
    ["3901 or 3911"],
    ["3 901"],
    ["39x1"],
    ["1,2"],
    ["three thousand"],
    ["1.2.3"],
    ["x3901"],
    [`${"9".repeat(119)}`.replace(/9/g, "x")],
  ])("%s is none", (raw) => {
    expect(parse(raw, "arithmetic-product")).toBeNull();
  });

  test("a number out of the range that was asked for is none", () => {
    expect(parse("7", "guess-ten")).toBe("7");
    expect(parse("11", "guess-ten")).toBeNull();
    expect(parse("0", "guess-ten")).toBeNull();
  });
});

describe("a word", () => {
  test.each([
    ["Schmetterling", "schmetterling"],
    ["schmetterling.", "schmetterling"],
    ['"Schmetterling"', "schmetterling"],
    ["Answer: Schmetterling", "schmetterling"],
    ["The answer is Schmetterling", "schmetterling"],
    ["Schmetterling (m.)", "schmetterling"],
    ["Schmétterling", "schmetterling"],
    ["蝴蝶", "蝴蝶"],
  ])("%s is %s", (raw, value) => {
    expect(parse(raw, "translation-german")).toBe(value);
  });

  test.each([
    ["der Schmetterling"],
    ["Schmetterling, Falter"],
    ["It is Schmetterling"],
    ["42"],
    ["!!!"],
    ["x".repeat(61)],
  ])("%s is none", (raw) => {
    expect(parse(raw, "translation-german")).toBeNull();
  });
});

describe("a line", () => {
  test.each([
    ["date, kiwi, melon, plum"],
    ["Date, Kiwi, Melon, Plum."],
    ["date,  kiwi,\nmelon, plum"],
    ['"date, kiwi, melon, plum"'],
    ["Answer: date, kiwi, melon, plum"],
    ["```\ndate, kiwi, melon, plum\n```"],
  ])("%s is one value", (raw) => {
    expect(parse(raw, "ordering-alphabet")).toBe("date, kiwi, melon, plum");
  });

  test("spacing and marks within it are part of the value", () => {
    expect(parse("date,kiwi,melon,plum", "ordering-alphabet")).toBe("date,kiwi,melon,plum");
  });

  test.each([["The words are: date, kiwi, melon, plum"], ["..."], ["x".repeat(81)]])(
    "%s is none",
    (raw) => {
      expect(parse(raw, "ordering-alphabet")).toBeNull();
    },
  );
});

describe("nothing is read by accident", () => {
  test.each([
    ["I cannot answer that."],
    ["I don't know: sea, 7, bread"],
    ["Sorry, 7."],
    ["As an AI, I have no preference for heads."],
    ["Je ne sais pas, 7"],
    ["Das weiß ich nicht, 7"],
    ["No lo sé: 7"],
    ["Não sei, 7"],
    ["我不知道 7"],
    ["わかりません 7"],
    ["모르겠습니다 7"],
    ["Я не знаю: 7"],
    ["لا أعرف 7"],
    ["मुझे पता नहीं 7"],
    ["<b></b>"],
    ["…"],
  ])("%s is none for every item", (raw) => {
    for (const item of ITEMS) expect(parse(raw, item.item_id), item.item_id).toBeNull();
  });

  test("the prompt, given back, is none", () => {
    for (const item of ITEMS)
      for (const raw of [item.prompt, `${item.prompt} `, item.prompt.toUpperCase()])
        expect(parseValue(raw, item), item.item_id).toBeNull();
  });

  test("all options in one reply are none", () => {
    for (const item of ITEMS)
      if (item.meta.read === "choice")
        for (const joint of [", ", " ", " / ", " and "])
          expect(parseValue(item.meta.options.join(joint), item), item.item_id).toBeNull();
  });

  test("noise of 20,000 characters is none, and takes no time", () => {
    const started = performance.now();
    for (const unit of ["7", "7 ", "7,", "1,111", "sea ", "x", "((", "。", '"'])
      for (const item of ITEMS)
        expect(parseValue(unit.repeat(20_000).slice(0, 20_000), item)).toBeNull();
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

test("any text gives a short value or none, for any item", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 150 }),
    fc.string({ unit: "grapheme", maxLength: 150 }),
    fc.array(fc.constantFrom("7", ",", ".", "-", "sea", "bread", "(", '"', "x")),
  );
  fc.assert(
    fc.property(text, fc.constantFrom(...ITEMS), (raw, item) => {
      const parsed = parseValue(Array.isArray(raw) ? raw.join("") : raw, item);
      if (parsed === null) return;
      expect(parsed.length).toBeGreaterThan(0);
      if (item.meta.read === "choice") expect(item.meta.options).toContain(parsed);
      if (item.meta.read === "number") expect(Number(parsed)).not.toBeNaN();
      expect(isRight(parsed, item)).toBe(item.answer === null ? null : parsed === item.answer);
    }),
    { numRuns: 1000, seed: 7 },
  );
});

test("an item of no kind has no value", () => {
  const bare: Item = { item_id: "x", prompt: "Well?", answer: null, meta: {} };
  expect(parseValue("7", bare)).toBeNull();
  expect(isRight("7", bare)).toBeNull();
});
