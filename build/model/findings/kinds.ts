/** Each kind of finding: how its facts are grouped, and the sentence that states them. */
import { toBlendedPrice } from "../../cost/rates.ts";
import { formatNameList } from "../../schema/values.ts";
import type { FindingFactRow } from "../catalog/rows.ts";
import {
  type DisplayNames,
  fitNamesIntoTitle,
  formatDateInFinding,
  formatMinToMax,
  formatNumberInFinding,
  formatPercentRange,
  formatUsdInFinding,
  pickFirstTitleThatFits,
  roundForFinding,
} from "./phrasing.ts";

/** Facts that one finding states: the largest first, at least one. */
export type FindingFactGroup = readonly [FindingFactRow, ...FindingFactRow[]];
type Figure = Exclude<keyof FindingFactRow, "statements">;

interface FindingKind {
  /** News about a model weighs more than one host's price, and a long-standing difference weighs least. */
  weight: number;
  /** Facts of the same day and kind with the same key share one finding. */
  groupKey(fact: FindingFactRow): string;
  /** Whether a fact is near enough to the largest to join its group; all are when there is no such rule. */
  isNear?(fact: FindingFactRow, largest: FindingFactRow): boolean;
  /** Part of the id that distinguishes findings of the same day and kind. */
  subject(largest: FindingFactRow): string;
  title(group: FindingFactGroup, names: DisplayNames): string;
  summary(group: FindingFactGroup, names: DisplayNames): string;
  /** Numbers of the finding: those of its largest fact that are known. */
  figures: readonly Figure[];
  /** How many times the price it was, where that is how the finding states it. */
  ratio?(largest: FindingFactRow): number | null;
  /** Of several facts also a figure of the smallest, by its name among the numbers; and what is counted. */
  smallest?: readonly [name: string, figure: Figure];
  counted: "models" | "benchmarks";
}

/**
 * From this percentage on, a price rise is stated as a multiple: readers do not see at once that +700 % means eight
 * times the price.
 */
const MULTIPLE_FROM_PERCENT = 95;
/** A lead below this share of the score is a narrow one. */
const NARROW_LEAD = 0.01;
/** Ratios closer than this come from one pricing rule and are stated once. */
const NEAR_RATIO = 1.05;
/** Placeholder for labs that are not in the catalogue: models under it have nothing in common. */
const UNKNOWN_LAB = "other";
/** Members of a group whose figures are spelled out. */
const DETAILED = 3;

export const FINDING_KINDS: Readonly<Record<FindingFactRow["kind"], FindingKind>> = {
  price_drop: priceMove("cuts the price of", "less"),
  price_rise: priceMove("raises the price of", "more"),
  new_model: {
    weight: 1,
    groupKey: ({ lab, model }) => (lab === UNKNOWN_LAB ? model : lab),
    subject: ({ model }) => model,
    title: newModelTitle,
    summary: newModelSummary,
    figures: ["input", "output", "context_window", "hosts"],
    counted: "models",
  },
  top_score: {
    weight: 0.5,
    groupKey: (fact) => `${fact.model} ${isSelfReported(fact)}`,
    subject: ({ benchmark, model }) => `${benchmark}-${model}`,
    title: topScoreTitle,
    summary: topScoreSummary,
    figures: ["score", "runner_up_score", "models_tested"],
    counted: "benchmarks",
  },
  new_cheapest: {
    weight: 0.3,
    groupKey: ({ host }) => host ?? "",
    subject: ({ model, host }) => `${model}-${host}`,
    title: (group, names) => {
      const below = formatPercentRange(group.map(({ pct_below }) => pct_below ?? 0));
      const host = names.provider(group[0].host);
      return modelsTitle(
        group,
        names,
        (list) => `${host} undercuts all other hosts of ${list} by ${below}`,
      );
    },
    summary: newCheapestSummary,
    figures: ["blended", "own_before", "best_before", "pct_below", "rivals"],
    smallest: ["pct_smallest", "pct_below"],
    counted: "models",
  },
  spread: {
    weight: 0.1,
    groupKey: ({ cheapest_host, most_expensive_host }) => `${cheapest_host} ${most_expensive_host}`,
    isNear: (fact, largest) => (largest.ratio ?? 0) <= NEAR_RATIO * (fact.ratio ?? 0),
    subject: ({ model }) => model,
    title: (group, names) => {
      const [{ cheapest_host, most_expensive_host }] = group;
      const times = formatMinToMax(group.map(({ ratio }) => ratio ?? 0));
      const hosts = `at ${names.provider(most_expensive_host)} as at ${names.provider(cheapest_host)}`;
      const cost = group.length === 1 ? "costs" : "cost";
      return modelsTitle(group, names, (list) => `${list} ${cost} ${times} times as much ${hosts}`);
    },
    summary: spreadSummary,
    figures: ["hosts", "lowest", "highest", "ratio"],
    smallest: ["ratio_smallest", "ratio"],
    counted: "models",
  },
};

