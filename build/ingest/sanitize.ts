/** Removes from an answer what facts cannot contain: impossible dates and limits, invalid texts and names. */
import { findDisplayNameFault, looksLikeSentence } from "../rules/names.ts";
import type { DataQualityRuleSet } from "../rules/rules.ts";
import { isMaxOutputInContext } from "../schema/offer.ts";
import { IsoDate, PartialDate } from "../schema/values.ts";
import type {
  CollectedListings,
  HostDetailsListing,
  ModelListing,
  ModelTraits,
  OfferListing,
  PassThroughFacts,
  RejectedRow,
  ScoreListing,
  UnreadableOfferId,
} from "../sources/listing.ts";
import { findUpstreamIdFault, findUpstreamTextFault } from "../sources/parse/text.ts";

interface Context {
  source: string;
  /** Day of the run: no release and no knowledge cutoff can be later. A retirement date may be. */
  day: string;
  rules: DataQualityRuleSet;
}

/** The oldest model in any source is from 2019, and no knowledge cutoff is before 2015. */
const FIRST_YEAR = {
  release_date: "2018",
  knowledge_cutoff: "2015",
  retirement_date: "2020",
} as const;
type DateField = keyof typeof FIRST_YEAR;
const DATES = Object.keys(FIRST_YEAR) as DateField[];

/** The smallest context window of any model is 77 tokens. */
const LEAST_CONTEXT = 16;

/** @returns The answer without rows that have an impossible id, and without impossible traits and names. */
export function removeBadListings(
  collected: CollectedListings,
  context: Context,
): CollectedListings {
  const { source, rules } = context;
  const rejected: RejectedRow[] = [...collected.rejected];
  const reject: Reject = (place, value, reason, unread) =>
    rejected.push({ source, place, value: value.slice(0, 100), reason, ...(unread && { unread }) });
  const { hosts, offers, models, scores, facts } = collected;
  const isValid = createIdChecks(context, reject);
  return {
    ...collected,
    hosts: hosts
      .filter(isValid.host)
      .map((host) => (isShown(host.name, rules) ? host : { ...host, name: "" })),
    offers: offers
      .filter(isValid.offer)
      .map((one) => replaceTraits(one, `offers of ${one.host}`, one.modelId, context, reject)),
    models: models
      .filter(isValid.model)
      .map((one) => replaceTraits(one, "models", one.name, context, reject)),
    scores: scores.filter(isValid.score).map(withValidName),
    facts: withValidRows(facts, context, reject),
    rejected,
  };
}

type Reject = (place: string, value: string, reason: string, unread?: UnreadableOfferId) => unknown;

function createIdChecks({ rules }: Context, reject: Reject) {
  const longest = rules.threshold("name_unreadable");
  const faultOf = (id: string) =>
    findUpstreamIdFault(id) ??
    findDisplayNameFault(id, longest) ??
    (looksLikeSentence(id, rules.threshold("name_is_sentence")) ? "reads like a sentence" : null);
  const offer = ({ host, modelId }: OfferListing): boolean => {
    const ownFault = /^\p{ASCII}*$/u.test(modelId)
      ? faultOf(modelId)
      : "contains characters that ids do not have";
    const fault = host.length > longest ? "belongs to a host whose name is too long" : ownFault;
    // If the id cannot be read, it is unknown which one was meant, so no id of this host counts as withdrawn.
    const read = READABLE_ID.test(modelId) ? modelId : null;
    if (fault !== null)
      reject(`offers of ${host}`, modelId, `its id ${fault}`, { host, modelId: read });
    return fault === null;
  };
  const model = ({ name }: ModelListing): boolean => {
    const fault = faultOf(name);
    if (fault !== null) reject("models", name, `its name ${fault}`);
    return fault === null;
  };
  const score = (one: ScoreListing): boolean => {
    const texts = [one.configuration ?? "", one.source_url].map(findUpstreamTextFault);
    const fault = faultOf(one.modelName) ?? texts[0] ?? texts[1] ?? null;
    const what = "its name, its configuration or the address of its source";
    if (fault !== null) reject(one.benchmark, one.modelName, `${what} ${fault}`);
    return fault === null;
  };
  const host = ({ slug }: HostDetailsListing): boolean => slug.length <= longest;
  return { host, offer, model, score };
}

/** An id of which no character is lost, such as `inference.net/glm-5.3`. */
const READABLE_ID = /^[\w.:@/+-]{1,200}$/;

