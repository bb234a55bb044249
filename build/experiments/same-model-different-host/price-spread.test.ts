import { expect, test } from "vitest";
import { type HostOffer, spreadOf, summarise } from "./price-spread.ts";

const offer = (host: string, blended: number, more: Partial<HostOffer> = {}): HostOffer => ({
  ...{ host, blended, quantization: null, context_window: null, as_of: "2026-01-01" },
  ...more,
});

test("the spread of a model is its dearest host over its cheapest", () => {
  const spread = spreadOf([
    offer("b", 0.3, { quantization: "fp8", context_window: 8192 }),
    offer("c", 1, { quantization: "bf16", context_window: 131072, as_of: "2026-02-01" }),
    offer("a", 0.3, { quantization: "fp8", context_window: 8192 }),
  ]);
  expect(spread).toEqual({
    hosts: 3,
    lowest: 0.3,
    cheapest_host: "a",
    highest: 1,
    dearest_host: "c",
    ratio: 3.33,
    is_plausible: true,
    quantizations: ["bf16", "fp8"],
    context_windows: [131072, 8192],
    as_of: "2026-02-01",
  });
});

test("two hosts are no market", () => {
  expect(spreadOf([offer("a", 1), offer("b", 2)])).toBeNull();
});

test("the summary leaves out errors of units", () => {
  const spreads = (...highest: number[]) =>
    highest.flatMap((one) => spreadOf([offer("a", 1), offer("b", 1), offer("c", one)]) ?? []);
  expect(spreads(101)).toMatchObject([{ is_plausible: false }]);
  const summary = summarise(spreads(1, 2, 4, 500));
  expect(summary).toMatchObject({ models: 3, median_ratio: 2, twice_percent: 66.7 });
  // Wilson at 90 % for 2 of 3, z² = 2.7055: (2/3 + 0.4509 ± 1.645 · √(0.0741 + 0.0752)) / 1.9018
  expect(summary?.twice_percent_interval).toEqual({ low: 25.4, high: 92.2 });
  expect(summary?.median_ratio_interval).toEqual({ low: 1, high: 4 });
  expect(summarise(spreads(500))).toBeNull();
});
