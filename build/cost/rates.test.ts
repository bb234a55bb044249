import { expect, test } from "vitest";
import {
  findRatesCellFault,
  formatRatesCell,
  listLongPromptPrices,
  parseRates,
  toBlendedPrice,
} from "./rates.ts";

const CARD =
  "input@hours:16:30-00:30 Mon-Fri=3; input@>200000=6; input@excess>400000=7; input@batch=1.25; input@batch@>200000=2.5; output@>200000=22.5; " +
  "cache_write@5m=3.75; cache_write@1h=6; cache_storage=4.5/1M tokens·hour; reasoning=12; " +
  "input_audio=0.006/minute; input_image=0.0000000125/image; output_image@variant:1024x1024-hd=0.08/image; search@region:eu=10/1k searches";

test("a card is written as it was read, always in the same order", () => {
  const rates = parseRates(CARD);
  expect(formatRatesCell(rates)).toBe(CARD);
  expect(formatRatesCell([...rates].reverse())).toBe(CARD);
  expect(formatRatesCell([...rates, ...rates])).toBe(CARD);
  expect([parseRates(null), formatRatesCell([])]).toEqual([[], null]);
});

test("a blended price has no floating-point noise", () => {
  expect(toBlendedPrice(0.35, 0.8)).toBe(0.4625);
  expect([toBlendedPrice(1, null), toBlendedPrice(null, 1)]).toEqual([null, null]);
});

test.each([
  ["reasoning=12;input@batch=1", "unknown unit|price is missing"],
  ["reasoning", '"reasoning" is not a rate: the price is missing; write <meter>'],
  ["reasoning=1e-7", "the price is missing"],
  ["thinking=1", 'unknown meter "thinking"'],
  ["input@cheap=1", 'unknown condition "cheap"'],
  ["input@hours:01:00-04:00 Mo-Fr=1", 'unknown condition "hours:01:00-04:00 Mo-Fr"'],
  ["input_audio=1/hour", 'unknown unit "hour"'],
  ["search=10", "search is not sold by the token"],
  ["cache_write=6", "use the column cache_write for this rate"],
  ["reasoning=12; input@batch=1.25", 'write "input@batch=1.25; reasoning=12"'],
  ["reasoning=12; reasoning=12", 'write "reasoning=12"'],
  ["reasoning=12.0", 'write "reasoning=12"'],
])("the wrong rate %s is named, with an example", (text, message) => {
  expect(findRatesCellFault(text)).toMatch(new RegExp(message));
});

test("tiers by prompt size have an input and an output price of the offer's own tier", () => {
  const rates = parseRates(
    "input@>200000=6; input@>400000=9; input@batch@>200000=3; output@>200000=22.5; cache_read@>200000=0.6",
  );
  expect(listLongPromptPrices(rates)).toEqual([
    { above_input_tokens: 200_000, input: 6, output: 22.5, cache_read: 0.6 },
  ]);
});
