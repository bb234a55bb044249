import { expect, test } from "vitest";
import { collectFromTexts } from "../../test/builders/collect.ts";
import { runpodGpuCollector, vastAiCollector } from "./gpu-rental.ts";

test("RunPod: the price of a pod is divided by its GPUs, the lowest of a day counts, and listings are added up", () => {
  const lines = [
    "date,gpu_type,gpu_count,sku_listings,min_price_per_hour",
    "2026-01-12,H100 SXM,8,2,25.823999999999998",
    "2026-01-12,H100 SXM,2,6,6.6",
    "2026-01-13,H100 SXM,1,1,3.3",
  ];
  const { facts } = collectFromTexts(runpodGpuCollector, { "history.csv": lines.join("\n") });
  const unknown = { chip_slug: "h100-sxm", median_usd_h: null, p10_usd_h: null };
  expect(facts.gpuRental?.[0]?.rows).toEqual([
    { ...unknown, day: "2026-01-12", offers: 8, min_usd_h: 3.228 },
    { ...unknown, day: "2026-01-13", offers: 1, min_usd_h: 3.3 },
  ]);
});

/** Offers in the format of Vast.ai's search, each with this price for the whole machine; the figures are samples. */
const priced = (...prices: unknown[]) =>
  prices.map((dph_total, id) => {
    return { id, gpu_name: "H100 SXM", num_gpus: 1, dph_total, rentable: true };
  });
const readVast = (offers: unknown) => {
  const answer = { "2026-03-01/h100.json": { offers } };
  const { facts, rejected } = collectFromTexts(vastAiCollector, answer);
  return { rows: facts.gpuRental?.[0]?.rows, rejected };
};

test("Vast.ai is asked for each chip under all names of its variants, with the API key", () => {
  const requests = vastAiCollector.live?.requests("2026-03-01") ?? [];
  const h100 = requests.find(({ path }) => path === "2026-03-01/h100.json");
  expect(JSON.parse(new URL(h100?.url ?? "").searchParams.get("q") ?? "")).toMatchObject({
    gpu_name: { in: ["H100 NVL", "H100 PCIE", "H100 SXM"] },
    rentable: { eq: true },
  });
  expect(new Set(requests.map(({ keyFrom }) => keyFrom))).toEqual(new Set(["VAST_API_KEY"]));
});

const [eight = {}] = priced(16);
const seventy = Array.from({ length: 70 }, (_, index) => index + 1);
const [nvl, other, rented] = priced(2, 0.3, 1);
const H100_NVL = { ...nvl, gpu_name: "H100_NVL" };
test.each<[string, object[], number[]]>([
  [
    "a price per GPU",
    [{ ...eight, num_gpus: 8 }, ...priced(0, 3, 1.99999, 5).slice(1)],
    [4, 2.5, 2, 2],
  ],
  ["three prices", priced(1, 9, 2), [3, 2, 1, 1]],
  ["seventy prices", priced(...seventy), [70, 35.5, 7, 1]],
  // Other chips, rented machines and an offer listed twice do not count.
  [
    "other offers",
    [H100_NVL, H100_NVL, { ...other, gpu_name: "RTX 4090" }, { ...rented, rentable: false }],
    [1, 2, 2, 2],
  ],
])(
  "Vast.ai with %s: the number of offers, median, 10th percentile and minimum",
  (_what, offers, figures) => {
    const [row, ...more] = readVast(offers).rows ?? [];
    const { median_usd_h: median, p10_usd_h: p10, min_usd_h: min } = row ?? {};
    expect([row?.offers, median, p10, min, more.length]).toEqual([...figures, 0]);
    expect(row).toMatchObject({ day: "2026-03-01", chip_slug: "h100" });
  },
);

test("malformed offers are rejected, and a chip without valid offers has no row", () => {
  const offers = [...priced("2.5", null, -1), { ...eight, num_gpus: 0 }, {}];
  expect(readVast(offers)).toMatchObject({ rows: [], rejected: Array(5).fill({}) });
  expect(readVast(undefined).rejected).toHaveLength(1);
});

test("an answer that reaches the limit of rows is rejected as cut off", () => {
  const rejected = [{ value: "h100", reason: expect.stringContaining("cut off") }];
  expect(readVast(priced(...Array(2000).fill(2)))).toMatchObject({ rows: [], rejected });
});
