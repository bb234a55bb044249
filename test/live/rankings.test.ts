/**
 * Checks that the scores rank models as an independent index does, and that the cheapest host of each of the best-known
 * models is one that a careful buyer would accept.
 */
import { expect } from "vitest";
import type { OfferRow } from "../../build/model/catalog/rows.ts";
import { spearmanCorrelation } from "../builders/spearman.ts";
import { readCsvFile } from "../contract/csv.ts";
import { verifies } from "../contract/harness.ts";

/**
 * Epoch AI's Capabilities Index with the best version of each model, by our slugs: https://epoch.ai/benchmarks, CC BY
 * 4.0, recorded with Epoch's benchmark scores. It is used only for this comparison and is not published.
 */
const EPOCH_INDEX = new URL("./epoch-index.csv", import.meta.url);

/** Both scores had a correlation of 0.996 when the current average was introduced. */
const LEAST_CORRELATION = 0.95;

verifies("4.1-avg-score", "ranks models as Epoch's index does", async (site) => {
  const index = readCsvFile(EPOCH_INDEX).map(
    ({ model = "", index }) => [model, Number(index)] as const,
  );
  const { catalog } = site.context;
  for (const scoreOf of [
    (slug: string) => catalog.model(slug)?.avg_score,
    (slug: string) => catalog.serviceScore(slug)?.score,
  ]) {
    const pairs = index.flatMap(([slug, value]) => {
      const score = scoreOf(slug) ?? null;
      return score === null ? [] : [[score, value] as const];
    });
    expect(pairs.length).toBeGreaterThanOrEqual(100);
    expect(spearmanCorrelation(pairs)).toBeGreaterThanOrEqual(LEAST_CORRELATION);
  }
  const scored = new Set(catalog.scores.map(({ model }) => model));
  const others = catalog.scores.filter(({ self_reported }) => self_reported !== true);
  expect(new Set(others.map(({ model }) => model)).size).toBeGreaterThan(0.75 * scored.size);
});

const BEST_KNOWN = readCsvFile(new URL("./best-known-models.csv", import.meta.url));

/** A price below this share of the model's usual price is not believable when no other host charges it. */
const LEAST_SHARE = 0.2;

verifies("4.2", "the cheapest provider has a sound, confirmed price", async (site) => {
  const { catalog } = site.context;
  expect(BEST_KNOWN).toHaveLength(60);
  const blended = ({ blended }: OfferRow) => blended ?? Number.NaN;
  const isTrusted = ({ trust }: OfferRow) => ["verified", "one_source"].includes(trust);
  const isCharged = (offer: OfferRow, offers: readonly OfferRow[]) =>
    offers.some((one) => one !== offer && isTrusted(one) && blended(one) === blended(offer));
  const faults = BEST_KNOWN.flatMap(({ slug = "" }) => {
    const offers = catalog.offersOf(slug);
    const cheapest = offers.find(({ passed_over }) => passed_over === null);
    if (cheapest === undefined) return [`${slug}: nobody`];
    const list = offers.find(({ is_list_price }) => is_list_price);
    const paid = offers
      .filter((one) => one.billing === "tokens" && one.input !== null)
      .map(blended);
    const usual = paid.sort((a, b) => a - b)[Math.floor(paid.length / 2)] ?? Number.NaN;
    const isSure = isTrusted(cheapest);
    const isAboveList = list !== undefined && blended(cheapest) > blended(list);
    const isTooLow = blended(cheapest) < LEAST_SHARE * usual && !isCharged(cheapest, offers);
    return isSure && !isAboveList && !isTooLow ? [] : [`${slug}: ${cheapest.host}`];
  });
  expect(faults).toEqual([]);
});
