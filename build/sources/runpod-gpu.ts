/** What a GPU costs for an hour at RunPod, day by day. */
import { z } from "zod";
import type { GpuRentalDay } from "../schema/activity.ts";
import { IsoDate, toSlug } from "../schema/values.ts";
import { CC_BY_4, type Collected, type Collector } from "./listing.ts";
import type { UpstreamFiles } from "./live.ts";
import { UpstreamReader } from "./parse/rows.ts";

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

export const runpodGpu: Collector = {
  source: {
    id: ID,
    name: "RunPod prices in the GPU Price Tracker",
    url: "https://huggingface.co/datasets/afhubbard/gpu-prices",
    data_url: null,
    ...CC_BY_4,
    credit: "Hourly prices of GPUs at RunPod: GPU Price Tracker by afhubbard, CC BY 4.0, changed",
    provides: ["gpu-rental"],
  },
  minRows: 300,
  translate,
};

/**
 * The lowest price per GPU over the pod sizes of a day. Upstream has only the minimum of each size;
 * a median of minima would be no median of the offers, so that and the tenth percentile are null.
 */
function translate(files: UpstreamFiles): Collected {
  const reader = new UpstreamReader(ID, files);
  const days = new Map<string, GpuRentalDay>();
  for (const pod of reader.csv("history.csv", PodDay)) {
    const chip_slug = toSlug(pod.gpu_type);
    const key = `${pod.date} ${chip_slug}`;
    const day = days.get(key);
    // Upstream's prices are single-precision numbers: `25.823999999999998 / 8` is `3.228`.
    const perGpu = Math.round((pod.min_price_per_hour / pod.gpu_count) * 10_000) / 10_000;
    days.set(key, {
      day: pod.date,
      chip_slug,
      offers: (day?.offers ?? 0) + pod.sku_listings,
      median_usd_h: null,
      p10_usd_h: null,
      min_usd_h: Math.min(day?.min_usd_h ?? Number.POSITIVE_INFINITY, perGpu),
    });
  }
  const gpuRental = [{ file: ID, rows: [...days.values()] }];
  return { facts: { gpuRental }, rejected: reader.rejected };
}
