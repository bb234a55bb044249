/** Gates, what each holds back, and what that comes to after a person's acceptances. Pure. */
import { groupBy } from "../../schema/collections.ts";

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

/** What a gate found. Values are for people; absent where there is none. */
interface About {
  /** What it is about: a host, `openai gpt-4o`. Default: the source. */
  scope?: string;
  before?: unknown;
  after?: unknown;
  /** What is wrong, without what to do. */
  reason: string;
}

/** A row that does not pass; `key` names it among the answers of its source, within its area. */
export interface Hit extends About {
  key: string;
}

type Row = Pick<Hit, "key">;

/** What a gate holds back of one source. */
export interface Verdict extends GateFinding {
  area: Area;
  /** Of the rows; empty when the source, or all of its area, is held. */
  keys: readonly string[];
}

/** So few bad rows are no sign of a bad answer, however small the answer is. */
const MAX_SINGLE_ROWS = 10;
/** Above this share the whole answer is not to be passed. */
const MAX_SHARE = 0.2;

/** One gate that looks at one source. */
export class Gate {
  readonly #name: GateName;
  readonly #area: Area;

  constructor(
    name: GateName,
    readonly source: string,
    area: Area = "offers",
  ) {
    this.#name = name;
    this.#area = area;
  }

  holdSource = (about: About): Verdict[] => this.#hold("source", about, []);

  /** These rows stay as they were; one finding speaks for all. Without rows: all of the area. */
  holdRows = (about: About, rows: readonly Row[]): Verdict[] =>
    this.#hold("row", about, [...new Set(rows.map(({ key }) => key))]);

  /** The row is published, and marked. */
  mark = (about: About): Verdict[] => this.#hold("nothing", about, []);

  /** @param looked Rows that the gate looked at: many hits among them are one verdict on the source. */
  holdEach(hits: readonly Hit[], looked: number): Verdict[] {
    const [first] = hits;
    if (first === undefined || hits.length <= MAX_SINGLE_ROWS || hits.length <= MAX_SHARE * looked)
      return hits.flatMap((hit) => this.holdRows({ scope: hit.key, ...hit }, [hit]));
    const scope = first.scope ?? first.key;
    const reason = `${hits.length} of ${looked} rows: ${scope} ${first.reason}, and so on`;
    return this.holdSource({ ...first, scope: this.source, reason });
  }

  #hold(holds: Verdict["holds"], about: About, keys: readonly string[]): Verdict[] {
    const gate = this.#name;
    const { source } = this;
    const { scope = source, reason } = about;
    const [before, after] = [String(about.before ?? ""), String(about.after ?? "")];
    const next =
      holds === "nothing"
        ? "it is confirmed by a second source or when it is read again"
        : `look at the upstream and, if it is real, run again with --accept ${gate}:${source} and a reason`;
    const message = `${scope === source ? "" : `${scope}: `}${reason}; ${next}`;
    const values = { scope, holds, before, after, message, accepted: null };
    return [{ gate, source, ...values, area: this.#area, keys }];
  }
}

/** The least number of rows, and the share of all that must be exceeded. */
export type Bound = readonly [least: number, share: number];

export const isMany = (count: number, of: number, [least, share]: Bound): boolean =>
  count >= least && count > share * of;

interface ManyRows<T> {
  rows: T[];
  of: number;
}

/** The changed rows of each host at which they are many; of a source, over all hosts. */
export function manyByHost<T extends { host: string }>(
  changed: readonly T[],
  all: readonly T[],
  bound: Bound,
): (ManyRows<T> & { host: string })[] {
  const sizes = groupBy(all, ({ host }) => host);
  return [...groupBy(changed, ({ host }) => host)].flatMap(([host, rows]) => {
    const of = sizes.get(host)?.length ?? 0;
    return isMany(rows.length, of, bound) ? [{ host, rows, of }] : [];
  });
}

export class HeldRows {
  readonly findings: GateFinding[];
  /** Source → why it is held as a whole. */
  readonly sources = new Map<string, string>();
  readonly #rows = new Set<string>();
  readonly #areas = new Set<string>();

  constructor(verdicts: readonly Verdict[], accept: readonly Acceptance[]) {
    this.findings = verdicts.map(({ area, keys, ...finding }) => {
      const { gate, source, holds, message } = finding;
      if (holds === "nothing") return finding;
      const found = accept.find((one) => one.gate === gate && one.source === source);
      if (found) return { ...finding, accepted: found.reason };
      if (holds === "source") this.sources.set(source, `${gate}: ${message}`);
      else if (keys.length === 0) this.#areas.add(`${area} ${source}`);
      else for (const key of keys) this.#rows.add(`${area} ${source} ${key}`);
      return finding;
    });
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

export const checkRows = (source: string, counts: readonly RowCount[]): Verdict[] =>
  counts
    .filter(({ before, now }) => before >= MIN_ROWS && now < MIN_ROWS_SHARE * before)
    .flatMap(({ kind, before, now }) => {
      const percent = Math.floor((100 * now) / before);
      const reason = `${now} of the ${before} ${kind} it had came back (${percent} %, at least 80 % are expected)`;
      return new Gate("rows", source).holdSource({ before, after: now, reason });
    });

/** @param rows With the day on which each says it was recorded. */
export function checkFutureDates(
  gate: Gate,
  rows: readonly { key: string; scope: string; date: string }[],
  day: string,
): Verdict[] {
  const hits = rows
    .filter(({ date }) => date > day)
    .map(({ key, scope, date }) => {
      return { key, scope, after: date, reason: `is dated ${date}, after the run of ${day}` };
    });
  return gate.holdEach(hits, rows.length);
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
