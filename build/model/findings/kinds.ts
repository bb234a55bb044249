/** Each kind of finding: how its facts are grouped, and the sentences that state them. */
import { formatUsd, formatWithCommas, toBlendedPrice } from "../../cost/rates.ts";
import { formatNameList } from "../../schema/values.ts";
import type { CatalogTables, FindingFactRow } from "../catalog/rows.ts";

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
  /** Part of the id that distinguishes findings of the same day and kind; by default the model. */
  subject?(largest: FindingFactRow): string;
  title(group: FindingFactGroup, names: DisplayNames): string;
  summary(group: FindingFactGroup, names: DisplayNames): string;
  /** Numbers of the finding: those of its largest fact that are known. */
  figures: readonly Figure[];
  /** How many times the price it was, where that is how the finding states it. */
  ratio?(largest: FindingFactRow): number | null;
  /** Of several facts also a figure of the smallest, by its name among the numbers; and what is counted, if not models. */
  smallest?: readonly [name: string, figure: Figure];
  counted?: "benchmarks";
}

/** From this percentage on, a rise is stated as a multiple: few readers see that +700 % is eight times the price. */
const MULTIPLE_FROM_PERCENT = 95;
/** A lead below this share of the score is a narrow one. */
const NARROW_LEAD = 0.01;
/** Ratios closer than this come from one pricing rule and are stated once. */
const NEAR_RATIO = 1.05;
/** Placeholder for labs that are not in the catalogue: models under it have nothing in common. */
const UNKNOWN_LAB = "other";
/** Members of a group whose figures are spelled out: the largest. */
const DETAILED = 3;

export const FINDING_KINDS: Readonly<Record<FindingFactRow["kind"], FindingKind>> = {
  price_drop: priceMove("cuts the price of", "less"),
  price_rise: priceMove("raises the price of", "more"),
  new_model: {
    weight: 1,
    groupKey: ({ lab, model }) => (lab === UNKNOWN_LAB ? model : lab),
    title: newModelTitle,
    summary: newModelSummary,
    figures: ["input", "output", "context_window", "hosts"],
  },
  top_score: {
    weight: 0.5,
    groupKey: ({ model, self_reported }) => `${model} ${self_reported === true}`,
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
      const below = formatMinToMax(group.map(({ pct_below }) => pct_below ?? 0));
      const host = names.provider(group[0].host);
      const write = (list: string) => `${host} undercuts all other hosts of ${list} by ${below} %`;
      return titleOfModels(group, names, write);
    },
    summary: newCheapestSummary,
    figures: ["blended", "own_before", "best_before", "pct_below", "rivals"],
    smallest: ["pct_smallest", "pct_below"],
  },
  spread: {
    weight: 0.1,
    groupKey: ({ cheapest_host, most_expensive_host }) => `${cheapest_host} ${most_expensive_host}`,
    isNear: (fact, largest) => (largest.ratio ?? 0) <= NEAR_RATIO * (fact.ratio ?? 0),
    title: (group, names) => {
      const [{ cheapest_host, most_expensive_host }] = group;
      const times = formatMinToMax(group.map(({ ratio }) => ratio ?? 0));
      const hosts = `at ${names.provider(most_expensive_host)} as at ${names.provider(cheapest_host)}`;
      const cost = group.length === 1 ? "costs" : "cost";
      const write = (list: string) => `${list} ${cost} ${times} times as much ${hosts}`;
      return titleOfModels(group, names, write);
    },
    summary: spreadSummary,
    figures: ["hosts", "lowest", "highest", "ratio"],
    smallest: ["ratio_smallest", "ratio"],
  },
};

function priceMove(verb: string, than: string): FindingKind {
  return {
    weight: 1,
    groupKey: ({ host }) => host ?? "",
    title: (group, names) => {
      const change = formatMoveSize(group.map(({ pct_blended }) => pct_blended ?? 0));
      const host = names.provider(group[0].host);
      return titleOfModels(group, names, (list) => `${host} ${verb} ${list} ${change}`);
    },
    summary: (group, names) =>
      group.length === 1 ? moveSummary(group[0], than, names) : movesSummary(group, names),
    figures: ["old_input", "new_input", "old_output", "new_output", "pct_blended"],
    ratio: ({ pct_blended: pct }) =>
      pct !== null && pct >= MULTIPLE_FROM_PERCENT ? toMultiple(pct) : null,
    smallest: ["pct_smallest", "pct_blended"],
  };
}

