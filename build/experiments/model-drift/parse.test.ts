import { describe, expect, test } from "vitest";
import type { DriftQuestion } from "../../schema/experiment.ts";
import { toDriftItems } from "./items.ts";
import { parseValue } from "./parse.ts";

function parse(plain: string, question: Pick<DriftQuestion, "reading"> & Partial<DriftQuestion>) {
  const rest = { answer: null, options: null, lowest: null, highest: null };
  const [item] = toDriftItems([{ item_id: "x", kind: "x", prompt: "Well?", ...rest, ...question }]);
  return item && parseValue(plain, item);
}

describe("a choice", () => {
  const sea = { reading: "choice", options: "sea | mountains" } as const;

  test.each([
    ["sea", "sea"],
    ["The SEA.", "sea"],
    ["“Mountains”", "mountains"],
  ])("%s is %s", (plain, value) => {
    expect(parse(plain, sea)).toBe(value);
  });

  test.each(["sea or mountains", "not the sea", "by the sea", "beach", "seaside", "unknown"])(
    "%s is none",
    (plain) => {
      expect(parse(plain, sea)).toBeNull();
    },
  );
});

describe("a number", () => {
  const ten = { reading: "number", lowest: 1, highest: 10 } as const;

  test("is a whole one in the range that was asked for", () => {
    expect(parse("7.", ten)).toBe("7");
    expect(parse("1,821,534", { reading: "number" })).toBe("1821534");
    for (const other of ["11", "0", "-7", "seven", "7 or 8", "7.5"])
      expect(parse(other, ten), other).toBeNull();
  });
});

describe("a word", () => {
  test("is one of letters, folded", () => {
    expect(parse('"Schmétterling".', { reading: "word" })).toBe("schmetterling");
    expect(parse("蝴蝶", { reading: "word" })).toBe("蝴蝶");
    for (const other of ["two words", "42", "!!!", "unknown", "x".repeat(81)])
      expect(parse(other, { reading: "word" }), other).toBeNull();
  });
});

describe("a line", () => {
  const list = { reading: "line", answer: "date, kiwi, plum" } as const;

  test("keeps its marks, in lower case", () => {
    expect(parse("Date, Kiwi, Plum.", list)).toBe("date, kiwi, plum");
    expect(parse('"date,kiwi,plum"', list)).toBe("date,kiwi,plum");
    expect(parse("2019-05-03", list)).toBe("2019-05-03");
  });

  test("has no more words than the answer", () => {
    for (const other of ["They are: date, kiwi, plum", "...", "x".repeat(81)])
      expect(parse(other, list), other).toBeNull();
  });
});
