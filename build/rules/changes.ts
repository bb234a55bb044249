/** Changes that upstream answers would make to recorded facts, and rules of `data/rules.csv` that hold them back. */
import { groupBy } from "../schema/collections.ts";
import { NO_HOST } from "../schema/rule.ts";

/** A difference between an upstream's answer and the recorded facts: one field of a fact, or a new or missing fact. */
export interface FactChange {
  kind: "offer" | "list" | "model" | "score" | "figure" | "host";
  /** Names the fact among its kind: `host model_id`, a slug, `benchmark model`. */
  key: string;
  /** Field that differs; `row` when the whole fact appeared or disappeared. */
  field: string;
  /** Null where nothing is recorded. */
  before: unknown;
  /** Stated value; null when the source has no value or no longer lists the fact. */
  after: unknown;
  source: string;
  /** Every source that states the new value today, where that may be more than one. */
  stated?: readonly string[];
  /** Other sources that state the old value today. */
  opposed?: readonly string[];
  /** How many facts of its source could have changed in this way; one by default. */
  ofSource?: number;
  /** Further values that rules need: the recorded row, or the bounds of the kind. */
  known?: Readonly<Record<string, unknown>>;
  /** The rule that objected already where the row was read. */
  objection?: string;
}

/** Where it is sold; null for what no host sells: a model, a score, a record of a model. */
export function findHostOfChange({ kind, key }: { kind: string; key: string }): string | null {
  const [first, second] = key.split(" ", 2);
  const host = kind === "list" ? second : /^(offer|host)$/.test(kind) ? first : undefined;
  return host === undefined || host === NO_HOST ? null : host;
}

/** With fewer changes than this, a share is not meaningful. */
const FEW = 10;

/** A field that a source stated of an offer or a model in its last answer, and whether it states none now. */
interface StatedField {
  source: string;
  field: string;
  isLost: boolean;
}

/**
 * A change for each field of each list that is lost for some of the offers or models.
 * @param listOf The list that states a value: a source by default, or `source host`.
 */
export const toLostFieldChanges = <T extends StatedField>(
  had: readonly T[],
  listOf: (one: T) => string = ({ source }) => source,
): FactChange[] =>
  [...groupBy(had, (one) => `${listOf(one)} ${one.field}`).values()].flatMap((own) => {
    const before = own.filter(({ isLost }) => isLost).length;
    const [first] = own;
    if (first === undefined || before === 0) return [];
    const { source, field } = first;
    const ofSource = Math.max(FEW, own.length);
    return { kind: "list", key: listOf(first), field, before, after: null, source, ofSource };
  });

/** @param alike Changes of the same kind and field by the same source in this run. */
type Predicate = (change: FactChange, threshold: number, alike: number) => boolean;

const isLimit = ({ field }: FactChange): boolean =>
  /^(context_window|max_output_tokens)$/.test(field);
const isStatus = ({ field }: FactChange): boolean => /^(status|retirement_date)$/.test(field);
const isKnown = ({ before }: FactChange): boolean => before !== null;
const isFigure = ({ kind, known }: FactChange, of: string): boolean =>
  kind === "figure" && known?.of === of;

const areMany = ({ ofSource = 1 }: FactChange, share: number, alike: number): boolean =>
  alike >= FEW && alike > share * ofSource;

/** The larger of the two quotients: 2 for half and for double; infinite when one value is 0. */
export function computeLargerToSmallerRatio(before: number, after: number): number {
  if (before === after) return 1;
  const low = Math.min(before, after);
  const high = Math.max(before, after);
  return low <= 0 ? Number.POSITIVE_INFINITY : high / low;
}

const moved = ({ before, after }: FactChange): number =>
  computeLargerToSmallerRatio(Number(before), Number(after));

const isWindowAsOutput = ({ field, before, after, known }: FactChange): boolean =>
  field === "max_output_tokens" &&
  before === known?.context_window &&
  Number(after) < Number(before);

/** Counts below this are treated as this large, because a few more would already be many times as much. */
const SMALL: Readonly<Record<string, number>> = { attention: 1000, company: 50 };

