/** Leaves out of an answer days on which nothing can have happened: of a year before all models, of years to come, or none at all. */
import { IsoDate, PartialDate } from "../../schema/values.ts";
import type { Collected, ModelTraits, Rejected } from "../../sources/listing.ts";

/** The oldest model that any source lists is of 2019, and knows of 2015 at least. */
const FIRST_YEAR = {
  releaseDate: "2018",
  knowledgeCutoff: "2015",
  retirementDate: "2020",
} as const;
type Field = keyof typeof FIRST_YEAR;
const FIELDS = Object.keys(FIRST_YEAR) as Field[];

/** @param day Of the night: nothing was released, or known, after it. A day of retirement may lie ahead. */
export function withoutOddDays(collected: Collected, source: string, day: string): Collected {
  const rejected: Rejected[] = [...collected.rejected];
  const check = <T extends { traits: ModelTraits }>(listing: T, place: string): T => {
    const odd = FIELDS.filter((field) => isOdd(field, listing.traits[field], day));
    for (const field of odd)
      rejected.push({
        ...{ source, place, value: `${field} ${listing.traits[field]}`.slice(0, 100) },
        reason: "is no day on which that can have happened",
      });
    const unknown = Object.fromEntries(odd.map((field) => [field, null]));
    return odd.length === 0 ? listing : { ...listing, traits: { ...listing.traits, ...unknown } };
  };
  return {
    ...collected,
    ...(collected.offers && {
      offers: collected.offers.map((one) => check(one, `${one.host}/${one.modelId}`)),
    }),
    ...(collected.models && {
      models: collected.models.map((one) => check(one, `models ${one.name}`)),
    }),
    rejected,
  };
}

function isOdd(field: Field, date: string | null, day: string): boolean {
  if (date === null) return false;
  const form = field === "retirementDate" ? IsoDate : PartialDate;
  if (!form.safeParse(date).success || date < FIRST_YEAR[field]) return true;
  return field !== "retirementDate" && date > day;
}
