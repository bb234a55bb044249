import { expect, test } from "vitest";
import { collect } from "../../test/builders/collect.ts";
import { vastAi } from "./vast-ai.ts";

/** The format of an offer in Vast.ai's search; the figures are samples. */
const offer = (id: number, dph_total: unknown, more: Record<string, unknown> = {}) => ({
  id,
  gpu_name: "H100 SXM",
  num_gpus: 1,
  dph_total,
  rentable: true,
  verification: "verified",
  ...more,
});
const translate = (offers: unknown) => {
  const { facts, rejected } = collect(vastAi, { "2026-03-01/h100.json": { offers } });
  return { rows: facts.gpuRental?.[0]?.rows, rejected };
};

test("requests each chip under all names of its builds", () => {
  const requests = vastAi.live?.requests("2026-03-01") ?? [];
  const h100 = requests.find(({ path }) => path === "2026-03-01/h100.json");
  expect(JSON.parse(new URL(h100?.url ?? "").searchParams.get("q") ?? "")).toMatchObject({
    gpu_name: { in: ["H100 NVL", "H100 PCIE", "H100 SXM"] },
    rentable: { eq: true },
  });
  expect(requests.map(({ keyFrom }) => keyFrom)).toEqual(requests.map(() => "VAST_API_KEY"));
});

test("an offer is of a whole machine: its price is divided by its GPUs", () => {
  const offers = [offer(1, 16, { num_gpus: 8 }), offer(2, 3), offer(3, 1.99999), offer(4, 5)];
  expect(translate(offers).rows).toEqual([
    {
      day: "2026-03-01",
      chip_slug: "h100",
      offers: 4,
      median_usd_h: 2.5,
      p10_usd_h: 2,
      min_usd_h: 2,
    },
  ]);
});

test("of an odd number the middle one is the median, and a tenth of seventy are seven", () => {
  expect(translate([offer(1, 1), offer(2, 9), offer(3, 2)]).rows?.[0]?.median_usd_h).toBe(2);
  const seventy = Array.from({ length: 70 }, (_, index) => offer(index, index + 1));
  expect(translate(seventy).rows?.[0]).toMatchObject({
    p10_usd_h: 7,
    median_usd_h: 35.5,
    min_usd_h: 1,
  });
});

test("other chips, rented machines and an offer listed twice do not count", () => {
  const offers = [
    offer(1, 2, { gpu_name: "H100_NVL" }),
    offer(1, 2, { gpu_name: "H100_NVL" }),
    offer(2, 0.3, { gpu_name: "RTX 4090" }),
    offer(3, 1, { rentable: false }),
  ];
  expect(translate(offers).rows).toMatchObject([{ offers: 1, min_usd_h: 2 }]);
});

test("odd offers are rejected, and a chip without any has no row", () => {
  const offers = [offer(1, "2.5"), offer(2, null), offer(3, -1), offer(4, 2, { num_gpus: 0 }), {}];
  const { rows, rejected } = translate(offers);
  expect(rows).toEqual([]);
  expect(rejected).toHaveLength(5);
  expect(translate(undefined).rejected).toHaveLength(1);
});

test("an answer cut off at the limit gives no figure", () => {
  const { rows, rejected } = translate(Array.from({ length: 2000 }, (_, id) => offer(id, 2)));
  expect(rows).toEqual([]);
  expect(rejected).toMatchObject([{ value: "h100", reason: expect.stringContaining("cut off") }]);
});
