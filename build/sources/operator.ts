/** Pages of labs and hosts that a person has read, as three tables of one day: `prices.csv`, `models.csv`, `scores.csv`. */
import * as z from "zod";
import { parseRates } from "../cost/rates.ts";
import { groupBy } from "../schema/collections.ts";
import { IsoDate, WebUrl } from "../schema/values.ts";
import type { Collector, SourceFileReader } from "./collector.ts";
import { type ModelListing, NO_MODEL_TRAITS, type OfferListing } from "./listing.ts";
import { toScoreListing } from "./parse/scores.ts";

const ID = "operator";

const orNull = <T extends z.ZodType>(type: T) =>
  z.preprocess((cell) => (cell === "" || cell === undefined ? null : cell), type.nullable());
const text = orNull(z.string());
const price = orNull(z.coerce.number().nonnegative());
const tokens = orNull(z.coerce.number().pipe(z.int().positive()));
const billions = orNull(z.coerce.number().positive());
const flag = orNull(z.enum(["true", "false"]).transform((cell) => cell === "true"));
const day = orNull(IsoDate);
const list = z.string().transform((cell) => cell.split("+").filter((word) => word !== ""));
const rates = z.string().transform((cell, context) => {
  try {
    return parseRates(cell);
  } catch (error) {
    context.addIssue({ code: "custom", message: String(error) });
    return z.NEVER;
  }
});

/** What a host charges: one row for the current price, and one for each day on which another begins. */
const Price = z.strictObject({
  host: z.string(),
  model_id: z.string(),
  effective: day,
  input: price,
  output: price,
  cache_read: price,
  cache_write: price,
  rates,
  context_window: tokens,
  max_output_tokens: tokens,
  url: WebUrl,
});
type Price = z.infer<typeof Price>;

/** What a lab states of a model. */
const Description = z.strictObject({
  model: z.string(),
  name: text,
  release_date: day,
  knowledge_cutoff: text,
  retirement_date: day,
  replacement: text,
  context_window: tokens,
  max_output_tokens: tokens,
  input_modalities: list,
  output_modalities: list,
  reasoning: flag,
  open_weights: flag,
  license: text,
  weights: text,
  announcement: text,
  parameters_total: billions,
  parameters_active: billions,
  url: WebUrl,
});
type Description = z.infer<typeof Description>;

const Result = z.strictObject({
  benchmark: z.string(),
  model: z.string(),
  score: z.coerce.number(),
  configuration: text,
  self_reported: z.stringbool(),
  date: IsoDate,
  url: WebUrl,
});

export const operatorCollector: Collector = {
  id: ID,
  minRows: 1,
  translate(reader) {
    const rowsOf = <T>(file: string, schema: z.ZodType<T>) =>
      reader.files.has(file) ? reader.csv(file, schema) : [];
    const prices = groupBy(rowsOf("prices.csv", Price), ({ host, model_id }) =>
      JSON.stringify([host, model_id]),
    );
    return {
      isPartial: true,
      offers: [...prices.values()].flatMap((own) => toOffer(own, reader)),
      models: rowsOf("models.csv", Description).map(toModel),
      scores: rowsOf("scores.csv", Result).map(
        ({ model: modelName, date: as_of, url: source_url, ...row }) =>
          toScoreListing({ ...row, source: ID, modelName, as_of, source_url }),
      ),
    };
  },
};

/** The offer of one id, from the row with the current price and the rows with a day. */
function toOffer(rows: readonly Price[], reader: SourceFileReader): OfferListing[] {
  const cardOf = ({ input, output, cache_read, cache_write, rates: further }: Price) => ({
    prices: { input, output, cache_read, cache_write },
    rates: further,
  });
  const today = reader.context.day;
  const begun = rows.filter(({ effective }) => effective === null || effective <= today);
  const [current] = begun.sort((a, b) => ((b.effective ?? "") < (a.effective ?? "") ? -1 : 1));
  if (current === undefined) {
    const [{ host = "", model_id = "" } = {}] = rows;
    reader.reject(
      "prices.csv",
      `${host} ${model_id}`,
      "has an announced price but no current price",
    );
    return [];
  }
  const { host, model_id, context_window, max_output_tokens, url } = current;
  return [
    {
      source: ID,
      host,
      modelId: model_id,
      status: "active",
      note: url,
      traits: { ...NO_MODEL_TRAITS, context_window, max_output_tokens },
      ...cardOf(current),
      dated: rows.flatMap((row) =>
        row.effective === null ? [] : { effective: row.effective, ...cardOf(row) },
      ),
    },
  ];
}

function toModel({ model, name, open_weights, license, url, ...row }: Description): ModelListing {
  const { replacement, parameters_total: total, parameters_active: active, ...traits } = row;
  return {
    source: ID,
    name: model,
    source_url: url,
    traits: {
      ...NO_MODEL_TRAITS,
      ...traits,
      display_name: name,
      is_open_source: open_weights,
      weights_license: license,
      more: {
        replacement: replacement === null ? null : { model_id: replacement, source_url: url },
        parameters: total === null && active === null ? null : { total, active },
      },
    },
  };
}
