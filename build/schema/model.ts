/** Facts about models: the models, the ids under which hosts sell them, and what each source states about them. */
import * as z from "zod";
import { CAPABILITY_FLAG_SCHEMAS, describeAsOffer, toFactZodShape } from "./field-schemas.ts";
import { getModelFieldsOfView, MODEL_FIELD_BY_NAME } from "./fields.ts";
import {
  BillingMode,
  createNullFields,
  IsoDate,
  NonEmptyText,
  nullableSchemas,
  OfferStatus,
  PartialDate,
  PositiveCount,
  ServiceTier,
  Slug,
  WebUrl,
} from "./values.ts";

interface Limits {
  context_window: number | null;
  max_output_tokens: number | null;
}

/** The output is part of the context window: a larger limit is an error in one of the two. */
export const isMaxOutputInContext = ({ context_window, max_output_tokens }: Limits): boolean =>
  context_window === null || max_output_tokens === null || max_output_tokens <= context_window;

const MAX_OUTPUT_ABOVE_CONTEXT_ISSUE = {
  path: ["max_output_tokens"],
  message:
    "is greater than context_window, which is impossible: leave out the less certain of the two values",
};

const ModelFields = z.strictObject({
  slug: Slug,
  name: NonEmptyText,
  base_model: Slug.nullable().describe(
    "Model from which this model was fine-tuned, if another lab made that model and it is in the catalogue; else null",
  ),
  lab: Slug.describe(
    "Lab that made the model, derived from the model family in the name, never from the host that sells the model",
  ),
  ...toFactZodShape(getModelFieldsOfView("fact")),
  links: z.strictObject({
    lab: WebUrl.nullable(),
    announcement: WebUrl.nullable(),
    weights: WebUrl.nullable(),
    documentation: WebUrl.nullable().describe(
      "URL of the lab's documentation of the model; never a host's price list",
    ),
  }),
  source: Slug,
  ...toFactZodShape([MODEL_FIELD_BY_NAME.sources]),
  as_of: IsoDate,
});

/** One canonical model. Dated snapshots, regional and mode ids are offers of it. */
export const Model = ModelFields.refine(isMaxOutputInContext, MAX_OUTPUT_ABOVE_CONTEXT_ISSUE);
export type Model = z.infer<typeof Model>;

/** A model of which nothing is known but that it exists. */
export const createUndescribedModel = () => ({
  ...createNullFields(Model),
  model_type: "text" as const,
  input_modalities: [],
  output_modalities: [],
  supports: createNullFields(Model.shape.supports),
  links: createNullFields(Model.shape.links),
});

const OfferFields = z.strictObject({
  model_id: describeAsOffer("model_id", NonEmptyText),
  model: Slug.describe(
    "Slug of the model; the current model if the id has meant several models (aliases/moving.csv)",
  ),
  service_tier: describeAsOffer("service_tier", ServiceTier),
  billing: BillingMode.describe(
    "`tokens`: paid per token; `plan`: a subscription, even if a source also states a token price; `free`: free, and needs no subscription",
  ),
  context_window: PositiveCount.nullable().describe("Maximum input tokens; null when unknown"),
  max_output_tokens: PositiveCount.nullable().describe("Maximum output tokens; null when unknown"),
  quantization: describeAsOffer("quantization", NonEmptyText.nullable()),
  status: OfferStatus,
  retirement_date: describeAsOffer("retirement_date", IsoDate.nullable()),
  source: Slug.describe("Source of the context window and the max output"),
  as_of: IsoDate.describe("Day on which the limits, the status or the tier last changed"),
});
/**
 * One model id at a host: the model it stands for and how it is sold. The file name is the host. Prices are stored
 * separately (`PriceStatement`). Ids that are no longer sold stay, because their price history needs the model.
 */
export const Offer = OfferFields.refine(isMaxOutputInContext, MAX_OUTPUT_ABOVE_CONTEXT_ISSUE);
export type Offer = z.infer<typeof Offer>;

const modalities = NonEmptyText.nullable();

/**
 * What one source states about a model under one name, as it last stated it. The file name is the source. A model's
 * published traits are decided from these rows of all sources, so a run that reads only one source changes only that
 * source's rows.
 */
export const StatedTraits = z.strictObject({
  kind: z
    .enum(["offer", "record", "test", "notice"])
    .describe(
      "What the row describes. `offer`: a model id under which a host sells a model. `record`: a model that the source describes but does not sell. `test`: a model that the source tested. `notice`: a retirement notice for an id",
    ),
  host: Slug.nullable().describe(
    "Host that sells the model under this id; null for the kinds `record` and `test`",
  ),
  name: NonEmptyText.describe("Model id at this host, or the source's name of the model"),
  display_name: NonEmptyText.nullable(),
  is_open_source: nullableSchemas.flag,
  release_date: IsoDate.nullable(),
  knowledge_cutoff: PartialDate.nullable(),
  retirement_date: IsoDate.nullable(),
  context_window: PositiveCount.nullable(),
  max_output_tokens: PositiveCount.nullable(),
  input_modalities: modalities.describe("Modalities joined by `+`: `image+text`"),
  output_modalities: modalities,
  ...CAPABILITY_FLAG_SCHEMAS,
  weights_license: NonEmptyText.nullable(),
  weights: WebUrl.nullable(),
  announcement: WebUrl.nullable(),
  documentation: WebUrl.nullable(),
  more: NonEmptyText.nullable().describe("Further fields of the model, as a JSON object"),
  source_url: WebUrl.nullable().describe(
    "Page that states the row; null when the source has one URL for all rows",
  ),
  as_of: IsoDate.describe("First day on which the source stated the row with its current values"),
});
export type StatedTraits = z.infer<typeof StatedTraits>;
