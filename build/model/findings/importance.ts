/** How much a fact matters, on one scale for all kinds. */
import type { FindingFactRow } from "../catalog/rows.ts";

/**
 * What became of a model says more than what a host asks for it, and a difference that has long been there says
 * least: a list-price move of a tenth stands beside a spread of the same model of tenfold.
 */
const WEIGHTS: Readonly<Record<FindingFactRow["kind"], number>> = {
  price_drop: 1,
  price_rise: 1,
  new_model: 1,
  top_score: 0.5,
  new_cheapest: 0.3,
  spread: 0.1,
};

/** Hosts at which a model, or a lab, is half as well known as can be. */
const HALF_KNOWN = 5;

const known = (hosts: number): number => hosts / (hosts + HALF_KNOWN);

/** 0 to 100: weight of the kind × size of the change × mean of how well the model and its lab are known. */
export const importanceOf = (fact: FindingFactRow): number =>
  (WEIGHTS[fact.kind] * fact.size * (known(fact.model_hosts) + known(fact.lab_hosts))) / 2;