function isFar(change: FactChange, times: number): boolean {
  const { before, after, known } = change;
  if (typeof before !== "number" || typeof after !== "number") return false;
  const least = SMALL[String(known?.of)] ?? 0;
  return computeLargerToSmallerRatio(Math.max(before, least), Math.max(after, least)) > times;
}

/** Rule → whether it objects. The first in this order that does is the reason. */
export const CHANGE_QUALITY_RULES: Readonly<Record<string, Predicate>> = {
  unreadable: ({ objection }) => objection === "unreadable",
  name_taken: ({ objection }) => objection === "name_taken",
  name_is_sentence: ({ objection }) => objection === "name_is_sentence",
  id_reused: ({ objection }) => objection === "id_reused",
  scores_cut: (change, share, alike) =>
    change.kind === "score" &&
    change.field === "row" &&
    change.after === null &&
    areMany(change, share, alike),
  field_lost: ({ kind, before, ofSource = 1 }, share) =>
    kind === "list" && Number(before) > share * ofSource,
  models_many: ({ known }, most) => Number(known?.newModels ?? 0) > most,
  hosts_many: ({ known }, most) => Number(known?.newHosts ?? 0) > most,
  ids_many: ({ known }, most) => Number(known?.newIds ?? 0) > most,
  ids_exchanged: ({ known }, least) => Number(known?.movedIds ?? 0) >= least,
  scores_many: ({ known }, most) => Number(known?.newScores ?? 0) > most,
  price_lost: ({ kind, field, after }) =>
    kind === "offer" && /^(in|out)put$/.test(field) && after === null,
  // The output limit is then swapped too: the reader of the row drops it, because it is above the context window.
  limits_exchanged: ({ field, before, after, known }) =>
    field === "context_window" &&
    after === known?.max_output_tokens &&
    Number(after) < Number(before),
  // Not when the output limit was equal to the whole context window: that was an error, which the new value corrects.
  limit_moved: (change, times) =>
    isLimit(change) &&
    isKnown(change) &&
    change.after !== null &&
    moved(change) >= times &&
    !isWindowAsOutput(change),
  limits_many: (change, share, alike) =>
    isLimit(change) && isKnown(change) && areMany(change, share, alike),
  status_many: (change, share, alike) => isStatus(change) && areMany(change, share, alike),
  // A person who read the lab's page is as good as two sources.
  ended_by_one: ({ source, field, after }) =>
    source !== "operator" &&
    (field === "status" ? after === "deprecated" : field === "retirement_date" && after !== null),
  type_changed: ({ kind, field }) => kind === "model" && field === "model_type",
  traits_many: (change, share, alike) => change.kind === "model" && areMany(change, share, alike),
  address_moved: (change) =>
    change.kind === "host" && isKnown(change) && originOf(change.before) !== originOf(change.after),
  score_restated: (change) =>
    change.kind === "score" && change.field === "score" && isKnown(change),
  score_far: ({ kind, field, before, after, known }, times) =>
    kind === "score" &&
    field === "row" &&
    before === null &&
    typeof known?.best === "number" &&
    (Number(after) > times * known.best || Number(after) < Number(known.worst) / times / 2),
  scores_shifted: ({ kind, known }, times) => kind === "score" && Number(known?.shift ?? 1) > times,
  figures_shifted: ({ kind, known }, times) =>
    kind === "figure" && Number(known?.shift ?? 1) > times,
  figure_restated: (change, times) =>
    isFigure(change, "company") && change.known?.days === 0 && moved(change) > times,
  rent_far: (change, times) => isFigure(change, "rent") && isFar(change, times),
  attention_far: (change, times) => isFigure(change, "attention") && isFar(change, times),
  figure_far: (change, times) => isFigure(change, "company") && isFar(change, times),
};

function originOf(address: unknown): string {
  const text = String(address);
  return URL.canParse(text) ? new URL(text).hostname.split(".").slice(-2).join(".") : text;
}
