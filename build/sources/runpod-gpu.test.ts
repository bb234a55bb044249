import { expect, test } from "vitest";
import { collect } from "../../test/builders/collect.ts";
import { runpodGpu } from "./runpod-gpu.ts";

const read = (...lines: string[]) => {
  const text = ["date,gpu_type,gpu_count,sku_listings,min_price_per_hour", ...lines, ""].join("\n");
  const { facts, rejected } = collect(runpodGpu, { "history.csv": text });
  return { rows: facts.gpuRental?.[0]?.rows ?? [], rejected };
};

test("the price of a pod is divided by its GPUs, and the lowest of the day counts", () => {
  const { rows } = read(
    "2026-01-12,H100 SXM,8,2,25.823999999999998",
    "2026-01-12,H100 SXM,2,6,6.6",
    "2026-01-13,H100 SXM,1,1,3.3",
  );
  expect(rows).toEqual([
    expect.objectContaining({ day: "2026-01-12", chip_slug: "h100-sxm", min_usd_h: 3.228 }),
    expect.objectContaining({ day: "2026-01-13", min_usd_h: 3.3 }),
  ]);
});

test("listings are added up; a median of minima is not made up", () => {
  const { rows } = read("2026-01-12,A100,1,3,1.9", "2026-01-12,A100,2,4,3.8");
  expect(rows).toEqual([
    expect.objectContaining({ offers: 7, median_usd_h: null, p10_usd_h: null }),
  ]);
});

test("a pod without GPUs or price is rejected", () => {
  const { rows, rejected } = read("2026-01-12,A100,0,3,1.9", "2026-01-12,A100,1,3,0");
  expect(rows).toEqual([]);
  expect(rejected).toHaveLength(2);
});
