/** Names: models that look like one, and models that were tuned from others. */
import type { DuckDBConnection } from "@duckdb/node-api";
import { undeclaredLookAlikes } from "../../build/identity/undeclared-look-alikes.ts";
import type { Question, Section } from "./section.ts";

/** @param db Of a snapshot whose views are all made. */
export async function lookAlikeSection(db: DuckDBConnection): Promise<Section> {
  const pairs = await undeclaredLookAlikes(db);
  return {
    title: "Models that may be one",
    look: "One: an alias in data/aliases/models.csv, and the next reading joins them. Two: a row in data/aliases/distinct.csv.",
    columns: ["model", "other model", "why they look alike"],
    rows: pairs.map(({ model_a, model_b, likeness }) => [model_a, model_b, likeness]),
  };
}

export const FINE_TUNES: Question = {
  title: "Fine-tunes and their makers",
  look: "A maker who only sells it; a base model that it was not made from. data/aliases/labs.csv decides.",
  sql: `
    SELECT slug AS model, lab, base_model AS "tuned from"
    FROM models WHERE base_model IS NOT NULL OR lab = 'other'
    ORDER BY lab, slug`,
};