const MODALITIES = new Set(["audio", "embedding", "image", "pdf", "rerank", "text", "video"]);
/** A retirement is announced at most this many years ahead. */
const LAST_RETIREMENT_YEARS = 5;

/** An impossible value becomes null; everything else that is stated about the model is kept. */
function replaceTraits<T extends { traits: ModelTraits }>(
  listing: T,
  place: string,
  name: string,
  { day, rules }: Context,
  reject: Reject,
): T {
  const traits = mapValues(listing.traits, validOrNull) as ModelTraits;
  for (const field of DATES) {
    if (!isInvalidDate(field, traits[field], day)) continue;
    reject(`${place}/${name}`, `${field} ${traits[field]}`, "this date is not possible");
    traits[field] = null;
  }
  for (const field of ["input_modalities", "output_modalities"] as const) {
    // OpenRouter writes `file` where other sources name the kind of file.
    const unknown = traits[field].filter((one) => !MODALITIES.has(one) && one !== "file");
    if (unknown.length > 0) reject(place, `${name}: ${unknown}`, "is no modality");
    traits[field] = traits[field].filter((one) => MODALITIES.has(one));
  }
  const fault = findDisplayNameFault(traits.display_name ?? "", rules.threshold("name_unreadable"));
  if (fault !== null) {
    reject(place, name, `its name ${fault}`);
    traits.display_name = null;
  }
  const most = rules.threshold("limit_impossible");
  for (const [field, least] of [
    ["context_window", LEAST_CONTEXT],
    ["max_output_tokens", 1],
  ] as const) {
    const tokens = traits[field];
    if (tokens === null || (tokens >= least && tokens <= most)) continue;
    reject(place, `${name}: ${tokens}`, rules.reason("limit_impossible"));
    traits[field] = null;
  }
  if (isMaxOutputInContext(traits)) return { ...listing, traits };
  const reason = `the maximum output of ${traits.max_output_tokens} is above the context window of ${traits.context_window}`;
  reject(place, name, reason);
  return { ...listing, traits: { ...traits, max_output_tokens: null } };
}

function isInvalidDate(field: DateField, date: string | null, day: string): boolean {
  if (date === null) return false;
  const form = field === "retirement_date" ? IsoDate : PartialDate;
  if (!form.safeParse(date).success || date < FIRST_YEAR[field]) return true;
  if (field !== "retirement_date") return date > day;
  return Number(date.slice(0, 4)) > Number(day.slice(0, 4)) + LAST_RETIREMENT_YEARS;
}

/** Whether a name can be shown and does not read like a sentence; otherwise the id is shown instead. */
const isShown = (name: string, rules: DataQualityRuleSet): boolean =>
  findDisplayNameFault(name, rules.threshold("name_unreadable")) === null &&
  !looksLikeSentence(name, rules.threshold("name_is_sentence"));

/** Checks rows of directories and figures; readers see their names too. */
function withValidRows(
  facts: PassThroughFacts,
  { rules }: Context,
  reject: Reject,
): PassThroughFacts {
  const isValidRow = (place: string) => (row: Row) => {
    const texts = Object.values(row).filter((value) => typeof value === "string");
    const invalid = texts.find((text) => !isValidText(text));
    if (invalid !== undefined) reject(place, invalid, "contains invalid text");
    return invalid === undefined;
  };
  const withName = (row: Row): Row =>
    typeof row.name === "string" && typeof row.slug === "string" && !isShown(row.name, rules)
      ? { ...row, name: row.slug }
      : row;
  return mapValues(facts, (files: { file: string; rows: Row[] }[], kind) =>
    files.map(({ file, rows }) => ({
      file,
      rows: rows.filter(isValidRow(`${kind} of ${file}`)).map(withName),
    })),
  ) as PassThroughFacts;
}

type Row = Record<string, unknown>;

const mapValues = <V>(record: object, map: (value: V, name: string) => unknown): unknown =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value, name)]));

function validOrNull(value: unknown): unknown {
  if (typeof value === "string") return isValidText(value) ? value : null;
  if (Array.isArray(value)) return value.filter((one) => isValidText(String(one)));
  return value;
}

const isValidText = (text: string): boolean => text !== "" && findUpstreamTextFault(text) === null;

const withValidName = (score: ScoreListing): ScoreListing => ({
  ...score,
  display_name: validOrNull(score.display_name) as string | null,
  maker: validOrNull(score.maker) as string | null,
});
