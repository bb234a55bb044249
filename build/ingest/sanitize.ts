/** Leaves out of an answer what no fact can hold: impossible dates, invalid text, limits that contradict each other. */

import { isWithinContext } from "../schema/offer.ts";
import { IsoDate, PartialDate } from "../schema/values.ts";
import type {
  Collected,
  EndpointListing,
  ModelListing,
  ModelTraits,
  OfferListing,
  PlainFacts,
  Rejected,
  ScoreListing,
} from "../sources/listing.ts";
import { faultOfId, faultOfText } from "../sources/parse/text.ts";

/** The oldest model that any source lists is of 2019, and knows of 2015 at least. */
const FIRST_YEAR = {
  releaseDate: "2018",
  knowledgeCutoff: "2015",
  retirementDate: "2020",
} as const;
type Field = keyof typeof FIRST_YEAR;
const FIELDS = Object.keys(FIRST_YEAR) as Field[];

/** @param day Of the run: nothing was released, or known, after it. A day of retirement may lie ahead. */
export function withoutInvalidDates(collected: Collected, source: string, day: string): Collected {
  const rejected: Rejected[] = [...collected.rejected];
  const check = <T extends { traits: ModelTraits }>(listing: T, place: string): T => {
    const invalid = FIELDS.filter((field) => isInvalidDate(field, listing.traits[field], day));
    for (const field of invalid)
      rejected.push({
        ...{ source, place, value: `${field} ${listing.traits[field]}`.slice(0, 100) },
        reason: "is no day on which that can have happened",
      });
    const unknown = Object.fromEntries(invalid.map((field) => [field, null]));
    return invalid.length === 0
      ? listing
      : { ...listing, traits: { ...listing.traits, ...unknown } };
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

function isInvalidDate(field: Field, date: string | null, day: string): boolean {
  if (date === null) return false;
  const form = field === "retirementDate" ? IsoDate : PartialDate;
  if (!form.safeParse(date).success || date < FIRST_YEAR[field]) return true;
  return field !== "retirementDate" && date > day;
}

export function withoutInvalidText(collected: Collected, source: string): Collected {
  const rejected: Rejected[] = [...collected.rejected];
  const keep = <T>(rows: readonly T[] | undefined, check: (row: T) => Rejected[]): T[] =>
    (rows ?? []).filter((row) => {
      const faults = check(row);
      rejected.push(...faults);
      return faults.length === 0;
    });
  const reject = (place: string, value: string, reason: string): Rejected => ({
    ...{ source, place, value: value.slice(0, 100), reason },
  });
  const ofOffer = ({ host, modelId }: OfferListing | EndpointListing): Rejected[] => {
    const fault = faultOfId(modelId);
    if (fault === null) return [];
    // Which id was meant nobody knows: no id of this host counts as gone.
    const unread = { host, modelId: null };
    return [{ ...reject(`offers of ${host}`, modelId, `its id ${fault}`), unread }];
  };
  const ofModel = ({ name }: ModelListing): Rejected[] => {
    const fault = faultOfId(name);
    return fault === null ? [] : [reject("models", name, `its name ${fault}`)];
  };
  const ofScore = (score: ScoreListing): Rejected[] => {
    const { benchmark, modelName, configuration, sourceUrl } = score;
    const fault =
      faultOfId(modelName) ?? faultOfText(configuration ?? "") ?? faultOfText(sourceUrl);
    return fault === null ? [] : [reject(benchmark, modelName, `its name or place ${fault}`)];
  };
  const plain = withoutInvalidRows(collected.facts ?? {}, (place, value, reason) =>
    rejected.push(reject(place, value, reason)),
  );
  const checked: Omit<Collected, "rejected"> = {
    ...collected,
    ...(collected.offers && {
      offers: keep(collected.offers, ofOffer).map((one) =>
        withValidTraits(one, (reason) =>
          rejected.push(reject(`offers of ${one.host}`, one.modelId, reason)),
        ),
      ),
    }),
    ...(collected.models && {
      models: keep(collected.models, ofModel).map((one) =>
        withValidTraits(one, (reason) => rejected.push(reject("models", one.name, reason))),
      ),
    }),
    ...(collected.endpoints && { endpoints: keep(collected.endpoints, ofOffer) }),
    ...(collected.scores && { scores: keep(collected.scores, ofScore).map(withValidName) }),
    ...(collected.facts && { facts: plain }),
  };
  return { ...checked, rejected };
}

/** What cannot stand is unknown; what else is stated of the model stays. */
function withValidTraits<T extends { traits: ModelTraits }>(
  listing: T,
  report: (reason: string) => void,
): T {
  const sound = Object.entries(listing.traits).map(([field, value]) => [field, validOrNull(value)]);
  const traits = Object.fromEntries(sound) as unknown as ModelTraits;
  const { contextWindow: context_window, maxOutputTokens: max_output_tokens } = traits;
  if (isWithinContext({ context_window, max_output_tokens })) return { ...listing, traits };
  report(`maximum output of ${max_output_tokens} above the context window of ${context_window}`);
  return { ...listing, traits: { ...traits, maxOutputTokens: null } };
}

function validOrNull(value: unknown): unknown {
  if (typeof value === "string") return isValid(value) ? value : null;
  if (Array.isArray(value)) return value.filter((one) => isValid(String(one)));
  return value;
}

const isValid = (text: string): boolean => text !== "" && faultOfText(text) === null;

const withValidName = (score: ScoreListing): ScoreListing => ({
  ...score,
  displayName: validOrNull(score.displayName) as string | null,
  maker: validOrNull(score.maker) as string | null,
});

type Report = (place: string, value: string, reason: string) => void;

function withoutInvalidRows(facts: PlainFacts, report: Report): PlainFacts {
  const tables = Object.entries(facts).map(([kind, files]) => [
    kind,
    files.map(({ file, rows }) => ({
      file,
      rows: (rows as Record<string, unknown>[]).filter((row) => {
        const invalid = Object.values(row).find(
          (value) => typeof value === "string" && !isValid(value),
        );
        if (invalid !== undefined)
          report(`${kind} of ${file}`, String(invalid), "holds an invalid text");
        return invalid === undefined;
      }),
    })),
  ]);
  return Object.fromEntries(tables) as PlainFacts;
}
