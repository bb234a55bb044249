/** What a GPU costs for an hour on Vast.ai's marketplace: the offers that can be rented now. */
import { z } from "zod";
import type { GpuRentalDay } from "../schema/activity.ts";
import { getAt } from "../schema/collections.ts";
import { type Collected, type Collector, licensed } from "./listing.ts";
import { fetchDaily, type LiveRequest, type UpstreamFiles } from "./live.ts";
import { datedPath, readDatedPath, UpstreamReader } from "./parse/rows.ts";

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

export const vastAi: Collector = {
  source: {
    id: ID,
    name: "Vast.ai marketplace",
    url: "https://vast.ai",
    data_url: SEARCH,
    ...licensed("LicenseRef-Vast-ai-Terms-of-Service", "https://vast.ai/terms"),
    credit: "Hourly prices of GPUs at Vast.ai: computed from the marketplace's search of offers",
    provides: ["gpu-rental"],
  },
  live: fetchDaily((day) => Object.keys(CHIPS).map((chip) => toRequest(chip, day)), {
    megabytes: 20,
    seconds: 300,
  }),
  // The five chips that RunPod's rows have too.
  minRows: 5,
  translate,
};

/** On demand, by checked hosts, free to rent: what the marketplace shows by default. */
function toRequest(chip: string, day: string): LiveRequest {
  const query = {
    gpu_name: { in: CHIPS[chip] },
    verified: { eq: true },
    external: { eq: false },
    rentable: { eq: true },
    rented: { eq: false },
    type: "on-demand",
    order: [["dph_total", "asc"]],
    limit: LIMIT,
  };
  const url = `${SEARCH}?q=${encodeURIComponent(JSON.stringify(query))}`;
  return { url, path: datedPath(day, chip), keyFrom: "VAST_API_KEY", optional: true };
}

function translate(files: UpstreamFiles): Collected {
  const reader = new UpstreamReader(ID, files);
  const rows: GpuRentalDay[] = [];
  for (const file of files.keys()) {
    const { day, parts } = readDatedPath(file);
    const [chip = ""] = parts;
    const before = reader.rejected.length;
    const listed = reader.jsonList(file, "offers", RentalOffer);
    const count = listed.length + reader.rejected.length - before;
    const own = listed.filter((offer) => isFor(chip, offer));
    const prices = [...new Map(own.map((offer) => [offer.id, perGpu(offer)])).values()];
    if (count >= LIMIT)
      reader.reject(file, chip, `cut off at ${LIMIT} offers: their number and median are unknown`);
    else if (prices.length > 0) rows.push(toRentalDay(day, chip, prices));
  }
  return { facts: { gpuRental: [{ file: ID, rows }] }, rejected: reader.rejected };
}

/** A search that ignores its filter must not put other chips, or rented ones, into the figure. */
const isFor = (chip: string, { gpu_name, rentable }: RentalOffer): boolean =>
  rentable !== false && (CHIPS[chip]?.includes(gpu_name.replaceAll("_", " ")) ?? false);

const toFourDigits = (usd: number): number => Math.round(usd * 10_000) / 10_000;

const perGpu = ({ dph_total, num_gpus }: RentalOffer): number => toFourDigits(dph_total / num_gpus);

function toRentalDay(day: string, chip_slug: string, prices: readonly number[]): GpuRentalDay {
  const sorted = [...prices].sort((a, b) => a - b);
  // The price that the cheapest half (2) or tenth (10) of the offers do not exceed.
  const topOf = (parts: number) => getAt(sorted, Math.ceil(sorted.length / parts) - 1);
  const middle = getAt(sorted, Math.floor(sorted.length / 2));
  return {
    day,
    chip_slug,
    offers: sorted.length,
    // Of an even number the mean of the middle two.
    median_usd_h: toFourDigits((topOf(2) + middle) / 2),
    p10_usd_h: topOf(10),
    min_usd_h: getAt(sorted, 0),
  };
}
