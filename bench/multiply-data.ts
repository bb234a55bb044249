/**
 * `data/` made larger, to see how the build grows. Not facts: written into a folder of the bench's own.
 *
 * Models, their offers, prices, scores and tokenizers are repeated under slugs of their own, so labs, hosts and
 * benchmarks have that many times more to show; what does not grow with models (terms, companies, sources) stays.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Facts, FiledFact } from "../build/facts/kinds.ts";
import { type FactFile, toCsvFile, toJsonFile } from "../build/facts/write-facts.ts";
import { groupBy } from "../build/schema/collections.ts";

/** Kinds with a row per model and something else; `model` names it, or the host's `model_id`. */
const PER_MODEL = ["offers", "prices", "scores", "modelTokenizers"] as const;

/**
 * Writes into `folder`, a copy of the data that `facts` were read from.
 * @param times 10 makes ten models of each: itself and nine more.
 */
export async function multiplyData(facts: Facts, folder: string, times: number): Promise<void> {
  for (const file of multiplied(facts, times)) {
    const path = join(folder, file.path);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, file.text);
  }
}

function* multiplied(facts: Facts, times: number): Generator<FactFile> {
  const copies = Array.from({ length: times - 1 }, (_, index) => `x${index + 2}`);
  for (const { file: _, ...model } of facts.models)
    for (const copy of copies)
      yield toJsonFile("models", {
        ...model,
        slug: `${model.slug}-${copy}`,
        name: `${model.name} ${copy}`,
      });
  for (const kind of PER_MODEL)
    for (const [file, rows] of groupBy(facts[kind] as FiledFact<typeof kind>[], (row) => row.file))
      yield toCsvFile(
        kind,
        file,
        rows.flatMap(({ file: _, ...row }) => [row, ...copies.map((copy) => copyOf(row, copy))]),
      );
}

/** The row of a copy of its model, under ids of its own. */
const copyOf = <Row extends object>(row: Row, copy: string): Row => ({
  ...row,
  ...("model" in row && { model: `${row.model}-${copy}` }),
  ...("model_id" in row && { model_id: `${row.model_id}-${copy}` }),
});
