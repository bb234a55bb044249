import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MAX_ANSWER, toPlain } from "../answer-text.ts";
import { WORLD_MAP_ASKED } from "./asked.ts";
import { ITEMS } from "./items.ts";
import { parse } from "./parse.ts";

const read = (raw: string) => parse(toPlain(raw));

describe("land", () => {
  test.each([
    "land",
    "Land.",
    "**LAND**",
    "`land`",
    "On land",
    "Answer: land",
    "The answer is land.",
    "Final answer: **Land**",
    '{"answer": "land"}',
    "$\\boxed{\\text{land}}$",
    "<think>Perhaps water? No.</think>\nLand",
    "It is on land.",
    "I think it's land",
    "45° N, 21° E is on land.",
    "The point 45° N, 21° E lies on dry land in Serbia.",
    "Land, in western Romania.",
    "Land (Greenland ice sheet)",
    "Land — Antarctica",
    "Land, near the Black Sea",
    "Land\n\nThe point is in Serbia, far from any body of water.",
    "Is it land or water? Land.",
    "terre",
    "C'est la terre ferme.",
    "tierra",
    "En tierra firme.",
    "Das ist Land.",
    "Terra",
    "陆地",
    "该点位于陆地上。",
    "陸地です",
    "육지",
    "суша",
    "Точка находится на суше.",
    "اليابسة",
    "भूमि",
  ])("%s", (raw) => expect(read(raw)).toBe("land"));
});

describe("water", () => {
  test.each([
    "water",
    "Water!",
    "in the water",
    "# Water",
    "Ocean",
    "The Atlantic Ocean.",
    "It is in the open sea",
    "Water (Pacific Ocean)",
    "Water - the South Pacific",
    "Water. The nearest coast is far away.",
    "Water\n\nThis lies far from land, in the Southern Ocean.",
    "The point lies in the Black Sea, so the answer is water.",
    "This location is over open water west of Chile.",
    "l'eau",
    "Agua.",
    "Es liegt im Wasser",
    "água",
    "水",
    "水域",
    "海洋",
    "海です",
    "물입니다",
    "바다",
    "вода",
    "ماء",
    "पानी",
  ])("%s", (raw) => expect(read(raw)).toBe("water"));
});

describe("nothing that can be used", () => {
  test.each([
    // Both, in any guise.
    "land or water",
    "Land/water",
    "Land, water",
    "Land. Water.",
    "Water Land",
    "1. Land 2. Water",
    "A. Land\nB. Water",
    "A) land B) water",
    "- Land\n- Water",
    '["land", "water"]',
    "Water. Or land.",
    "tierra o agua",
    "陆地或水域",
    "Land, ocean",
    "Water, not land",
    // Denials, doubts, questions.
    "Not land",
    "It is not water.",
    "no land",
    "Land?",
    "Is it water?",
    "Maybe the point is on land",
    "The point could be in water",
    "यह ज़मीन नहीं है",
    "No es tierra",
    "Das ist kein Land",
    "不是陆地",
    // Other words.
    "lake",
    "Iceland",
    "Greenland",
    "island",
    "underwater",
    "上海",
    "水曜日",
    "물론",
    "near the Black Sea",
    "300 m above sea level",
    "Fish live in water",
    "Land rover",
    "yes",
    "1",
    "45° N, 21° E",
    "…",
    "🌊",
    "<land>",
    "</water>",
  ])("%s", (raw) => expect(read(raw)).toBeNull());
});

const REFUSALS = [
  "I'm sorry, but I cannot tell whether this point is on land.",
  "I can't determine this without a map. Water",
  "I don't know if that is water.",
  "As a language model I am unable to look up a point on land",
  "Je ne peux pas dire si ce point est sur la terre.",
  "Ich kann leider nicht sagen, ob dort Land ist.",
  "Lo siento, no puedo saber si es agua.",
  "Desculpe, não posso dizer se é água.",
  "Mi dispiace, non posso dire se è terra.",
  "抱歉，我无法确定该点是否在陆地上。",
  "申し訳ありませんが、陸地かどうかわかりません。",
  "죄송하지만 육지인지 알 수 없습니다.",
  "Извините, я не знаю, суша ли это.",
  "عذرًا، لا أستطيع معرفة ما إذا كانت على اليابسة.",
  "क्षमा करें, मैं नहीं बता सकता कि यह भूमि है।",
];

test.each(REFUSALS)("a refusal is no answer: %s", (raw) => expect(read(raw)).toBeNull());

test("an essay counts only when its first or last sentence is the word", () => {
  const essay =
    "This place has a long coast with many bays and there the sea is deep and cold. ".repeat(4);
  expect(read(`${essay}The point is on land there I suppose.`)).toBeNull();
  expect(read(`${essay}The point lies in water near Chile.`)).toBeNull();
  expect(read(`Land. ${essay}`)).toBe("land");
  expect(read(`${essay}The land itself is far away. Answer: **Water**`)).toBe("water");
  expect(read(`Land. ${essay}Water.`)).toBeNull();
  expect(read(essay)).toBeNull();
});

test("the question itself is no answer, however it is repeated", () => {
  for (const { prompt } of ITEMS.filter((_, index) => index % 37 === 0)) {
    for (const raw of [prompt, prompt.toUpperCase(), `> ${prompt}`, `${prompt} ${prompt}`])
      expect(read(raw), raw).toBeNull();
    for (const sentence of prompt.split(/(?<=[.?])\s/)) expect(read(sentence), sentence).toBeNull();
    for (let cut = 1; cut < prompt.length; cut += 7)
      expect(read(prompt.slice(0, cut)), prompt.slice(0, cut)).toBeNull();
    expect(read(`${prompt}\n\nLand`)).toBe("land");
  }
});

test("any text gives land, water or null, and right only what agrees with the key", () => {
  const word = fc.constantFrom(
    "land",
    "water",
    "or",
    "Land.",
    "sea",
    "not",
    "陆地",
    "?",
    "is",
    "°",
  );
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(word).map((words) => words.join(" ")),
  );
  fc.assert(
    fc.property(text, fc.nat(1799), (raw, index) => {
      const item = ITEMS[index]!;
      const plain = toPlain(raw);
      const parsed = plain === "" ? null : parse(plain);
      expect([null, "land", "water"]).toContain(parsed);
      if (parsed !== null)
        expect(WORLD_MAP_ASKED.isCorrect(parsed, item)).toBe(parsed === item.answer);
    }),
  );
});

test("letters without a word are never land or water", () => {
  const noise = fc.string({ unit: fc.constantFrom(..."abcdfhijkmnopsuvxyz0123 .,!\n*<>{}") });
  // Without e, g, l, q, r, t and w none of the words can be spelt.
  fc.assert(
    fc.property(noise, (raw) => {
      expect(parse(toPlain(raw))).toBeNull();
    }),
  );
});

test("the longest answer is read in no time", () => {
  const started = performance.now();
  for (const unit of ["land ", "a ", ". ", "point is on ", "水", "°", "(", "Water. ", "it's "])
    parse(unit.repeat(MAX_ANSWER / unit.length).trim());
  expect(performance.now() - started).toBeLessThan(2000);
});
