import * as z from "zod";
import { COMPANY_METRICS, IsoDate, NonEmptyText, Slug, WebUrl } from "./values.ts";

const Count = z.int().nonnegative().nullable();
const UsdPerHour = z
  .number()
  .nonnegative("negative price: write US dollars per GPU and hour")
  .nullable();

/** One entity's public attention on one day. The file's name is the entity type. */
export const PublicAttentionOfDay = z.strictObject({
  day: IsoDate,
  slug: Slug,
  hn_mentions: Count,
  wiki_views: Count,
  github_stars: Count,
  github_commits: Count,
  github_prs: Count,
  source: Slug,
});
export type PublicAttentionOfDay = z.infer<typeof PublicAttentionOfDay>;

/** One chip's rental price per GPU and hour on one day. The file's name is the source. */
export const GpuRentalPriceOfDay = z.strictObject({
  day: IsoDate,
  chip_slug: Slug,
  offers: Count.describe("Number of rental listings seen on that day"),
  median_usd_h: UsdPerHour.describe(
    "Median price; null when the source publishes only the lowest price",
  ),
  p10_usd_h: UsdPerHour,
  min_usd_h: UsdPerHour,
});
export type GpuRentalPriceOfDay = z.infer<typeof GpuRentalPriceOfDay>;

/** One figure of one company. The file's name is the company. */
export const CompanyFigure = z.strictObject({
  metric: z.enum(COMPANY_METRICS),
  scope: NonEmptyText.nullable().describe(
    "Product and period that the figure covers, such as `ChatGPT, weekly`; null when it covers the whole company",
  ),
  value: z.number().nonnegative(),
  effective_date: IsoDate.nullable().describe(
    "Day to which the figure refers, or the last day of its period; null when not stated",
  ),
  as_of: IsoDate.describe("Day on which the figure was reported"),
  method: NonEmptyText.describe(
    "Kind of evidence for the figure (company disclosure, media report, sum of funding rounds) and the source's confidence in it",
  ),
  source: Slug,
  source_url: WebUrl,
});
export type CompanyFigure = z.infer<typeof CompanyFigure>;
