/** Who sells the best-known models for the least, as a careful buyer would accept it. */
import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { expect } from "vitest";
import type { OfferRow } from "../../build/model/catalog/rows.ts";
import { verifies } from "../contract/harness.ts";

const BEST_KNOWN = new URL("./best-known-models.csv", import.meta.url);

/** Below this share of what a model usually costs nobody would believe a price that one source alone states. */
const LEAST_SHARE = 0.2;

verifies("4.2", "the cheapest provider is one that a careful buyer accepts", async (site) => {
  const { catalog } = site.context;
  const rows = parse(await readFile(BEST_KNOWN), { columns: true }) as { slug: string }[];
  expect(rows).toHaveLength(60);
  const blended = ({ blended }: OfferRow) => blended ?? Number.NaN;
  const faults = rows.flatMap(({ slug }) => {
    const offers = catalog.offersOf(slug);
    const cheapest = offers.find(({ passed_over }) => passed_over === null);
    if (cheapest === undefined) return [`${slug}: nobody`];
    const list = offers.find(({ is_list_price }) => is_list_price);
    const paid = offers.filter((one) => one.is_paid && one.billing === "tokens").map(blended);
    const usual = paid.sort((a, b) => a - b)[Math.floor(paid.length / 2)] ?? Number.NaN;
    const isSure = ["verified", "one_source"].includes(cheapest.trust);
    const isAboveList = list !== undefined && blended(cheapest) > blended(list);
    const isTooLow = blended(cheapest) < LEAST_SHARE * usual;
    return isSure && !isAboveList && !isTooLow ? [] : [`${slug}: ${cheapest.host}`];
  });
  expect(faults).toEqual([]);
});
