/** Look-alikes among the listed models that nobody has declared one or two yet. */
import type { DuckDBConnection } from "@duckdb/node-api";
import { z } from "zod";
import { findLookAlikes, type LookAlikes } from "./look-alikes.ts";

const Model = z.object({ slug: z.string() });
const Sold = z.object({
  model: z.string(),
  host: z.string(),
  input: z.number().nullable(),
  output: z.number().nullable(),
  context_window: z.coerce.number().nullable(),
});
const Distinct = z.object({ model_a: z.string(), model_b: z.string() });

/** @param db Of a snapshot whose views are all made. */
export async function undeclaredLookAlikes(db: DuckDBConnection): Promise<LookAlikes[]> {
  const ask = async <T>(sql: string, shape: z.ZodType<T>): Promise<T[]> =>
    z.array(shape).parse(await (await db.runAndReadAll(sql)).getRowObjectsJS());
  const models = await ask("SELECT slug FROM models ORDER BY slug", Model);
  const sold = await ask(
    "SELECT model, host, input, output, context_window FROM host_offers ORDER BY model, host",
    Sold,
  );
  const declared = await ask("SELECT model_a, model_b FROM distinct_models", Distinct);
  const known = new Set(declared.map(({ model_a, model_b }) => `${model_a} ${model_b}`));
  const slugs = models.map(({ slug }) => slug);
  return findLookAlikes(slugs, sold).filter(
    (pair) => !known.has(`${pair.model_a} ${pair.model_b}`),
  );
}