const modelsTitle = (
  group: FindingFactGroup,
  names: DisplayNames,
  write: (list: string) => string,
): string =>
  fitNamesIntoTitle(
    group.map(({ model }) => names.model(model)),
    write,
  );

function priceMove(verb: string, than: string): FindingKind {
  return {
    weight: 1,
    groupKey: ({ host }) => host ?? "",
    subject: ({ model }) => model,
    title: (group, names) => {
      const change = moveSize(group.map(({ pct_blended }) => pct_blended ?? 0));
      const host = names.provider(group[0].host);
      return modelsTitle(group, names, (list) => `${host} ${verb} ${list} ${change}`);
    },
    summary: (group, names) =>
      group.length === 1 ? moveSummary(group[0], than, names) : movesSummary(group, names),
    figures: ["old_input", "new_input", "old_output", "new_output", "pct_blended"],
    ratio: ({ pct_blended: pct }) =>
      pct !== null && pct >= MULTIPLE_FROM_PERCENT ? multiple(pct) : null,
    smallest: ["pct_smallest", "pct_blended"],
    counted: "models",
  };
}

function multiple(percent: number): number {
  return roundForFinding(1 + percent / 100);
}

function moveSize(percentages: readonly number[]): string {
  const [first = 0] = percentages;
  if (percentages.every((percent) => Math.round(percent) === -50)) return "by half";
  if (percentages.length === 1 && first >= MULTIPLE_FROM_PERCENT)
    return `to ${multiple(first) === 2 ? "twice" : `${multiple(first)} times`} the old price`;
  return `by ${formatPercentRange(percentages.map(Math.abs))}`;
}

function moveSummary(fact: FindingFactRow, than: string, names: DisplayNames): string {
  const { old_input, new_input, old_output, new_output, pct_blended } = fact;
  const share = `${roundForFinding(Math.abs(pct_blended ?? 0))} % ${than}`;
  const input = `The input price of ${names.model(fact.model)} ${moved(old_input, new_input)}`;
  if (!old_output && !new_output) return `${input} per 1M tokens: ${share}.`;
  const output = `the output price ${moved(old_output, new_output)}`;
  return `${input} and ${output} per 1M tokens: ${share}, blended 3:1.`;
}

const moved = (before: number | null, after: number | null): string =>
  before === after
    ? `stayed at ${formatUsdInFinding(before)}`
    : `went from ${formatUsdInFinding(before)} to ${formatUsdInFinding(after)}`;

function movesSummary(group: FindingFactGroup, names: DisplayNames): string {
  const steps = group.slice(0, DETAILED).map((fact) => {
    const before = blend(fact.old_input, fact.old_output);
    const after = blend(fact.new_input, fact.new_output);
    return `from ${formatUsdInFinding(before)} to ${formatUsdInFinding(after)} for ${names.model(fact.model)}`;
  });
  const rest = group.slice(DETAILED).map(({ model }) => names.model(model));
  const others =
    rest.length > 0
      ? ` The prices of ${formatNameList(rest, rest.length)} moved in the same direction.`
      : "";
  return `The price per 1M tokens, blended 3:1, went ${formatNameList(steps)}.${others}`;
}

