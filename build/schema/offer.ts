import * as z from "zod";
import {
  BillingMode,
  IsoDate,
  NonEmptyText,
  OfferStatus,
  PositiveCount,
  ServiceTier,
  Slug,
} from "./values.ts";

interface Limits {
  context_window: number | null;
  max_output_tokens: number | null;
}

/** The output is part of the context window: a larger limit is an error in one of the two. */
export const isMaxOutputInContext = ({ context_window, max_output_tokens }: Limits): boolean =>
  context_window === null || max_output_tokens === null || max_output_tokens <= context_window;

/** Parameter for `refine` of a schema. */
export const MAX_OUTPUT_ABOVE_CONTEXT_ISSUE = {
  path: ["max_output_tokens"],
  message:
    "is greater than context_window, which is impossible: leave out the less certain of the two values",
};

const Fields = z.strictObject({
  model_id: NonEmptyText.describe("Model id to send to this host's API"),
  model: Slug.describe(
    "Slug of the model; the current model if the id has meant several models (aliases/moving.csv)",
  ),
  service_tier: ServiceTier.describe(
    "`standard`, or another tier at which the host sells the same model; list prices, cheapest prices and price moves use only `standard`",
  ),
  billing: BillingMode.describe(
    "`tokens`: paid per token; `plan`: a subscription, even if a source also states a token price; `free`: free, and needs no subscription",
  ),
  context_window: z.int().positive().nullable().describe("Maximum input tokens; null when unknown"),
  max_output_tokens: PositiveCount.nullable().describe("Maximum output tokens; null when unknown"),
  quantization: NonEmptyText.nullable().describe(
    "Quantization of the weights, as the host states it: fp8, awq; null when not stated",
  ),
  status: OfferStatus,
  retirement_date: IsoDate.nullable().describe(
    "Day on which the host stops selling the model; null when not stated",
  ),
  source: Slug.describe("Source of the context window and the max output"),
  as_of: IsoDate.describe("Day on which the limits, the status or the tier last changed"),
});
/**
 * One model id at a host: the model it stands for and how it is sold. The file name is the host. Prices are stored
 * separately (`PriceStatement`). Ids that are no longer sold stay, because their price history needs the model.
 */
export const Offer = Fields.refine(isMaxOutputInContext, MAX_OUTPUT_ABOVE_CONTEXT_ISSUE);
export type Offer = z.infer<typeof Offer>;
