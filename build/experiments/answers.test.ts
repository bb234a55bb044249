import { describe, expect, test } from "vitest";
import {
  foldAnswer,
  integerOf,
  isOneOf,
  isUnknown,
  MAX_ANSWER,
  monthOf,
  toPlain,
} from "./answers.ts";

test.each([
  ["**Paris**", "Paris"],
  ["# `Paris`", "Paris"],
  ["<think>Rome? No.</think>\nParis", "Paris"],
  ["<answer>Paris</answer>", "Paris"],
  ["```\nParis\n```", "Paris"],
  ["Ｐａｒｉｓ\u0000", "Paris"],
  ["<think>Paris", ""],
  [" \n\t　", ""],
  ["x".repeat(MAX_ANSWER + 1), ""],
])("the plain text of %j is %j", (raw, plain) => {
  expect(toPlain(raw)).toBe(plain);
});

describe("a folded answer", () => {
  test.each([
    ["Côte d'Ivoire.", "cote divoire"],
    ['"The Seattle Seahawks"', "seattle seahawks"],
    ["Điện Biên Phủ", "dien bien phu"],
    ["「深度求索」。", "深度求索"],
    ["«مجهول».", "مجهول"],
    ["The", "the"],
    ["…", ""],
  ])("of %s is %s", (plain, folded) => {
    expect(foldAnswer(plain)).toBe(folded);
  });

  test("is one of the names as a whole, never a part of one", () => {
    const names = ["Jannik Sinner", "Sinner", "…"];
    expect(["jannik sinner", "sinner"].every((name) => isOneOf(name, names))).toBe(true);
    for (const other of ["sinners", "jannik", "not sinner", ""])
      expect(isOneOf(other, names), other).toBe(false);
  });

  test("may be the word for not knowing, in each language of the prompts", () => {
    for (const word of ["Unknown.", "inconnu", "Desconocido", "unbekannt", "未知", "不明", "مجهول"])
      expect(isUnknown(foldAnswer(word)), word).toBe(true);
    for (const text of ["I do not know", "unknown to me", ""])
      expect(isUnknown(foldAnswer(text)), text).toBe(false);
  });
});

test.each([
  ["3,901.", "3901"],
  ["3 901", "3901"],
  ["1'821'534", "1821534"],
  ['"3901"', "3901"],
  ["[-7]", "-7"],
  ["−7", "-7"],
  ["007", "7"],
  ...["47 × 83 = 3901", "3901 or 3911", "39.5", "1,2", "three", "x3901", "", "9".repeat(41)].map(
    (text): [string, null] => [text, null],
  ),
])("the whole number in %j is %j", (plain, digits) => {
  expect(integerOf(plain)).toBe(digits);
});

test.each([
  ["2025-12.", "2025-12"],
  ['"2025-04"', "2025-04"],
  ...["2025-13", "2025-4", "April 2025", "2025-04-01", "2025-04 or 2025-05", "1999-04", ""].map(
    (text): [string, null] => [text, null],
  ),
])("the month in %j is %j", (plain, month) => {
  expect(monthOf(plain)).toBe(month);
});
