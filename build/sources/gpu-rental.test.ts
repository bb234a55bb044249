import { expect, test } from "vitest";
import { collectFromTexts } from "../../test/builders/collect.ts";
import { runpodGpuCollector, vastAiCollector } from "./gpu-rental.ts";

const readRunpod = (...lines: string[]) => {
  const text = ["date,gpu_type,gpu_count,sku_listings,min_price_per_hour", ...lines, ""].join("\n");
  const { facts, rejected } = collectFromTexts(runpodGpuCollector, { "history.csv": text });
  return { rows: facts.gpuRental?.[0]?.rows ?? [], rejected };
};

test("the price of a pod is divided by its GPUs, the lowest of a day counts, and listings are added up", () => {
  const { rows } = readRunpod(
    "2026-01-12,H100 SXM,8,2,25.823999999999998",
    "2026-01-12,H100 SXM,2,6,6.6",
    "2026-01-13,H100 SXM,1,1,3.3",
  );
  const unknown = { chip_slug: "h100-sxm", median_usd_h: null, p10_usd_h: null };
  expect(rows).toEqual([
    { ...unknown, day: "2026-01-12", offers: 8, min_usd_h: 3.228 },
    { ...unknown, day: "2026-01-13", offers: 1, min_usd_h: 3.3 },
  ]);
});

/** The format of an offer in Vast.ai's search; the figures are samples. */
const vastOffer = (id: number, dph_total: unknown, more: Record<string, unknown> = {}) => ({
  id,
  gpu_name: "H100 SXM",
  num_gpus: 1,
  dph_total,
  rentable: true,
  verification: "verified",
  ...more,
});
const readVast = (offers: unknown) => {
  const { facts, rejected } = collectFromTexts(vastAiCollector, {
    "2026-03-01/h100.json": { offers },
  });
  return { rows: facts.gpuRental?.[0]?.rows, rejected };
};

test("Vast.ai is asked for each chip under all names of its variants, with the API key", () => {
  const requests = vastAiCollector.live?.requests("2026-03-01") ?? [];
  const h100 = requests.find(({ path }) => path === "2026-03-01/h100.json");
  expect(JSON.parse(new URL(h100?.url ?? "").searchParams.get("q") ?? "")).toMatchObject({
    gpu_name: { in: ["H100 NVL", "H100 PCIE", "H100 SXM"] },
    rentable: { eq: true },
  });
  expect(requests.map(({ keyFrom }) => keyFrom)).toEqual(requests.map(() => "VAST_API_KEY"));
});

test("the price of an offer is for the whole machine and is divided by its GPUs", () => {
  const offers = [16, 3, 1.99999, 5].map((usd, id) => vastOffer(id, usd, { num_gpus: id ? 1 : 8 }));
  const figures = { offers: 4, median_usd_h: 2.5, p10_usd_h: 2, min_usd_h: 2 };
  expect(readVast(offers).rows).toEqual([{ day: "2026-03-01", chip_slug: "h100", ...figures }]);
});

test("of three prices the median is the middle one, and of 70 the 10th percentile is the seventh", () => {
  const of = (...prices: number[]) => readVast(prices.map((usd, id) => vastOffer(id, usd))).rows;
  expect(of(1, 9, 2)).toMatchObject([{ median_usd_h: 2 }]);
  const seventy = Array.from({ length: 70 }, (_, index) => index + 1);
  expect(of(...seventy)).toMatchObject([{ p10_usd_h: 7, median_usd_h: 35.5, min_usd_h: 1 }]);
});

test("other chips, rented machines and an offer listed twice do not count", () => {
  const offers = [
    vastOffer(1, 2, { gpu_name: "H100_NVL" }),
    vastOffer(1, 2, { gpu_name: "H100_NVL" }),
    vastOffer(2, 0.3, { gpu_name: "RTX 4090" }),
    vastOffer(3, 1, { rentable: false }),
  ];
  expect(readVast(offers).rows).toMatchObject([{ offers: 1, min_usd_h: 2 }]);
});

test("malformed offers are rejected, and a chip without valid offers has no row", () => {
  const priced = ["2.5", null, -1].map((usd, id) => vastOffer(id, usd));
  const offers = [...priced, vastOffer(4, 2, { num_gpus: 0 }), {}];
  expect(readVast(offers)).toMatchObject({ rows: [], rejected: Array(5).fill({}) });
  expect(readVast(undefined).rejected).toHaveLength(1);
});

test("an answer that reaches the limit of rows is rejected as cut off", () => {
  expect(readVast(Array.from({ length: 2000 }, (_, id) => vastOffer(id, 2)))).toMatchObject({
    rows: [],
    rejected: [{ value: "h100", reason: expect.stringContaining("cut off") }],
  });
});
