/**
 * Corrections on facts that go on standing: a row may already have the right value. Where an upstream says
 * neither what is wrong nor what is right it has moved on; the night goes on and the report says so.
 */

import { columnsOf, toCell, toValue } from "../../facts/cells.ts";
import type { OfferListing, Prices, Rejected } from "../../ingest/listing.ts";
import type { Correction } from "../../schema/editorial.ts";
import { groupBy } from "../../schema/group-by.ts";
import type { Model } from "../../schema/model.ts";
import { toCorrectable } from "../correctable.ts";
import { KIND_OF } from "../corrections.ts";
import type { Collection } from "../write-catalogue.ts";
import type { Word } from "./words.ts";

const PRICE_FIELDS: Readonly<Record<string, keyof Prices>> = {
  input_usd_per_mtok: "input",
  output_usd_per_mtok: "output",
  cache_read_usd_per_mtok: "cacheRead",
  cache_write_usd_per_mtok: "cacheWrite",
};

/** Prices are put right before they are compared with those that stand: a known error is no move. */
export function correctListings(corrections: readonly Correction[], words: Word[]): Word[] {
  const ofOffers = corrections.filter(({ kind }) => kind === "offer");
  const byOffer = groupBy(ofOffers, ({ key }) => key);
  return words.map((word) => {
    const found = byOffer.get(`${word.listing.host}/${word.listing.modelId}`) ?? [];
    return found.length === 0 ? word : { ...word, listing: found.reduce(correct, word.listing) };
  });
}

function correct(listing: OfferListing, { field, expected, value }: Correction): OfferListing {
  const name = PRICE_FIELDS[field];
  if (name === undefined || toCell(listing.prices[name]) !== (expected ?? "")) return listing;
  const price = value === null ? null : Number(value);
  return { ...listing, prices: { ...listing.prices, [name]: price } };
}

/** The same model where no correction of it is due. */
export function correctModel(corrections: readonly Correction[], model: Model): Model {
  const due = corrections.filter(
    ({ kind, key, field, expected }) =>
      kind === "model" && key === model.slug && toCell(cellOf(model, field)) === (expected ?? ""),
  );
  const columns = new Map(columnsOf(KIND_OF.model.schema));
  const values = due.map(({ field, value }) => [field, toValue(value ?? "", columns.get(field)!)]);
  return due.length === 0 ? model : { ...model, ...Object.fromEntries(values) };
}

const cellOf = (model: Model, field: string): unknown => model[field as keyof Model];

type Correctables = Pick<Collection, "models" | "offers" | "history" | "scores">;

/**
 * Changes the rows in place.
 * @returns Corrections that are of no use any more.
 */
export function correctRows(
  corrections: readonly Correction[],
  collection: Correctables,
): Rejected[] {
  const rows = toCorrectable(collection);
  return corrections.flatMap((one) => {
    const row = rows[one.kind].get(one.key);
    const column = columnsOf(KIND_OF[one.kind].schema).find(([name]) => name === one.field);
    if (row && column && toCell(row[one.field]) === (one.value ?? "")) return [];
    if (row && column && toCell(row[one.field]) === (one.expected ?? "")) {
      row[one.field] = toValue(one.value ?? "", column[1]);
      return [];
    }
    const found = row ? `upstream says "${toCell(row[one.field])}" now` : "there is no such row";
    return [
      {
        source: "operator",
        place: "corrections/corrections.csv",
        value: `${one.kind} ${one.key}, ${one.field}`,
        reason: `${found}; mend or delete the correction`,
      },
    ];
  });
}
