/** What a GPU costs for an hour, day by day: at RunPod, and on Vast.ai's marketplace. */
import * as z from "zod";
import { toSlug } from "../cost/rates.ts";
import type { GpuRentalPriceOfDay } from "../schema/activity.ts";
import { getItemAt } from "../schema/collections.ts";
import { IsoDate } from "../schema/values.ts";
import {
  type Collector,
  type DataSourceFileRequest,
  parseDatedSourceFilePath,
  toDatedSourceFilePath,
} from "./collector.ts";

/** Also keeps the noise of single-precision upstreams out: `25.823999999999998 / 8` is `3.228`. */
const toFourDigits = (usd: number): number => Math.round(usd * 10_000) / 10_000;

/** Prices are for the whole pod; `sku_listings` counts listings in a day's snapshots, not machines. */
const PodDay = z.object({
  date: IsoDate,
  gpu_type: z.string().min(1),
  gpu_count: z
    .string()
    .regex(/^[1-9]\d*$/, "not a number of GPUs")
    .transform(Number),
  sku_listings: z.string().regex(/^\d+$/, "not a count").transform(Number),
  min_price_per_hour: z.coerce.number().positive("no price"),
});

/**
 * The lowest price per GPU over all pod sizes of a day. The upstream states only the minimum for each size. A median of
 * minima would not be the median of the offers, so the median and the tenth percentile are null.
 */
export const runpodGpuCollector: Collector = {
  id: "runpod",
  minRows: 300,
  translate(reader) {
    const days = new Map<string, GpuRentalPriceOfDay>();
    for (const pod of reader.csv("history.csv", PodDay)) {
      const chip_slug = toSlug(pod.gpu_type);
      const key = `${pod.date} ${chip_slug}`;
      const day = days.get(key);
      const perGpu = toFourDigits(pod.min_price_per_hour / pod.gpu_count);
      days.set(key, {
        day: pod.date,
        chip_slug,
        offers: (day?.offers ?? 0) + pod.sku_listings,
        median_usd_h: null,
        p10_usd_h: null,
        min_usd_h: Math.min(day?.min_usd_h ?? Number.POSITIVE_INFINITY, perGpu),
      });
    }
    return { facts: { gpuRental: [{ file: reader.source, rows: [...days.values()] }] } };
  },
};

const VAST_SEARCH = "https://console.vast.ai/api/v0/bundles/";

/** Our chip slug, the same as in RunPod's rows → Vast.ai's names for its variants. */
const VAST_CHIPS: Readonly<Record<string, readonly string[]>> = {
  a100: ["A100 PCIE", "A100 SXM4", "A100X"],
  b200: ["B200"],
  h100: ["H100 NVL", "H100 PCIE", "H100 SXM"],
  h200: ["H200", "H200 NVL"],
  l40s: ["L40S"],
  "rtx-4090": ["RTX 4090"],
  "rtx-5090": ["RTX 5090"],
};

/** An answer with this many offers was cut off, so their number and the median are unknown. */
const VAST_LIMIT = 2000;

const VastOffer = z.looseObject({
  id: z.int(),
  gpu_name: z.string(),
  num_gpus: z.int().positive(),
  /** US dollars per hour for the whole machine. */
  dph_total: z.number().positive(),
  rentable: z.boolean().optional(),
});

export const vastAiCollector: Collector = {
  id: "vast-ai",
  description: {
    name: "Vast.ai marketplace",
    url: "https://vast.ai",
    data_url: VAST_SEARCH,
    license: "LicenseRef-Vast-ai-Terms-of-Service",
    license_url: "https://vast.ai/terms",
    credit: "Hourly prices of GPUs at Vast.ai: computed from the marketplace's search of offers",
    provides: ["gpu-rental"],
  },
  live: {
    requests: (day) => Object.keys(VAST_CHIPS).map((chip) => toVastRequest(chip, day)),
    megabytes: 20,
    seconds: 300,
  },
  // The number of chips that RunPod's rows also contain.
  minRows: 5,
  translate(reader) {
    const rows = [...reader.files.keys()].flatMap((file): GpuRentalPriceOfDay[] => {
      const { day, parts } = parseDatedSourceFilePath(file);
      const [chip = ""] = parts;
      const before = reader.rejected.length;
      const listed = reader.jsonList(file, "offers", VastOffer);
      const count = listed.length + reader.rejected.length - before;
      // A search that ignores its filter must not put other chips, or rented ones, into the figure.
      const own = listed.filter(
        ({ gpu_name, rentable }) =>
          rentable !== false && VAST_CHIPS[chip]?.includes(gpu_name.replaceAll("_", " ")),
      );
      const prices = new Map(
        own.map(({ id, dph_total, num_gpus }) => [id, toFourDigits(dph_total / num_gpus)]),
      );
      if (count < VAST_LIMIT) return prices.size > 0 ? [toVastDay(day, chip, prices.values())] : [];
      const reason = `cut off at ${VAST_LIMIT} offers: their number and median are unknown`;
      reader.reject(file, chip, reason);
      return [];
    });
    return { facts: { gpuRental: [{ file: reader.source, rows }] } };
  },
};

/** On demand, by checked hosts, free to rent: what the marketplace shows by default. */
function toVastRequest(chip: string, day: string): DataSourceFileRequest {
  const query = {
    gpu_name: { in: VAST_CHIPS[chip] },
    verified: { eq: true },
    external: { eq: false },
    rentable: { eq: true },
    rented: { eq: false },
    type: "on-demand",
    order: [["dph_total", "asc"]],
    limit: VAST_LIMIT,
  };
  const url = `${VAST_SEARCH}?q=${encodeURIComponent(JSON.stringify(query))}`;
  return { url, path: toDatedSourceFilePath(day, chip), keyFrom: "VAST_API_KEY", optional: true };
}

function toVastDay(day: string, chip_slug: string, prices: Iterable<number>): GpuRentalPriceOfDay {
  const sorted = [...prices].sort((a, b) => a - b);
  // The highest price among the cheapest half (2) or tenth (10) of the offers.
  const topOf = (parts: number) => getItemAt(sorted, Math.ceil(sorted.length / parts) - 1);
  const middle = getItemAt(sorted, Math.floor(sorted.length / 2));
  return {
    day,
    chip_slug,
    offers: sorted.length,
    // For an even number of offers, the mean of the middle two.
    median_usd_h: toFourDigits((topOf(2) + middle) / 2),
    p10_usd_h: topOf(10),
    min_usd_h: getItemAt(sorted, 0),
  };
}
