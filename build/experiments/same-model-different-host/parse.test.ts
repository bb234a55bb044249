import { describe, expect, test } from "vitest";
import type { HostQuestion } from "../../schema/experiment.ts";
import { toPlain } from "../answers/plain-text.ts";
import { parse } from "./parse.ts";

const read = (kind: HostQuestion["kind"], raw: string) =>
  parse(toPlain(raw), { item_id: "x", prompt: "Well?", answer: "?", meta: { kind } });

describe("a value", () => {
  test.each([
    ["count", "3", "3"],
    ["count", "**3**.", "3"],
    ["count", "<think>1, 2, 3, 4?</think>3", "3"],
    ["product", "472768", "472768"],
    ["product", "472,768", "472768"],
    ["product", "472 768", "472768"],
    ["product", "472_768", "472768"],
    ["reverse", "KJQYUBJP", "kjqyubjp"],
    ["reverse", "`kjqyubjp`", "kjqyubjp"],
    ["sort", "856,750,701", "856, 750, 701"],
    ["sort", "[856, 750, 701]", "856, 750, 701"],
    ["sort", "- Barrel\n- donkey\n- lizard", "barrel, donkey, lizard"],
    ["sort", '["barrel", "donkey"]', "barrel, donkey"],
  ] as const)("%s: %s is %s", (kind, raw, value) => {
    expect(read(kind, raw)).toBe(value);
  });

  test.each([
    ["count", "The answer is 3."],
    ["count", "-3"],
    ["count", "3.5"],
    ["count", "2 or 3"],
    ["count", "three"],
    ["count", "?!"],
    ["product", "712 × 664 = 472768"],
    ["product", "1,472,768"],
    ["reverse", "kjqyubjp or kjqyubpj"],
    ["reverse", "k j q y u b j p"],
    ["sort", "1. barrel 2. donkey"],
    ["sort", "I'm sorry, I can't help with that."],
  ] as const)("%s: %s is one too, and never the right one", (kind, raw) => {
    const value = read(kind, raw);
    expect(value).not.toBeNull();
    expect(["3", "472768", "kjqyubjp", "barrel, donkey"]).not.toContain(value);
  });

  test("is cut where it is long, and missing only where there is no text", () => {
    expect(read("sort", "apple ".repeat(100))).toHaveLength(120);
    expect(parse("", { item_id: "x", prompt: "", answer: "", meta: { kind: "sort" } })).toBeNull();
  });
});
