/**
 * `/tables/models.json`: every model in one file, which the script of `/models/` filters and sorts. Columns are arrays of
 * one length, an element a model, in the default order of `/api/v1/models`; each value is that of the model's entry there.
 */
import { z } from "zod";
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import { newest, toEnvelope } from "../../../http/envelope.ts";
import { JSON_TYPE, type StaticFile } from "../../../http/headers.ts";
import { MODELS_TABLE } from "../../components/addresses.ts";
import { toColumns } from "../../components/column-rows.ts";
import { RECORD_FIELDS } from "./model-record.ts";
import { modelRecords } from "./records.ts";

const Numbers = z.array(z.number().nullable());
const Integers = z.array(z.int().nullable());
const Texts = z.array(z.string());
const Flags = z.array(z.boolean().nullable());

/** What `columns` holds. */
export const ModelColumns = z.strictObject({
  slug: Texts,
  name: Texts,
  lab: Texts.describe("Slug of the lab that made it"),
  lab_name: Texts,
  input: Numbers.describe("USD per 1M input tokens: `pricing.input`"),
  output: Numbers.describe("USD per 1M output tokens: `pricing.output`"),
  basis: z.array(z.enum(["list", "cheapest_offer"]).nullable()).describe("`pricing.basis`"),
  context_window: Integers,
  max_output_tokens: Integers,
  service_score: Numbers.describe("`service_score.score`"),
  avg_score: Numbers,
  released: z
    .array(z.string().nullable())
    .describe("`release_date`, or `first_seen` where `release_date_basis` is `first_seen`"),
  is_release_stated: z.array(z.boolean()).describe("Whether `released` is the release date"),
  is_open_source: Flags,
  offers: z.array(z.int()).describe("Hosts that sell it"),
  model_type: Texts,
  takes: Texts.describe("`input_modalities` with a space between; empty when unknown"),
  tools: Flags.describe("`supports.tools`, as the next two"),
  reasoning: Flags,
  structured_output: Flags,
  knowledge_cutoff: z.array(z.string().nullable()),
});
export type ModelColumns = z.infer<typeof ModelColumns>;

export function modelsFile(catalog: Catalog): StaticFile {
  const envelope = toEnvelope(catalog.service, {
    url: catalog.service.base_url + MODELS_TABLE,
    asOf: newest(catalog.models.map(({ as_of }) => as_of)),
    title: "AI models by columns",
  });
  const columns = toColumns(modelRecords(catalog), RECORD_FIELDS);
  return {
    path: MODELS_TABLE,
    body: JSON.stringify({ ...envelope, columns }),
    contentType: JSON_TYPE,
    owner: "tables",
  };
}
