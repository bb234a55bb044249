/** Rows of a collection by the keys that corrections name them with. */
import type { Correctable } from "./corrections.ts";
import type { Collection } from "./write-catalogue.ts";

export function toCorrectable({
  models,
  offers,
  history,
  scores,
}: Pick<Collection, "models" | "offers" | "history" | "scores">): Correctable {
  const rowsOf = <T>(files: ReadonlyMap<string, T[]>, keyOf: (row: T) => string) =>
    new Map(
      [...files].flatMap(([file, rows]) =>
        rows.map((row) => [`${file}/${keyOf(row)}`, row as Record<string, unknown>] as const),
      ),
    );
  return {
    model: new Map(models.map((model) => [model.slug, model])),
    offer: rowsOf(offers, ({ model_id }) => model_id),
    "price-event": rowsOf(history, ({ model_id, date }) => `${model_id}/${date}`),
    score: rowsOf(scores, ({ model, configuration }) => `${model}/${configuration ?? ""}`),
  };
}
