import { z } from "zod";
import { IsoDate, Slug } from "./values.ts";

const Count = z.int().nonnegative().nullable();
const UsdPerHour = z
  .number()
  .nonnegative("negative price: write US dollars per GPU and hour")
  .nullable();

/** One entity's public attention on one day. The file's name is the entity type. */
export const MindshareDay = z.strictObject({
  day: IsoDate,
  slug: Slug,
  hn_mentions: Count,
  wiki_views: Count,
  github_stars: Count,
  github_commits: Count,
  github_prs: Count,
  source: Slug,
});
export type MindshareDay = z.infer<typeof MindshareDay>;

/** One chip's rental price per GPU and hour on one day. The file's name is the source. */
export const GpuRentalDay = z.strictObject({
  day: IsoDate,
  chip_slug: Slug,
  offers: Count.describe("Listings seen that day"),
  median_usd_h: UsdPerHour.describe("Null where the upstream publishes only the lowest price"),
  p10_usd_h: UsdPerHour,
  min_usd_h: UsdPerHour,
});
export type GpuRentalDay = z.infer<typeof GpuRentalDay>;