/** Blended price; the input price where there is no output price. */
const blend = (input: number | null, output: number | null): number | null =>
  toBlendedPrice(input, output) ?? input;

function newModelTitle(group: FindingFactGroup, names: DisplayNames): string {
  const lab = group[0].lab === UNKNOWN_LAB ? null : names.lab(group[0].model);
  // Open weights are mentioned only when the models were released, not when offers appeared before the release.
  const isOpen = group.every(
    (fact) => names.isOpen(fact.model) && toReleaseEvent(fact) === "released",
  );
  const open = isOpen ? " with open weights" : "";
  const event = toReleaseEvent(group[0]);
  const maker = lab === null ? "" : ` from ${lab}`;
  return modelsTitle(group, names, (list) =>
    maker && event === "released"
      ? `${lab} releases ${list}${open}`
      : `${list}${maker} ${group.length === 1 ? "is" : "are"} ${event}${open}`,
  );
}

function newModelSummary(group: FindingFactGroup, names: DisplayNames): string {
  const [{ date }] = group;
  const models = formatNameList(group.map(({ model }) => names.model(model)));
  const when = `${toReleaseEvent(group[0])} on ${formatDateInFinding(date)}`;
  if (group.length === 1) return oneModelSummary(group[0], `${models} was ${when}`, names);
  const priced = group.filter(({ input, output }) => input && output).slice(0, DETAILED);
  if (priced.length > 0) {
    const prices = priced.map(
      ({ model, input, output }) =>
        `${names.model(model)} costs ${formatUsdInFinding(input)} input and ${formatUsdInFinding(output)} output`,
    );
    return `${models} were ${when}. Per 1M tokens, ${prices.join("; ")}.`;
  }
  const listed = group.map(({ model, model_hosts: hosts }) =>
    hosts === 1
      ? `1 host lists ${names.model(model)}`
      : `${hosts} hosts list ${names.model(model)}`,
  );
  return `${models} were ${when}. ${formatNameList(listed.slice(0, DETAILED))}.`;
}

const toReleaseEvent = ({ date, release_date }: FindingFactRow) =>
  release_date !== null && release_date > date ? "first listed" : "released";

function oneModelSummary(fact: FindingFactRow, released: string, names: DisplayNames): string {
  const { context_window } = fact;
  const hosts = fact.hosts ?? 0;
  const sellers = hosts > 1 ? ` ${hosts} hosts list ${names.model(fact.model)}.` : "";
  const window =
    context_window === null
      ? ""
      : ` Context window: ${formatNumberInFinding(context_window)} tokens.`;
  return `${released}${firstPrice(fact, names)}.${sellers}${window}`;
}

/** The first recorded price at the list host; an empty string when none is known. */
function firstPrice({ host, input, output }: FindingFactRow, names: DisplayNames): string {
  if (host === null || input === null) return "";
  if (!input && !output) return `, free at ${names.provider(host)}`;
  const outputPrice = output ? ` and ${formatUsdInFinding(output)} output` : "";
  return `, at ${formatUsdInFinding(input)} input${outputPrice} per 1M tokens from ${names.provider(host)}`;
}

