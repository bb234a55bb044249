/** Test cases for cost calculations, published unchanged, so that anybody can test with them. */
import * as z from "zod";
import { USAGE_FIELDS, type UsageField } from "../cost/usage.ts";
import {
  Amount,
  BillingMode,
  IsoDate,
  NonEmptyText,
  RateSchema,
  ServiceTier,
  Slug,
  WebUrl,
} from "./values.ts";

export const CostTestVector = z.strictObject({
  id: Slug.describe("Id of the test case; it never changes"),
  model: Slug.describe("Slug of the model in this service"),
  host: Slug.describe("Slug of the host that sells the model"),
  model_id: NonEmptyText.describe("Model id in the host's API"),
  day: IsoDate.describe("Day of the request, whose prices apply"),
  usage: z
    .partialRecord(z.enum(Object.keys(USAGE_FIELDS) as UsageField[]), Amount)
    .describe("Number of tokens or other units by kind; each token is counted under one kind only"),
  options: z
    .strictObject({
      service_tier: ServiceTier,
      cache_ttl: NonEmptyText.describe("How long the cache keeps the written tokens: `5m`, `1h`"),
      region: NonEmptyText,
      time: NonEmptyText.describe("Time of the request on `day`, in UTC: `14:05`"),
      variant: NonEmptyText.describe("Resolution or quality, in the host's own terms"),
      requests: Amount.describe("Number of requests, each with this usage"),
    })
    .partial()
    .describe("Options of the request; the host's defaults apply to omitted options"),
  response: z
    .strictObject({
      api: NonEmptyText.describe("API that sent the response: `openai/responses`"),
      usage: z.record(z.string(), z.unknown()),
    })
    .nullable()
    .describe(
      "The same usage in the form in which the host's API reports it; null if the API reports no usage",
    ),
  billing: BillingMode.describe("`plan`: sold by subscription; `free`: costs nothing"),
  rates: z
    .array(RateSchema.partial().required({ meter: true, unit: true, price: true }))
    .describe(
      "The host's rates on `day` for each kind of unit in `usage` (such as input tokens), including rates that do not apply to this request. A rate's condition (region, prompt size, …) is null where the rate does not depend on it",
    ),
  usd: Amount.nullable().describe("Expected cost in US dollars; null if a price is unknown"),
  reason: NonEmptyText.nullable().describe("Why `usd` is null"),
  arithmetic: NonEmptyText.nullable().describe(
    "The arithmetic that leads to `usd`; null if `usd` is null",
  ),
  source: WebUrl.describe("Page that states the prices"),
  source_day: IsoDate.nullable().describe(
    "Day on which the page was saved, or on which the source stated the prices; null if the saved page has no date",
  ),
  checked: IsoDate.nullable().describe(
    "Day on which a person compared the prices with the lab's own page; null if nobody has compared them yet",
  ),
});
export type CostTestVector = z.infer<typeof CostTestVector>;

export const CostTestVectorFile = z.strictObject({
  version: z.string().regex(/^\d+\.\d+\.\d+$/, "not a version: write 1.0.0"),
  vectors: z.array(CostTestVector).min(1),
});
