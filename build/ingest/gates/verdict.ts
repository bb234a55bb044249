/** Gates, what each holds back, and what that comes to after a person's acceptances. Pure. */

/** Every gate, with what it holds back: the words of `--accept <gate>:<source>`. */
export const GATES = {
  rows: "fewer rows than the source had",
  "new-rows": "many new ids at a host that is known",
  bound: "a value outside what any offer, score, rent or figure ever had",
  unit: "a price a thousand or a million times off",
  tenfold: "a price ten times up or down",
  "side-price": "a cache, batch or tier price that moved far beside a price that stands",
  zero: "a price that became 0",
  "price-lost": "an id that is listed on, without the price it had",
  swap: "input and output, or two ids, have changed places",
  peers: "a price far from the model's other hosts",
  "first-sight": "a first price far from what others state of the same id",
  "same-factor": "many prices moved by one factor",
  "median-move": "the prices of a host moved as a whole",
  "many-moves": "many prices of a host or of a source moved in one run",
  move: "a price that moved by more than 40 %: published, marked until it is seen again",
  drift:
    "a price that crept by more than 40 % in a month, reported by one source: published, marked",
  disputed: "a price that every other source states otherwise: published, marked",
  dates: "days of the past, or of a far future, that are reported otherwise now",
  "old-copy": "a source that goes back to what it reported before",
  reuse: "a known id that is reported as another model, by name, release and window",
  block: "the list of one host under the name of another",
  spelling: "known ids under another spelling",
  limits: "context windows and output limits far from what they were",
  status: "many ids changed their status or got a day of retirement at once",
  traits: "one property of many models changed at once",
  hosts: "many hosts changed their addresses at once",
  quantization: "many offers got a quantization at once",
  "future-date": "a row that is dated after the run",
  "above-maximum": "a score above the benchmark's maximum",
  "below-minimum": "a score below what the benchmark can give",
  "score-move": "scores that stand and are reported otherwise now",
  distribution: "the scores of a source moved as a whole",
  rent: "the rent of a chip far from what it was",
  attention: "a count far from what it was",
  type: "a model that is stated to give something else than it gave: speech, pictures",
  company: "a figure of a company far from what it was",
} as const;

export type GateName = keyof typeof GATES;
export const GATE_NAMES = Object.keys(GATES) as GateName[];

export const isGateName = (text: string): text is GateName => text in GATES;

/** What of a source a row belongs to; `limits` are an id's limits, status and retirement. */
export type Area = "offers" | "limits" | "traits" | "endpoints" | "scores" | "facts" | "hosts";

/** A row that does not pass. */
export interface Hit {
  /** Names the row among the answers of its source, within its area. */
  key: string;
  /** For people: `openai gpt-4o`. */
  scope: string;
  /** Values for people; empty where there is none. */
  before: string;
  after: string;
  /** What is wrong, without what to do. */
  reason: string;
}

/** What a gate holds back of one source. */
export interface Verdict extends GateFinding {
  area: Area;
  /** Of the rows; empty when the source is held. */
  keys: readonly string[];
}

export interface Gate {
  name: GateName;
  source: string;
  area: Area;
}

/** So few bad rows are no sign of a bad answer, however small the answer is. */
const MAX_SINGLE_ROWS = 10;
/** Above this share the whole answer is not to be passed. */
const MAX_SHARE = 0.2;

/** @param looked Rows that the gate looked at: many hits among them are one verdict on the source. */
export function toVerdicts(gate: Gate, hits: readonly Hit[], looked: number): Verdict[] {
  const [first] = hits;
  if (first !== undefined && hits.length > MAX_SINGLE_ROWS && hits.length > MAX_SHARE * looked) {
    const reason = `${hits.length} of ${looked} rows: ${first.scope} ${first.reason}, and so on`;
    return [holdSource(gate, { ...first, scope: gate.source, reason })];
  }
  return hits.map((hit) => holdRows(gate, hit, [hit.key]));
}

export const holdSource = (gate: Gate, about: Omit<Hit, "key">): Verdict =>
  verdict(gate, about, "source", []);

/** @param keys Rows that stay as they were; one finding speaks for all. */
export const holdRows = (gate: Gate, about: Omit<Hit, "key">, keys: readonly string[]): Verdict =>
  verdict(gate, about, "row", keys);

/** The row is published, and marked. */
export const mark = (gate: Gate, about: Omit<Hit, "key">): Verdict =>
  verdict(gate, about, "nothing", []);

function verdict(
  { name, source, area }: Gate,
  { scope, before, after, reason }: Omit<Hit, "key">,
  holds: Verdict["holds"],
  keys: readonly string[],
): Verdict {
  const next =
    holds === "nothing"
      ? "it is confirmed by a second source or when it is read again"
      : `look at the upstream and, if it is real, run again with --accept ${name}:${source} and a reason`;
  const message = `${scope === source ? "" : `${scope}: `}${reason}; ${next}`;
  return { gate: name, source, scope, holds, before, after, message, accepted: null, area, keys };
}