const toMultiple = (percent: number): number => roundForFinding(1 + percent / 100);

function formatMoveSize(percentages: readonly number[]): string {
  const [first = 0] = percentages;
  if (percentages.every((percent) => Math.round(percent) === -50)) return "by half";
  if (percentages.length === 1 && first >= MULTIPLE_FROM_PERCENT)
    return `to ${toMultiple(first) === 2 ? "twice" : `${toMultiple(first)} times`} the old price`;
  return `by ${formatMinToMax(percentages.map(Math.abs))} %`;
}

function moveSummary(fact: FindingFactRow, than: string, names: DisplayNames): string {
  const { old_input, new_input, old_output, new_output, pct_blended } = fact;
  const share = `${roundForFinding(Math.abs(pct_blended ?? 0))} % ${than}`;
  const input = `The input price of ${names.model(fact.model)} ${formatMove(old_input, new_input)}`;
  if (!old_output && !new_output) return `${input} per 1M tokens: ${share}.`;
  const output = `the output price ${formatMove(old_output, new_output)}`;
  return `${input} and ${output} per 1M tokens: ${share}, blended 3:1.`;
}

const formatMove = (before: number | null, after: number | null): string =>
  before === after
    ? `stayed at ${formatPrice(before)}`
    : `went from ${formatPrice(before)} to ${formatPrice(after)}`;

function movesSummary(group: FindingFactGroup, names: DisplayNames): string {
  // The input price where there is no output price.
  const blend = (input: number | null, output: number | null) =>
    formatPrice(toBlendedPrice(input, output) ?? input);
  const steps = detail(
    group,
    ({ old_input, old_output, new_input, new_output, model }) =>
      `from ${blend(old_input, old_output)} to ${blend(new_input, new_output)} for ${names.model(model)}`,
  );
  const rest = group.slice(DETAILED).map(({ model }) => names.model(model));
  const others =
    rest.length > 0
      ? ` The prices of ${formatNameList(rest, rest.length)} moved in the same direction.`
      : "";
  return `The price per 1M tokens, blended 3:1, went ${formatNameList(steps)}.${others}`;
}

const detail = (group: readonly FindingFactRow[], write: (fact: FindingFactRow) => string) =>
  group.slice(0, DETAILED).map(write);

function newModelTitle(group: FindingFactGroup, names: DisplayNames): string {
  const lab = group[0].lab === UNKNOWN_LAB ? null : names.lab(group[0].model);
  // Open weights are mentioned only when the models were released, not when offers appeared before the release.
  const isOpen = group.every(
    (fact) => names.isOpen(fact.model) && toReleaseEvent(fact) === "released",
  );
  const open = isOpen ? " with open weights" : "";
  const event = toReleaseEvent(group[0]);
  const maker = lab === null ? "" : ` from ${lab}`;
  return titleOfModels(group, names, (list) =>
    maker && event === "released"
      ? `${lab} releases ${list}${open}`
      : `${list}${maker} ${group.length === 1 ? "is" : "are"} ${event}${open}`,
  );
}

function newModelSummary(group: FindingFactGroup, names: DisplayNames): string {
  const models = formatNameList(group.map(({ model }) => names.model(model)));
  const when = `${toReleaseEvent(group[0])} on ${formatDate(group[0].date)}`;
  if (group.length === 1) return oneModelSummary(group[0], `${models} was ${when}`, names);
  const prices = detail(
    group.filter(({ input, output }) => input && output),
    ({ model, input, output }) =>
      `${names.model(model)} costs ${formatPrice(input)} input and ${formatPrice(output)} output`,
  );
  if (prices.length > 0) return `${models} were ${when}. Per 1M tokens, ${prices.join("; ")}.`;
  const listed = detail(group, ({ model, model_hosts: hosts }) =>
    hosts === 1
      ? `1 host lists ${names.model(model)}`
      : `${hosts} hosts list ${names.model(model)}`,
  );
  return `${models} were ${when}. ${formatNameList(listed)}.`;
}