function newCheapestSummary(group: FindingFactGroup, names: DisplayNames): string {
  const [largest] = group;
  const host = names.provider(largest.host);
  if (group.length === 1) {
    const model = names.model(largest.model);
    const price = formatUsdInFinding(largest.blended);
    const charges =
      largest.own_before === null
        ? `${host} lists ${model} at ${price}`
        : `${host} changed its price of ${model} from ${formatUsdInFinding(largest.own_before)} to ${price}`;
    return `${charges} per 1M tokens, blended 3:1. Of the ${largest.rivals ?? 0} other hosts of ${model}, the cheapest was ${names.provider(largest.best_host)} at ${formatUsdInFinding(largest.best_before)}.`;
  }
  const pricesOfModels = group
    .slice(0, DETAILED)
    .map(
      ({ model, best_host, ...fact }) =>
        `${formatUsdInFinding(fact.blended)} for ${names.model(model)} (cheapest other host: ${names.provider(best_host)} at ${formatUsdInFinding(fact.best_before)})`,
    );
  return `Blended prices (3:1) of ${host} per 1M tokens: ${formatNameList(pricesOfModels)}.`;
}

function spreadSummary(group: FindingFactGroup, names: DisplayNames): string {
  const [fact] = group;
  if (group.length === 1)
    return `${fact.hosts ?? 0} hosts sold ${names.model(fact.model)}, from ${formatUsdInFinding(fact.lowest)} at ${names.provider(fact.cheapest_host)} to ${formatUsdInFinding(fact.highest)} at ${names.provider(fact.most_expensive_host)} per 1M tokens, blended 3:1.`;
  const ranges = group
    .slice(0, DETAILED)
    .map(
      ({ model, lowest, highest }) =>
        `${names.model(model)} costs ${formatUsdInFinding(lowest)} at ${names.provider(fact.cheapest_host)} and ${formatUsdInFinding(highest)} at ${names.provider(fact.most_expensive_host)}`,
    );
  return `Per 1M tokens, blended 3:1, ${ranges.join("; ")}.`;
}

/** Whether the model's own lab reported the leading score. */
function isSelfReported({ self_reported }: FindingFactRow): boolean {
  return self_reported === true;
}

function topScoreTitle(group: FindingFactGroup, names: DisplayNames): string {
  const [largest] = group;
  const model = names.model(largest.model);
  const benchmarks = group.map(({ benchmark }) => names.benchmark(benchmark));
  const mark = (title: string) =>
    isSelfReported(largest) ? `${title} (self-reported)`.replace(") (", ", ") : title;
  const leads = fitNamesIntoTitle(benchmarks, (list) => mark(`${model} leads ${list}`));
  if (group.length > 1 || !isNarrow(largest)) return leads;
  const narrowly = `${model} narrowly leads ${runnerUp(largest, names)} on ${benchmarks[0]}`;
  return pickFirstTitleThatFits([mark(narrowly), leads]);
}

function isNarrow({ score, runner_up_score }: FindingFactRow): boolean {
  if (score === null || runner_up_score === null) return false;
  return Math.abs(score - runner_up_score) < NARROW_LEAD * Math.abs(score);
}

function topScoreSummary(group: FindingFactGroup, names: DisplayNames): string {
  const [largest] = group;
  const model = names.model(largest.model);
  const start = isSelfReported(largest) ? `The lab of ${model} reports` : `${model} scores`;
  if (group.length === 1)
    return `${start} ${scoreText(largest.score, largest, names)} on ${names.benchmark(largest.benchmark)}, the best score of ${largest.models_tested ?? 0} tested models; ${runnerUp(largest, names)} is second with ${scoreText(largest.runner_up_score, largest, names)}.`;
  const scores = group
    .slice(0, DETAILED)
    .map(
      (fact) =>
        `${scoreText(fact.score, fact, names)} on ${names.benchmark(fact.benchmark)} (second: ${runnerUp(fact, names)}, ${scoreText(fact.runner_up_score, fact, names)})`,
    );
  return `${start} ${formatNameList(scores)}.`;
}

const runnerUp = ({ runner_up }: FindingFactRow, names: DisplayNames): string =>
  runner_up === null ? "the next model" : names.model(runner_up);

function scoreText(
  value: number | null,
  { benchmark }: FindingFactRow,
  names: DisplayNames,
): string {
  const text = String(Number((value ?? 0).toFixed(2)));
  return names.unit(benchmark) === "%" ? `${text} %` : text;
}