export class HeldRows {
  readonly findings: GateFinding[];
  /** Source → why it is held as a whole. */
  readonly sources = new Map<string, string>();
  readonly #rows = new Set<string>();
  readonly #areas = new Set<string>();

  constructor(verdicts: readonly Verdict[], accept: readonly Acceptance[]) {
    const judged = verdicts.map((verdict) => withAcceptance(verdict, accept));
    this.findings = judged.map(({ area: _area, keys: _keys, ...finding }) => finding);
    for (const { gate, source, area, holds, message, accepted, keys } of judged) {
      if (accepted !== null || holds === "nothing") continue;
      if (holds === "source") this.sources.set(source, `${gate}: ${message}`);
      else if (keys.length === 0) this.#areas.add(`${area} ${source}`);
      else for (const key of keys) this.#rows.add(`${area} ${source} ${key}`);
    }
  }

  /** The row, all of its area, or its whole source. */
  isHeld(area: Area, source: string, key: string): boolean {
    return (
      this.sources.has(source) ||
      this.#areas.has(`${area} ${source}`) ||
      this.#rows.has(`${area} ${source} ${key}`)
    );
  }
}

function withAcceptance(verdict: Verdict, accept: readonly Acceptance[]): Verdict {
  const { gate, source, holds } = verdict;
  if (holds === "nothing") return verdict;
  const found = accept.find((one) => one.gate === gate && one.source === source);
  return found ? { ...verdict, accepted: found.reason } : verdict;
}

/** Middle of the numbers; of an even count the mean of the middle two. NaN of none. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const half = sorted.length / 2;
  const low = sorted[Math.ceil(half) - 1] ?? Number.NaN;
  return (low + (sorted[Math.floor(half)] ?? Number.NaN)) / 2;
}

/** How many times more: 2 → 4 is 2, 4 → 0 is 0, 0 → 4 is infinite; 1 when both are 0. */
export function ratioOf(before: number, after: number): number {
  if (before === after) return 1;
  return before === 0 ? Number.POSITIVE_INFINITY : after / before;
}

/** The larger distance of the two ways to divide: 2 for half and for double; infinite from or to 0. */
export function distance(before: number, after: number): number {
  const ratio = ratioOf(before, after);
  return ratio >= 1 ? ratio : 1 / ratio;
}

/** `−20 %`, `+25 %`; `from or to 0`. */
export function toPercent(ratio: number): string {
  if (ratio === 0 || !Number.isFinite(ratio)) return "from or to 0";
  const percent = Math.round(100 * (ratio - 1));
  return `${percent < 0 ? "−" : "+"}${Math.abs(percent)} %`;
}

/** Rows of one kind that a source had, and how many of them its answer has. */
export interface RowCount {
  kind: string;
  before: number;
  now: number;
}

const MIN_ROWS_SHARE = 0.8;
/** A list of so few rows may lose one or two any day. */
const MIN_ROWS = 5;

export function checkRows(source: string, counts: readonly RowCount[]): Verdict[] {
  return counts
    .filter(({ before, now }) => before >= MIN_ROWS && now < MIN_ROWS_SHARE * before)
    .map(({ kind, before, now }) => {
      const percent = Math.floor((100 * now) / before);
      const reason = `${now} of the ${before} ${kind} it had came back (${percent} %, at least 80 % are question for)`;
      const about = { scope: source, before: String(before), after: String(now), reason };
      return holdSource({ name: "rows", source, area: "offers" }, about);
    });
}

/** A row with the day it says it was recorded. */
export interface DatedRow {
  key: string;
  scope: string;
  date: string;
}

export function checkFutureDates(gate: Gate, rows: readonly DatedRow[], day: string): Verdict[] {
  const hits = rows
    .filter(({ date }) => date > day)
    .map(
      ({ key, scope, date }): Hit => ({
        ...{ key, scope, before: "", after: date },
        reason: `is dated ${date}, after the run of ${day}`,
      }),
    );
  return toVerdicts(gate, hits, rows.length);
}

/** A person has looked: what this gate holds back of this source is real. */
export interface Acceptance {
  gate: GateName;
  source: string;
  reason: string;
}

export interface GateFinding {
  gate: GateName;
  source: string;
  /** What it is about: the source's id, a host, `host model_id`, `benchmark model`. */
  scope: string;
  /** What stays as it was. `nothing`: it is published, marked. */
  holds: "source" | "row" | "nothing";
  /** Value that stood and value that came, for people; empty where there is none. */
  before: string;
  after: string;
  /** With numbers and what to do. */
  message: string;
  /** Reason of the acceptance that lets it through; null while it is held back. */
  accepted: string | null;
}
