/** The published list prices beside what the labs stated: a list written by hand, independent of every source. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { z } from "zod";
import { IsoDate, Slug, Url } from "../../build/schema/values.ts";

/** What a lab's own page stated on a day, in USD per 1M tokens. */
const LabPrice = z.object({
  model: Slug,
  day: IsoDate,
  input: z.coerce.number(),
  output: z.coerce.number(),
  source_url: Url,
});
export type LabPrice = z.infer<typeof LabPrice>;

export interface PublishedPrice {
  model: string;
  date: string;
  input: number | null;
  output: number | null;
}

export const readLabPrices = (): LabPrice[] =>
  z
    .array(LabPrice)
    .parse(parse(readFileSync(join(import.meta.dirname, "list-prices.csv")), { columns: true }));

/** The list-price history of every model, oldest row first. */
export const LIST_HISTORY = `
  SELECT p.model, p.date, p.input, p.output
  FROM price_rows p JOIN default_series d USING (model, host)
  WHERE p.is_at_lab ORDER BY p.model, p.day`;

/**
 * @param history Of `LIST_HISTORY`.
 * @returns Each stated price that is not the published one of its day: what is published instead.
 */
export function disagreements(
  stated: readonly LabPrice[],
  history: readonly PublishedPrice[],
): string[] {
  return stated.flatMap(({ model, day, input, output }) => {
    const row = history.findLast((one) => one.model === model && one.date <= day);
    if (row && row.input === input && row.output === output) return [];
    const published = row ? `${row.input} / ${row.output} since ${row.date}` : "no list price";
    return [`${model} on ${day}: ${published}, the lab said ${input} / ${output}`];
  });
}
