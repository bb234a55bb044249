/** What the parts of a merge share, and what of the night's words they may believe. */
import type { Facts, FiledFact } from "../facts/kinds.ts";
import type { LabFinder } from "../identity/labs.ts";
import { EVERY_HOST } from "../sources/listing.ts";
import type { Held } from "./gates/held.ts";
import { offerKey } from "./ledger/offer-key.ts";
import type { StandingLedger } from "./ledger/standing-ledger.ts";
import type { SourceList } from "./offers/listed.ts";
import type { Acceptance } from "./outcome.ts";
import type { Answer } from "./read/read-sources.ts";

export interface Night {
  day: string;
  facts: Facts;
  ledger: StandingLedger;
  held: Held;
  labs: LabFinder;
  /** That no gate holds as a whole. */
  answers: readonly Answer[];
  accept: readonly Acceptance[];
}

export type LedgerRow = FiledFact<"prices">;

/** Rows that no gate holds, of ids that are offers or become some tonight. */
export function believedRows(
  { held, facts }: Night,
  lists: readonly SourceList[],
  gained: readonly LedgerRow[],
) {
  const known = new Set(
    [...facts.offers, ...gained].map((row) => offerKey(row.file, row.model_id)),
  );
  return lists
    .flatMap(({ listed }) => listed)
    .filter(({ key, source }) => known.has(key) && !held.isHeld("offers", source, key));
}

/** Whether what a source says of an id tonight, or that it says nothing, is believed. */
export function createIsRead({ held }: Night, lists: readonly SourceList[]) {
  const unread = new Map(
    lists.map(({ source, unread: rows }) => [
      source,
      new Set(rows.map(({ host, modelId }) => (modelId === null ? host : offerKey(host, modelId)))),
    ]),
  );
  return (source: string, key: string): boolean => {
    const odd = unread.get(source);
    const [host = ""] = key.split(" ", 1);
    if (odd === undefined || [key, host, EVERY_HOST].some((name) => odd.has(name))) return false;
    return !held.isHeld("offers", source, key);
  };
}
