import { z } from "zod";
import { IsoDate, Slug, Text, Url } from "./values.ts";

const COMPANY_METRICS = [
  "active_users",
  "arr_usd",
  "capex_usd",
  "employees",
  "market_cap_usd",
  "revenue_fy_usd",
  "total_raised_usd",
  "valuation_usd",
] as const;

/** One figure of one company. The file's name is the company. */
export const CompanyFact = z.strictObject({
  metric: z.enum(COMPANY_METRICS),
  scope: Text.nullable().describe(
    "Product and period the figure is limited to (`ChatGPT, weekly`); null: the whole company",
  ),
  value: z.number().nonnegative(),
  effective_date: IsoDate.nullable().describe(
    "Day or end of the period the figure speaks of; null when not said",
  ),
  as_of: IsoDate.describe("Day the figure was reported"),
  method: Text.describe(
    "How it is known: company disclosure, media report, sum of rounds, with the source's confidence",
  ),
  source: Slug,
  source_url: Url,
});
export type CompanyFact = z.infer<typeof CompanyFact>;
