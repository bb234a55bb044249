/** genai-prices' rows that are OpenRouter's prices under a lab's name. Pure. */
import type { PriceStatement } from "../../schema/price-statement.ts";
import { RESELLER_NOTE } from "../../sources/genai-price-table.ts";
import { isSameMoney } from "../statements.ts";

const SOURCE = "genai-prices";
const RESELLER = "openrouter";

/** Commits of genai-prices that put OpenRouter's list under the labs too. */
const IMPORTS: ReadonlySet<string> = new Set(["2025-06-22", "2026-06-15"]);

/** What the marks need to know of an id at a host. */
export interface ResellerFacts {
  isLabHost(host: string): boolean;
  modelOf(host: string, modelId: string): string | undefined;
  /** The upstream's own comment says today that the price came from OpenRouter. */
  saysSo(host: string, modelId: string): boolean;
}

/**
 * Marks a lab's statement of an import when OpenRouter's of the same day has the same price for the same model, and
 * every statement at the present price of an entry that says so itself.
 */
export function markResellerRows(
  ledger: ReadonlyMap<string, readonly PriceStatement[]>,
  facts: ResellerFacts,
): Map<string, PriceStatement[]> {
  const lent = lentPrices(ledger.get(RESELLER) ?? [], facts);
  const isLent = (host: string, row: PriceStatement) =>
    facts.saysSo(host, row.model_id) ||
    (facts.isLabHost(host) &&
      (lent.get(`${row.recorded} ${facts.modelOf(host, row.model_id)}`) ?? []).some((other) =>
        isSameMoney(other, row),
      ));
  return new Map(
    [...ledger].map(([host, rows]) => [
      host,
      rows.map((row) =>
        host !== RESELLER && isOwnStatement(row) && isLent(host, row)
          ? { ...row, note: RESELLER_NOTE }
          : row,
      ),
    ]),
  );
}

const isOwnStatement = ({ source, event, note, input }: PriceStatement): boolean =>
  source === SOURCE && event === "stated" && note === null && input !== null;

function lentPrices(
  rows: readonly PriceStatement[],
  { modelOf }: ResellerFacts,
): Map<string, PriceStatement[]> {
  const lent = new Map<string, PriceStatement[]>();
  for (const row of rows.filter(isOwnStatement)) {
    const model = modelOf(RESELLER, row.model_id);
    if (!model || !IMPORTS.has(row.recorded)) continue;
    const key = `${row.recorded} ${model}`;
    lent.set(key, [...(lent.get(key) ?? []), row]);
  }
  return lent;
}
