/**
 * The ladder against names that were matched by hand. `judged-names.csv` is the set the ladder was fixed by, so its
 * figure flatters; `judged-names-blind.csv` was drawn by chance afterwards, by somebody who had not seen the ladder: 194 of 197 decided names were right when it was first run (98.5 %).
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import * as z from "zod";
import type { Facts } from "../../build/facts/kinds.ts";
import { parseNameParts } from "../../build/identity/canonical-key.ts";
import type { ModelNameResolver } from "../../build/identity/resolver.ts";
import { createModelNameResolver } from "../../build/identity/resolver.ts";

const JudgedRow = z.object({
  kind: z.string(),
  source: z.string(),
  host: z.string(),
  name: z.string(),
  display_name: z.string(),
  /** The right model, spelled as the person who matched it saw fit; empty: no model of ours. */
  model: z.string(),
  note: z.string(),
});
type JudgedRow = z.infer<typeof JudgedRow>;

export const JUDGED_NAME_FILES = ["judged-names.csv", "judged-names-blind.csv"] as const;

/** How a set came out. A name that the catalogue leaves undecided is neither right nor wrong. */
interface Judgement {
  names: number;
  decided: number;
  /** Each as `source host name: found, not expected`. */
  wrong: string[];
}

/** @param facts Of these: models, offers and aliases. */
export function judgeNameMatching(
  file: (typeof JUDGED_NAME_FILES)[number],
  facts: Pick<Facts, "models" | "offers" | "modelAliases">,
): Judgement {
  const { models, offers, modelAliases } = facts;
  const resolver = createModelNameResolver({ models, ids: offers, aliases: modelAliases });
  const offered = new Map(offers.map((row) => [`${row.file} ${row.model_id}`, row.model]));
  const isSameModel = modelComparer(models, resolver);
  const rows = readJudged(file);
  const found = rows.flatMap((row) => {
    const model =
      offered.get(`${row.host} ${row.name}`) ??
      resolver.resolve({ name: row.name, display_name: row.display_name || null })?.model;
    return model === undefined ? [] : [{ row, model }];
  });
  const wrong = found.filter(({ row, model }) => !isSameModel(model, row.model));
  return {
    names: rows.length,
    decided: found.length,
    wrong: wrong.map(
      ({ row, model }) => `${row.source} ${row.host} ${row.name}: ${model}, not ${row.model}`,
    ),
  };
}

/** Share of the decided names that are right. */
export const toNameMatchPrecision = ({ decided, wrong }: Judgement): number =>
  (decided - wrong.length) / decided;

const readJudged = (file: string): JudgedRow[] =>
  z.array(JudgedRow).parse(parse(readFileSync(join(import.meta.dirname, file)), { columns: true }));

/** Equal, or two spellings of one model: by alias or by strict key, so that `-instruct` is forgiven. */
function modelComparer(models: Facts["models"], resolver: ModelNameResolver) {
  const known = new Set(models.map(({ slug }) => slug));
  const canonical = (slug: string) =>
    known.has(slug) ? slug : (resolver.resolve({ name: slug, display_name: null })?.model ?? slug);
  return (found: string, expected: string): boolean =>
    expected !== "" &&
    (found === canonical(expected) || parseNameParts(found).key === parseNameParts(expected).key);
}
