/** The outcome of each of our own tests, from what the catalogue holds. */
import type { Catalog } from "../../build/catalog/catalog.ts";
import { SAME_MODEL_DIFFERENT_HOST } from "../../build/own-tests/same-model-different-host/about.ts";
import { TOKENIZER_TAX } from "../../build/own-tests/tokenizer-tax/about.ts";
import { perCatalog } from "../memo.ts";
import type { Outcome, OwnTestScore } from "../resources/own-test.ts";
import { hostPriceOutcome } from "./host-prices.ts";
import { tokenizerTaxOutcome, tokenizerTaxScore } from "./tokenizer-tax.ts";

const NOT_RUN: Outcome = {
  status: "not_run",
  headline: null,
  asOf: null,
  results: [],
  context: {},
  items: [],
  runs: [],
  records: [],
};

const MEASURED: Record<string, (catalog: Catalog) => Outcome | null> = {
  [TOKENIZER_TAX.test]: perCatalog(tokenizerTaxOutcome),
  [SAME_MODEL_DIFFERENT_HOST.test]: perCatalog(hostPriceOutcome),
};

/** @param test Name under /api/v1/own-tests. */
export const outcomeOf = (test: string, catalog: Catalog): Outcome =>
  (Object.hasOwn(MEASURED, test) ? MEASURED[test]?.(catalog) : null) ?? NOT_RUN;

/** Scores of a model: test → result; null when it took none. Parts without a score are no results of a model. */
export function scoresOf(model: string, catalog: Catalog): Record<string, OwnTestScore> | null {
  const tax = tokenizerTaxScore(model, catalog);
  return tax && { [TOKENIZER_TAX.test]: tax };
}
