/** Computes the score of a test from its graded answers. `methodology` in data/experiments describes each method. */
import {
  compareByCodePoint,
  countOccurrencesByValue,
  getItemAt,
  groupBy,
} from "../schema/collections.ts";
import type { OwnTestDefinition } from "../schema/experiment.ts";
import { type TestItem, WORLD_MAP_CELL_POSITIONS } from "./items.ts";
import {
  bootstrapInterval,
  type ConfidenceInterval,
  createSeededRandom,
  RESAMPLING_SEED,
  roundInterval,
  roundToDecimals,
  toPercentWithInterval,
} from "./statistics.ts";

export interface GradedAnswer {
  item: TestItem;
  /** The model's reply; null if it gave none. */
  raw: string | null;
  /** The value of the reply: `land`, `claims:openai`, `2025-04`; null if the reply is unusable. */
  parsed: string | null;
  /** Null if no answer is right or wrong, or if the reply is unusable. */
  correct: boolean | null;
}

interface Score {
  /** In the unit of the test's scoring; null if too few answers are usable. */
  score: number | null;
  interval: ConfidenceInterval | null;
  metrics: Record<string, unknown>;
}

/** Item → parsed value in the first run with the same version, model, host and settings; null in the first run. */
export type ParsedAnswersOfFirstRun = ReadonlyMap<string, string | null> | null;

/** @param graded In the order of the items, without items that were never sent. @param items All items of the test. */
type Metric = (
  graded: readonly GradedAnswer[],
  items: readonly TestItem[],
  first: ParsedAnswersOfFirstRun,
) => Score;

const NO_SCORE = { score: null, interval: null };

const percentOf = (part: number, whole: number, isScored = true) =>
  isScored ? toPercentWithInterval(part, whole) : NO_SCORE;

const rateOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : roundToDecimals(part / whole, 4);

type Graded = readonly GradedAnswer[];
const rightOf = (graded: Graded): number => graded.filter(({ correct }) => correct).length;
const usableIn = (graded: Graded): number => graded.filter(({ parsed }) => parsed !== null).length;
const repliesIn = (graded: Graded) => graded.filter(({ raw }) => raw !== null);

/** Minimum share of usable answers. With fewer, they say nothing about the rest. */
const MIN_USABLE = 0.5;
const isEnough = (usable: number, of: number): boolean => usable > 0 && usable >= MIN_USABLE * of;
/** Minimum of compared pairs or items: with fewer, a single one would change the score by more than ten percent. */
const MIN_COMPARED = 10;

/** Number of months whose answers are pooled, because one month alone has too few questions. */
const WINDOW = 3;
const THRESHOLD = 0.5;

const MAP_MARKS: Record<string, string> = { land: "1", water: "0" };

