/** Kinds of findings, in the order of the contract. */
export const FINDING_KINDS = [
  ...["price_drop", "price_rise", "new_model", "new_cheapest", "top_score", "own_test", "spread"],
  "editorial",
];
