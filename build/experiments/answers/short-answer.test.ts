import { describe, expect, test } from "vitest";
import { MAX_ANSWER, toPlain } from "./plain-text.ts";
import { foldAnswer, integerOf, isOneOf, isUnknown, monthOf } from "./short-answer.ts";

describe("plain text", () => {
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
  ])("of %j is %j", (raw, plain) => {
    expect(toPlain(raw)).toBe(plain);
  });
});

describe("a folded answer", () => {
  test.each([
    ["Côte d'Ivoire.", "cote divoire"],
    ['"The Seattle Seahawks"', "seattle seahawks"],
    ["Lai Ching-te", "lai ching te"],
    ["Điện Biên Phủ", "dien bien phu"],
    ["「深度求索」。", "深度求索"],
    ["グーグル", "グーグル"],
    ["«مجهول».", "مجهول"],
    ["The", "the"],
    ["…", ""],
  ])("of %s is %s", (plain, folded) => {
    expect(foldAnswer(plain)).toBe(folded);
  });

  test("is one of the names as a whole, never a part of one", () => {
    const names = ["Jannik Sinner", "Sinner", "…"];
    expect(["jannik sinner", "sinner"].every((name) => isOneOf(name, names))).toBe(true);
    for (const other of ["sinners", "jannik", "jannik sinner won", "not sinner", ""])
      expect(isOneOf(other, names), other).toBe(false);
  });

  test.each(["Unknown.", "inconnu", "Desconocido", "unbekannt", "未知", "不明", "مجهول"])(
    "%s is the word for not knowing",
    (plain) => {
      expect(isUnknown(foldAnswer(plain))).toBe(true);
    },
  );

  test.each(["I do not know", "unknown to me", ""])("%j is not that word", (plain) => {
    expect(isUnknown(foldAnswer(plain))).toBe(false);
  });
});

describe("a whole number", () => {
  test.each([
    ["3901", "3901"],
    ["3,901.", "3901"],
    ["3 901", "3901"],
    ["1'821'534", "1821534"],
    ['"3901"', "3901"],
    ["[-7]", "-7"],
    ["−7", "-7"],
    ["007", "7"],
    ["0", "0"],
  ])("%s is %s", (plain, digits) => {
    expect(integerOf(plain)).toBe(digits);
  });

  test.each([
    "47 × 83 = 3901",
    "3901 or 3911",
    "39.5",
    "1,2",
    "three",
    "x3901",
    "3901 letters",
    "",
    "9".repeat(41),
    " ".repeat(20_000),
  ])("%j is none", (plain) => {
    expect(integerOf(plain)).toBeNull();
  });
});

describe("a month", () => {
  test.each([
    ["2025-04", "2025-04"],
    ["2025-12.", "2025-12"],
    ['"2025-04"', "2025-04"],
  ])("%s is %s", (plain, month) => {
    expect(monthOf(plain)).toBe(month);
  });

  test.each(["2025-13", "2025-4", "April 2025", "2025-04-01", "2025-04 or 2025-05", "1999-04", ""])(
    "%j is none",
    (plain) => {
      expect(monthOf(plain)).toBeNull();
    },
  );
});