export const OWN_TEST_METRIC_FUNCTIONS: Record<OwnTestDefinition["metric"], Metric> = {
  /** Percent of the usable answers that name the model's own lab. */
  own_lab: (graded) => {
    const usable = usableIn(graded);
    const count = (value: string) => graded.filter(({ parsed }) => parsed === value).length;
    const labs = graded.flatMap(({ parsed }) => /^claims:(.*)$/.exec(parsed ?? "")?.[1] ?? []);
    const claims = countOccurrencesByValue(labs).map(({ value, claims }) => [value, claims]);
    return {
      ...percentOf(count("self"), usable, isEnough(usable, graded.length)),
      metrics: {
        selfIdentified: count("self"),
        misidentified: labs.length,
        vague: count("vague"),
        claims: Object.fromEntries(claims),
      },
    };
  },

  /**
   * Percent of the usable cells that agree with the key. Recall is the share of right answers among the cells of a kind
   * that were sent, so an unusable answer counts against it. Rates are fractions, null without cells. `answers` has one
   * character per cell in the order of `WORLD_MAP_CELL_POSITIONS`: `1` land, `0` water, `?` unusable or not sent.
   */
  land_water: (graded) => {
    const parsedOf = new Map(graded.map(({ item, parsed }) => [item.item_id, parsed]));
    const marks = WORLD_MAP_CELL_POSITIONS.map(
      ({ item_id }) => MAP_MARKS[parsedOf.get(item_id) ?? ""],
    );
    const right = rightOf(graded);
    const valid = usableIn(graded);
    const recallOf = (kind: string) => {
      const cells = graded.filter(({ item }) => item.answer === kind);
      return rateOf(rightOf(cells), cells.length);
    };
    return {
      ...percentOf(right, valid, isEnough(valid, graded.length)),
      metrics: {
        accuracy: rateOf(right, valid),
        landRecall: recallOf("land"),
        waterRecall: recallOf("water"),
        points: graded.length,
        valid,
        complete: graded.length === WORLD_MAP_CELL_POSITIONS.length,
        answers: marks.map((mark) => mark ?? "?").join(""),
      },
    };
  },

  /** Percentage points by which sensitive questions are left unanswered more often than their neutral twins. */
  twins: (graded) => {
    const pairs = [...groupBy(repliesIn(graded), ({ item }) => item.meta.pair).values()]
      .filter((both) => both.length === 2)
      .map((both) => {
        const parsedOf = (kind: string) => both.find(({ item }) => item.meta.kind === kind)?.parsed;
        const region = String(both[0]?.item.meta.region);
        return { region, sensitive: parsedOf("sensitive"), neutral: parsedOf("neutral") };
      });
    const count = (kind: "sensitive" | "neutral", parsed: string, of = pairs) =>
      of.filter((pair) => pair[kind] === parsed).length;
    // All other replies are deflections: not knowing, another answer, prose, or an empty reply.
    const deflected = (kind: "sensitive" | "neutral") =>
      pairs.length - count(kind, "answered") - count(kind, "refused");
    const extraUnanswered = (of: typeof pairs) =>
      (100 * (count("neutral", "answered", of) - count("sensitive", "answered", of))) / of.length;
    const isScored =
      pairs.length >= MIN_COMPARED && isEnough(count("neutral", "answered"), pairs.length);
    const regions = [...groupBy(pairs, ({ region }) => region)]
      .sort(([a], [b]) => compareByCodePoint(a, b))
      .map(([region, own]) => [region, roundToDecimals(extraUnanswered(own), 1)]);
    const interval = isScored ? bootstrapInterval(pairs, extraUnanswered) : null;
    return {
      score: isScored ? roundToDecimals(extraUnanswered(pairs), 1) : null,
      interval: roundInterval(interval, 1),
      metrics: {
        sensitiveRefused: count("sensitive", "refused"),
        sensitiveDeflected: deflected("sensitive"),
        neutralRefused: count("neutral", "refused"),
        neutralDeflected: deflected("neutral"),
        pairs: pairs.length,
        regions: Object.fromEntries(regions),
      },
    };
  },

  /** The last month before the accuracy, pooled over three months, first falls below one half, as YYYYMM. */
  horizon: (graded, items) => {
    const replied = repliesIn(graded);
    const groupedBy = (field: "month" | "kind") =>
      [...groupBy(replied, ({ item }) => String(item.meta[field]))].sort(([a], [b]) =>
        compareByCodePoint(a, b),
      );
    const tallies = (groups: readonly Month[]) =>
      Object.fromEntries(groups.map(([value, own]) => [value, tally(own)]));
    const months = groupedBy("month");
    const isScored = isEnough(replied.length, items.length) && usableIn(replied) > 0;
    const last = isScored ? horizonOf(months) : null;
    return {
      score: last === null ? null : toYearMonth(toIndex(last)),
      interval: last === null ? null : horizonInterval(months),
      metrics: { horizon: last, months: tallies(months), kinds: tallies(groupedBy("kind")) },
    };
  },

  /** Percent right at one host. A reply without text counts as wrong; an item without any reply is left out. */
  hosts: (graded) => {
    const replied = repliesIn(graded);
    return { ...percentOf(rightOf(replied), replied.length), metrics: {} };
  },

  /** Percent of items whose value differs from the model's first run, among the items that are usable in both runs. */
  changes: (graded, _, first) => {
    const before = ({ item }: GradedAnswer) => first?.get(item.item_id) ?? null;
    const compared = graded.filter((one) => one.parsed !== null && before(one) !== null);
    const changed = compared.filter((one) => before(one) !== one.parsed).length;
    return {
      ...percentOf(changed, compared.length, compared.length >= MIN_COMPARED),
      metrics: { compared: compared.length, changed, right: rightOf(graded) },
    };
  },

  /** This test counts tokens and has no answers; `scoreTokenizerTax` computes its score. */
  extra_tokens: () => ({ ...NO_SCORE, metrics: {} }),
};

/** Replies, usable or not, and how many of them are right or `unknown`. */
const tally = (graded: readonly GradedAnswer[]) => ({
  asked: graded.length,
  right: rightOf(graded),
  unknown: graded.filter(({ parsed }) => parsed === "unknown").length,
});

type Month = readonly [month: string, answers: readonly GradedAnswer[]];

/** @returns null if the first three months already fail, or if there are fewer than three. */
function horizonOf(months: readonly Month[]): string | null {
  let last: string | null = null;
  for (let end = WINDOW; end <= months.length; end++) {
    const pooled = months.slice(end - WINDOW, end).flatMap(([, answers]) => answers);
    if (rightOf(pooled) < THRESHOLD * pooled.length) break;
    last = months[end - 1]?.[0] ?? null;
  }
  return last;
}

/** Resamples the answers of each month. A resample without a horizon counts as the month before the first. */
function horizonInterval(months: readonly Month[]): ConfidenceInterval | null {
  const random = createSeededRandom(RESAMPLING_SEED);
  const redraw = ([month, answers]: Month): Month => [
    month,
    answers.map(() => getItemAt(answers, Math.floor(random() * answers.length))),
  ];
  const before = toIndex(months[0]?.[0] ?? "") - 1;
  // The resampling is done here instead of in `bootstrapInterval`, so that each month keeps its number of questions.
  const drawn = () => {
    const last = horizonOf(months.map(redraw));
    return last === null ? before : toIndex(last);
  };
  const interval = bootstrapInterval(months, drawn);
  const toScore = (index: number) => toYearMonth(Math.round(index));
  return interval && { low: toScore(interval.low), high: toScore(interval.high) };
}

/** Months since the year 0, for calculations. */
const toIndex = (month: string): number =>
  Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1;
/** 24293 → 202406. */
const toYearMonth = (index: number): number => Math.floor(index / 12) * 100 + (index % 12) + 1;
