/** Words of what is computed from the price ledger. */

/**
 * Why a row of a price history is there: `changed` when the source of the new price saw the old one, `correction` when
 * it did and input or output jumped tenfold, a hundredfold or more, which mends a unit, `witness` when another source took
 * over at another price. The last two are no moves.
 */
export const PRICE_CHANGES = ["added", "changed", "correction", "removed", "witness"] as const;

/**
 * `verified`: two sources state the price, or the host's own list or the most careful source for that host, and no gate
 * doubts it; `disputed`: sources differ by more than 5 %; else `unverified`.
 */
export const TRUSTS = ["verified", "unverified", "disputed"] as const;