const toReleaseEvent = ({ date, release_date }: FindingFactRow) =>
  release_date !== null && release_date > date ? "first listed" : "released";

function oneModelSummary(fact: FindingFactRow, released: string, names: DisplayNames): string {
  const hosts = fact.hosts ?? 0;
  const sellers = hosts > 1 ? ` ${hosts} hosts list ${names.model(fact.model)}.` : "";
  const window =
    fact.context_window === null
      ? ""
      : ` Context window: ${formatWithCommas(fact.context_window)} tokens.`;
  return `${released}${formatFirstPrice(fact, names)}.${sellers}${window}`;
}

/** The first recorded price at the list host; an empty string when none is known. */
function formatFirstPrice({ host, input, output }: FindingFactRow, names: DisplayNames): string {
  if (host === null || input === null) return "";
  if (!input && !output) return `, free at ${names.provider(host)}`;
  const outputPrice = output ? ` and ${formatPrice(output)} output` : "";
  return `, at ${formatPrice(input)} input${outputPrice} per 1M tokens from ${names.provider(host)}`;
}

function newCheapestSummary(group: FindingFactGroup, names: DisplayNames): string {
  const [largest] = group;
  const host = names.provider(largest.host);
  if (group.length === 1) {
    const model = names.model(largest.model);
    const price = formatPrice(largest.blended);
    const charges =
      largest.own_before === null
        ? `${host} lists ${model} at ${price}`
        : `${host} changed its price of ${model} from ${formatPrice(largest.own_before)} to ${price}`;
    return `${charges} per 1M tokens, blended 3:1. Of the ${largest.rivals ?? 0} other hosts of ${model}, the cheapest was ${names.provider(largest.best_host)} at ${formatPrice(largest.best_before)}.`;
  }
  const prices = detail(
    group,
    ({ model, best_host, blended, best_before }) =>
      `${formatPrice(blended)} for ${names.model(model)} (cheapest other host: ${names.provider(best_host)} at ${formatPrice(best_before)})`,
  );
  return `Blended prices (3:1) of ${host} per 1M tokens: ${formatNameList(prices)}.`;
}

function spreadSummary(group: FindingFactGroup, names: DisplayNames): string {
  const [{ model, hosts, lowest, highest, cheapest_host, most_expensive_host }] = group;
  const cheapest = names.provider(cheapest_host);
  const costliest = names.provider(most_expensive_host);
  if (group.length === 1)
    return `${hosts ?? 0} hosts sold ${names.model(model)}, from ${formatPrice(lowest)} at ${cheapest} to ${formatPrice(highest)} at ${costliest} per 1M tokens, blended 3:1.`;
  const ranges = detail(
    group,
    (fact) =>
      `${names.model(fact.model)} costs ${formatPrice(fact.lowest)} at ${cheapest} and ${formatPrice(fact.highest)} at ${costliest}`,
  );
  return `Per 1M tokens, blended 3:1, ${ranges.join("; ")}.`;
}

function topScoreTitle(group: FindingFactGroup, names: DisplayNames): string {
  const [{ score, runner_up, runner_up_score, self_reported, ...largest }] = group;
  const model = names.model(largest.model);
  const benchmarks = group.map(({ benchmark }) => names.benchmark(benchmark));
  const mark = (title: string) =>
    self_reported === true ? `${title} (self-reported)`.replace(") (", ", ") : title;
  const leads = fitNamesIntoTitle(benchmarks, (list) => mark(`${model} leads ${list}`));
  const isNarrow =
    score !== null &&
    runner_up_score !== null &&
    Math.abs(score - runner_up_score) < NARROW_LEAD * Math.abs(score);
  if (group.length > 1 || !isNarrow) return leads;
  const narrowly = `${model} narrowly leads ${names.runnerUp(runner_up)} on ${benchmarks[0]}`;
  return pickFirstTitleThatFits([mark(narrowly), leads]);
}

