/** The outcome of each of our own tests, from what the catalogue holds. */

import { OWN_TESTS } from "../../build/experiments/registry.ts";
import { SAME_MODEL_DIFFERENT_HOST } from "../../build/experiments/same-model-different-host/about.ts";
import { TOKENIZER_TAX } from "../../build/experiments/tokenizer-tax/about.ts";
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import type { Outcome, OwnTestScore } from "../endpoints/own-tests/own-test.ts";
import { perCatalog } from "../http/endpoint.ts";
import { askedOutcome, toModelScore } from "./asked.ts";
import { differentHostOutcome } from "./different-host.ts";
import { HEADLINES } from "./headlines.ts";
import { tokenizerTaxOutcome, tokenizerTaxScore } from "./tokenizer-tax.ts";

/** What is known of a test before its first run. */
export const NOT_RUN: Outcome = {
  status: "not_run",
  headline: null,
  asOf: null,
  results: [],
  context: {},
  items: [],
  runs: [],
  records: [],
};

/** Each of the tests that ask models, but the one that has a part of its own. */
const ASKED = OWN_TESTS.flatMap((test) => {
  const headline = new Map(Object.entries(HEADLINES)).get(test.test);
  if (!headline) return [];
  return [
    [test.test, perCatalog((catalog: Catalog) => askedOutcome(test, catalog, headline))] as const,
  ];
});

const MEASURED: Record<string, (catalog: Catalog) => Outcome | null> = {
  ...Object.fromEntries(ASKED),
  [TOKENIZER_TAX.test]: perCatalog(tokenizerTaxOutcome),
  [SAME_MODEL_DIFFERENT_HOST.test]: perCatalog(differentHostOutcome),
};

/** @param test Name under /api/v1/own-tests. */
export const outcomeOf = (test: string, catalog: Catalog): Outcome =>
  (Object.hasOwn(MEASURED, test) ? MEASURED[test]?.(catalog) : null) ?? NOT_RUN;

/** Scores of a model: test → result; null when it took none. Parts without a score are no results of a model. */
export function scoresOf(model: string, catalog: Catalog): Record<string, OwnTestScore> | null {
  const tax = tokenizerTaxScore(model, catalog);
  const asked = askedScores(catalog).get(model);
  if (!tax && !asked) return null;
  return { ...(tax && { [TOKENIZER_TAX.test]: tax }), ...asked };
}

/** Model → its scores in the tests that ask models. Outcomes are not made where no model was asked. */
const askedScores = perCatalog((catalog: Catalog): Map<string, Record<string, OwnTestScore>> => {
  const scores = new Map<string, Record<string, OwnTestScore>>();
  if (catalog.own_test_runs.length === 0) return scores;
  for (const { test } of OWN_TESTS.filter(({ test }) => test !== TOKENIZER_TAX.test))
    for (const result of outcomeOf(test, catalog).results)
      if (result.score !== null) {
        const known = scores.get(result.model_slug);
        scores.set(result.model_slug, { ...known, [test]: toModelScore(result) });
      }
  return scores;
});
