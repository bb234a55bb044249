/** What a GPU costs for an hour at RunPod, day by day. */
import { z } from "zod";
import type { GpuRentalDay } from "../schema/activity.ts";
import { IsoDate, toSlug } from "../schema/values.ts";
import type { Collected, Collector } from "./listing.ts";
import type { UpstreamFiles } from "./live.ts";
import { parseCsvRows } from "./parse/rows.ts";

/** Also the marketplace that the exported rows name. */
const ID = "runpod";

/**
 * One day, chip and pod size. `min_price_per_hour` is for the whole pod. `sku_listings` counts how
 * often a pod of this size was listed in the day's snapshots: a measure of supply, not of machines.
 */
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
type PodDay = z.infer<typeof PodDay>;

export const runpodGpu: Collector = {
  source: {
    id: ID,
    name: "RunPod prices in the GPU Price Tracker",
    url: "https://huggingface.co/datasets/afhubbard/gpu-prices",
    data_url: null,
    license: "CC-BY-4.0",
    license_url: "https://creativecommons.org/licenses/by/4.0/",
    copyright: null,
    credit: "Hourly prices of GPUs at RunPod: GPU Price Tracker by afhubbard, CC BY 4.0, changed",
    provides: ["gpu-rental"],
  },
  minRows: 300,
  translate(files: UpstreamFiles): Collected {
    const { rows: pods, rejected } = parseCsvRows(
      files,
      { source: ID, file: "history.csv" },
      PodDay,
    );
    return { facts: { gpuRental: [{ file: ID, rows: toRentalDays(pods) }] }, rejected };
  },
};

/**
 * The lowest price per GPU over the pod sizes of a day. Upstream has only the minimum of each size;
 * a median of minima would be no median of the offers, so that and the tenth percentile are null.
 */
function toRentalDays(pods: readonly PodDay[]): GpuRentalDay[] {
  const days = new Map<string, GpuRentalDay>();
  for (const pod of pods) {
    const chip_slug = toSlug(pod.gpu_type);
    const key = `${pod.date} ${chip_slug}`;
    const day = days.get(key);
    days.set(key, {
      day: pod.date,
      chip_slug,
      offers: (day?.offers ?? 0) + pod.sku_listings,
      median_usd_h: null,
      p10_usd_h: null,
      min_usd_h: Math.min(day?.min_usd_h ?? Number.POSITIVE_INFINITY, perGpu(pod)),
    });
  }
  return [...days.values()];
}

/** `25.823999999999998 / 8` → `3.228`: upstream's prices are single-precision numbers. */
const perGpu = ({ min_price_per_hour, gpu_count }: PodDay): number =>
  Math.round((min_price_per_hour / gpu_count) * 10_000) / 10_000;
