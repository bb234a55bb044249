/** Leaves out of an answer what no fact can hold: impossible dates, invalid text, limits that contradict each other. */

import { isWithinContext } from "../schema/offer.ts";
import { IsoDate, PartialDate } from "../schema/values.ts";
import type {
  Collected,
  ModelListing,
  ModelTraits,
  OfferListing,
  PlainFacts,
  Rejected,
  ScoreListing,
  UnreadId,
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
    const traits = { ...listing.traits };
    for (const field of FIELDS) {
      if (!isInvalidDate(field, traits[field], day)) continue;
      const value = `${field} ${traits[field]}`.slice(0, 100);
      const reason = "is no day on which that can have happened";
      rejected.push({ source, place, value, reason });
      traits[field] = null;
    }
    return { ...listing, traits };
  };
  const offers = collected.offers?.map((one) => check(one, `${one.host}/${one.modelId}`));
  const models = collected.models?.map((one) => check(one, `models ${one.name}`));
  return { ...collected, ...(offers && { offers }), ...(models && { models }), rejected };
}

function isInvalidDate(field: Field, date: string | null, day: string): boolean {
  if (date === null) return false;
  const form = field === "retirementDate" ? IsoDate : PartialDate;
  if (!form.safeParse(date).success || date < FIRST_YEAR[field]) return true;
  return field !== "retirementDate" && date > day;
}

/** Leaves out rows whose id or name is invalid; of a trait or a name for people only the invalid value. */
export function withoutInvalidText(collected: Collected, source: string): Collected {
  const rejected: Rejected[] = [...collected.rejected];
  const reject = (place: string, value: string, reason: string, unread?: UnreadId) => {
    const row = { source, place, value: value.slice(0, 100), reason };
    rejected.push(unread === undefined ? row : { ...row, unread });
  };
  const isValidId = ({ host, modelId }: Pick<OfferListing, "host" | "modelId">) => {
    const fault = faultOfId(modelId);
    // Which id was meant nobody knows: no id of this host counts as gone.
    if (fault !== null)
      reject(`offers of ${host}`, modelId, `its id ${fault}`, { host, modelId: null });
    return fault === null;
  };
  const isValidModel = ({ name }: ModelListing) => {
    const fault = faultOfId(name);
    if (fault !== null) reject("models", name, `its name ${fault}`);
    return fault === null;
  };
  const isValidScore = ({ benchmark, modelName, configuration, sourceUrl }: ScoreListing) => {
    const fault =
      faultOfId(modelName) ?? faultOfText(configuration ?? "") ?? faultOfText(sourceUrl);
    if (fault !== null) reject(benchmark, modelName, `its name or place ${fault}`);
    return fault === null;
  };
  const isValidRow = (place: string) => (row: object) => {
    const texts = Object.values(row).filter((value) => typeof value === "string");
    const invalid = texts.find((text) => !isValid(text));
    if (invalid !== undefined) reject(place, invalid, "holds an invalid text");
    return invalid === undefined;
  };
  /** What cannot be is unknown; what else is stated of the model stays. */
  const withValidTraits = <T extends { traits: ModelTraits }>(
    listing: T,
    place: string,
    name: string,
  ): T => {
    const traits = mapValues(listing.traits, validOrNull) as ModelTraits;
    const { contextWindow: context_window, maxOutputTokens: max_output_tokens } = traits;
    if (isWithinContext({ context_window, max_output_tokens })) return { ...listing, traits };
    const reason = `maximum output of ${max_output_tokens} above the context window of ${context_window}`;
    reject(place, name, reason);
    return { ...listing, traits: { ...traits, maxOutputTokens: null } };
  };
  const { offers, models, endpoints, scores, facts } = collected;
  const plain = mapValues(facts ?? {}, (files: PlainFile[], kind) =>
    files.map(({ file, rows }) => ({ file, rows: rows.filter(isValidRow(`${kind} of ${file}`)) })),
  ) as PlainFacts;
  const checked = {
    ...collected,
    ...(offers && {
      offers: offers
        .filter(isValidId)
        .map((one) => withValidTraits(one, `offers of ${one.host}`, one.modelId)),
    }),
    ...(models && {
      models: models.filter(isValidModel).map((one) => withValidTraits(one, "models", one.name)),
    }),
    ...(endpoints && { endpoints: endpoints.filter(isValidId) }),
    ...(scores && { scores: scores.filter(isValidScore).map(withValidName) }),
    ...(facts && { facts: plain }),
  };
  return { ...checked, rejected };
}

interface PlainFile {
  file: string;
  rows: object[];
}

const mapValues = <V>(record: object, map: (value: V, name: string) => unknown): unknown =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value, name)]));

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