function topScoreSummary(group: FindingFactGroup, names: DisplayNames): string {
  const [{ benchmark, score, runner_up, runner_up_score, ...largest }] = group;
  const model = names.model(largest.model);
  const start = largest.self_reported === true ? `The lab of ${model} reports` : `${model} scores`;
  if (group.length === 1)
    return `${start} ${names.score(score, benchmark)} on ${names.benchmark(benchmark)}, the best score of ${largest.models_tested ?? 0} tested models; ${names.runnerUp(runner_up)} is second with ${names.score(runner_up_score, benchmark)}.`;
  const scores = detail(
    group,
    (fact) =>
      `${names.score(fact.score, fact.benchmark)} on ${names.benchmark(fact.benchmark)} (second: ${names.runnerUp(fact.runner_up)}, ${names.score(fact.runner_up_score, fact.benchmark)})`,
  );
  return `${start} ${formatNameList(scores)}.`;
}

const formatPrice = (price: number | null): string =>
  price === null ? "an unknown price" : price === 0 ? "$0" : formatWithCommas(formatUsd(price));

/** One decimal below ten, none above. */
export const roundForFinding = (value: number): number => Number(value.toFixed(value < 10 ? 1 : 0));

/** `8.8`, or `8.4 to 8.8`. At least one value. */
function formatMinToMax(values: readonly number[]): string {
  const least = roundForFinding(Math.min(...values));
  const most = roundForFinding(Math.max(...values));
  return least === most ? String(most) : `${least} to ${most}`;
}

/** `2026-08-03` → `3 August 2026`. */
const formatDate = (date: string): string =>
  new Date(date).toLocaleDateString("en-GB", { dateStyle: "long", timeZone: "UTC" });

const titleOfModels = (
  group: FindingFactGroup,
  names: DisplayNames,
  write: (list: string) => string,
): string =>
  fitNamesIntoTitle(
    group.map(({ model }) => names.model(model)),
    write,
  );

/** The title with as many of the names as fit, at most three. */
const fitNamesIntoTitle = (names: readonly string[], write: (list: string) => string): string =>
  pickFirstTitleThatFits([3, 2, 1].map((most) => write(formatNameList(names, most))));

/** A title of this length fits into one or two lines of a feed or page. */
const MOST_OF_A_TITLE = 119;

/** The first title that is short enough. When none is, the last one is shortened. */
export function pickFirstTitleThatFits(titles: readonly string[]): string {
  const last = titles.at(-1) ?? "";
  const short = titles.find((title) => title.length <= MOST_OF_A_TITLE);
  return short ?? `${last.slice(0, MOST_OF_A_TITLE - 1).trimEnd()}…`;
}

export type DisplayNames = ReturnType<typeof createDisplayNameLookups>;

/** Slugs → names for sentences, and scores in their benchmark's unit. */
export function createDisplayNameLookups(
  tables: Pick<CatalogTables, "models" | "providers" | "benchmarks">,
) {
  const models = new Map(tables.models.map((row) => [row.slug, row]));
  const providers = new Map(tables.providers.map(({ slug, name }) => [slug, name]));
  const benchmarks = new Map(tables.benchmarks.map((row) => [row.slug, row]));
  const model = (slug: string): string => models.get(slug)?.name ?? slug;
  return {
    model,
    /** Name of the lab that made the model; null when the model or its lab is not in the catalogue. */
    lab: (slug: string) => providers.get(models.get(slug)?.lab ?? "") ?? null,
    isOpen: (slug: string) => models.get(slug)?.is_open_source ?? false,
    runnerUp: (slug: string | null) => (slug === null ? "the next model" : model(slug)),
    provider: (slug: string | null) => providers.get(slug ?? "") ?? slug ?? "an unknown host",
    benchmark: (slug: string | null) =>
      benchmarks.get(slug ?? "")?.name ?? slug ?? "an unknown benchmark",
    score: (score: number | null, benchmark: string | null) => {
      const text = String(Number((score ?? 0).toFixed(2)));
      return benchmarks.get(benchmark ?? "")?.unit === "%" ? `${text} %` : text;
    },
  };
}
