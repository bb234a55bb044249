/**
 * Plausible wrong answers of upstreams: what a slip in somebody's script, a cut-off page or a mixed-up table makes of
 * an answer that still parses. Each is told by one source in an otherwise honest night.
 */
import type { Lie } from "./lie.ts";
import { FIGURES } from "./lies/figures.ts";
import { LISTS } from "./lies/lists.ts";
import { PRICE_FIELDS } from "./lies/price-fields.ts";
import { PRICE_TABLES } from "./lies/price-tables.ts";
import { PRICES } from "./lies/prices.ts";
import { ROWS } from "./lies/rows.ts";
import { SCORES } from "./lies/scores.ts";
import { TRAITS } from "./lies/traits.ts";

export const LIES: readonly Lie[] = [
  ...PRICES,
  ...PRICE_FIELDS,
  ...ROWS,
  ...LISTS,
  ...TRAITS,
  ...PRICE_TABLES,
  ...SCORES,
  ...FIGURES,
];
