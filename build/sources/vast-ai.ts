/** What a GPU costs for an hour on Vast.ai's marketplace: the offers that can be rented now. */
import { z } from "zod";
import type { GpuRentalDay } from "../schema/activity.ts";
import { getAt } from "../schema/collections.ts";
import type { Collected, Collector } from "./listing.ts";
import type { LiveRequest, UpstreamFiles } from "./live.ts";
import { createRejects, datedPath, parseJsonList, readDatedPath } from "./parse/rows.ts";

/** Also the marketplace that the exported rows name. */
const ID = "vast-ai";
const SEARCH = "https://console.vast.ai/api/v0/bundles/";

/** Our chip, as in the rows of RunPod → what the marketplace calls its builds. */
const CHIPS: Readonly<Record<string, readonly string[]>> = {
  a100: ["A100 PCIE", "A100 SXM4", "A100X"],
  b200: ["B200"],
  h100: ["H100 NVL", "H100 PCIE", "H100 SXM"],
  h200: ["H200", "H200 NVL"],
  l40s: ["L40S"],
  "rtx-4090": ["RTX 4090"],
  "rtx-5090": ["RTX 5090"],
};

/** An answer with so many offers was cut off: their number and median are unknown. */
const LIMIT = 2000;

const RentalOffer = z.looseObject({
  id: z.int(),
  gpu_name: z.string(),
  num_gpus: z.int().positive(),
  /** US dollars per hour for the whole machine. */
  dph_total: z.number().positive(),
  rentable: z.boolean().optional(),
});
type RentalOffer = z.infer<typeof RentalOffer>;

/** On demand, by checked hosts, free to rent: what the marketplace shows by default. */
function toRequest(chip: string, names: readonly string[], day: string): LiveRequest {
  const query = {
    gpu_name: { in: names },
    verified: { eq: true },
    external: { eq: false },
    rentable: { eq: true },
    rented: { eq: false },
    type: "on-demand",
    order: [["dph_total", "asc"]],
    limit: LIMIT,
  };
  return {
    url: `${SEARCH}?q=${encodeURIComponent(JSON.stringify(query))}`,
    path: datedPath(day, chip),
    keyFrom: "VAST_API_KEY",
    optional: true,
  };
}

const toFourDigits = (usd: number): number => Math.round(usd * 10_000) / 10_000;

const perGpu = ({ dph_total, num_gpus }: RentalOffer): number => toFourDigits(dph_total / num_gpus);

/** @param sorted The lowest first; of an even number the mean of the middle two. */
const median = (sorted: readonly number[]): number =>
  toFourDigits((topOf(2, sorted) + getAt(sorted, Math.floor(sorted.length / 2))) / 2);

/** The price that the cheapest half (2) or tenth (10) of the offers do not exceed. */
const topOf = (parts: number, sorted: readonly number[]): number =>
  getAt(sorted, Math.ceil(sorted.length / parts) - 1);

function toRentalDay(day: string, chip: string, offers: readonly RentalOffer[]): GpuRentalDay {
  const prices = offers.map(perGpu).sort((a, b) => a - b);
  return {
    day,
    chip_slug: chip,
    offers: prices.length,
    median_usd_h: median(prices),
    p10_usd_h: topOf(10, prices),
    min_usd_h: getAt(prices, 0),
  };
}

function translate(files: UpstreamFiles): Collected {
  const { rejected, reject } = createRejects(ID);
  const rows: GpuRentalDay[] = [];
  for (const file of files.keys()) {
    const { day, parts } = readDatedPath(file) ?? { day: "", parts: [] };
    const [chip = ""] = parts;
    const listed = parseJsonList(files, { source: ID, file }, "offers", RentalOffer);
    rejected.push(...listed.rejected);
    const wanted = new Map(
      listed.rows.filter((offer) => isFor(chip, offer)).map((offer) => [offer.id, offer]),
    );
    if (listed.rows.length + listed.rejected.length >= LIMIT)
      reject(file, chip, `cut off at ${LIMIT} offers: their number and median are unknown`);
    else if (wanted.size > 0) rows.push(toRentalDay(day, chip, [...wanted.values()]));
  }
  return { facts: { gpuRental: [{ file: ID, rows }] }, rejected };
}

/** A search that ignores its filter must not put other chips, or rented ones, into the figure. */
const isFor = (chip: string, { gpu_name, rentable }: RentalOffer): boolean =>
  rentable !== false && (CHIPS[chip]?.includes(gpu_name.replaceAll("_", " ")) ?? false);

export const vastAi: Collector = {
  source: {
    id: ID,
    name: "Vast.ai marketplace",
    url: "https://vast.ai",
    data_url: SEARCH,
    license: "LicenseRef-Vast-ai-Terms-of-Service",
    license_url: "https://vast.ai/terms",
    copyright: null,
    credit: "Hourly prices of GPUs at Vast.ai: computed from the marketplace's search of offers",
    provides: ["gpu-rental"],
  },
  live: {
    requests: (day) => Object.entries(CHIPS).map(([chip, names]) => toRequest(chip, names, day)),
    everyDays: 1,
    maxBytes: 20_000_000,
    limitMs: 300_000,
  },
  // The five chips that RunPod's rows have too.
  minRows: 5,
  translate,
};
