/**
 * Compares the name matching (the strict ladder of `resolver.ts`) with names that people matched by hand. The ladder
 * was tuned on `judged-names.csv`, so its precision there is too optimistic. `judged-names-blind.csv` was drawn at
 * random afterwards by somebody who had not seen the ladder: in its first run, 194 of 197 decided names were right
 * (98.5 %).
 */
import * as z from "zod";
import type { Facts } from "../../build/facts/kinds.ts";
import { parseNameParts } from "../../build/identity/canonical-key.ts";
import { createModelNameResolver, type ModelNameResolver } from "../../build/identity/resolver.ts";
import { readCsvFile } from "../contract/csv.ts";

const JudgedRow = z.object({
  source: z.string(),
  host: z.string(),
  name: z.string(),
  display_name: z.string(),
  /** The right model, in the spelling of the person who matched the name; empty when it is none of our models. */
  model: z.string(),
});

export const JUDGED_NAME_FILES = ["judged-names.csv", "judged-names-blind.csv"] as const;

/**
 * Matches the names of a file. A name that the catalogue leaves undecided is neither right nor wrong.
 * @param facts Models, offers and aliases with which the names are resolved.
 * @returns Share of the decided names that are right, and one text per wrong match: `source host name: found, not
 * expected`.
 */
export function judgeNameMatching(
  file: (typeof JUDGED_NAME_FILES)[number],
  { models, offers, modelAliases }: Pick<Facts, "models" | "offers" | "modelAliases">,
): { precision: number; wrong: string[] } {
  const resolver = createModelNameResolver({ models, ids: offers, aliases: modelAliases });
  const offered = new Map(offers.map((row) => [`${row.file} ${row.model_id}`, row.model]));
  const isSameModel = modelComparer(models, resolver);
  const rows = z.array(JudgedRow).parse(readCsvFile(new URL(file, import.meta.url)));
  const found = rows.flatMap((row) => {
    const model =
      offered.get(`${row.host} ${row.name}`) ??
      resolver.resolve({ name: row.name, display_name: row.display_name || null })?.model;
    return model === undefined ? [] : [{ row, model }];
  });
  const wrong = found.filter(({ row, model }) => !isSameModel(model, row.model));
  return {
    precision: 1 - wrong.length / found.length,
    wrong: wrong.map(
      ({ row, model }) => `${row.source} ${row.host} ${row.name}: ${model}, not ${row.model}`,
    ),
  };
}

/**
 * Returns a comparison that accepts equal slugs and two spellings of one model: by alias, or by the same strict key,
 * which ignores words such as `-instruct`.
 */
function modelComparer(models: Facts["models"], resolver: ModelNameResolver) {
  const known = new Set(models.map(({ slug }) => slug));
  const canonical = (slug: string) =>
    known.has(slug) ? slug : (resolver.resolve({ name: slug, display_name: null })?.model ?? slug);
  return (found: string, expected: string): boolean =>
    expected !== "" &&
    (found === canonical(expected) || parseNameParts(found).key === parseNameParts(expected).key);
}
