/** The numbers of the snapshot → findings with a sentence each: grouped, ranked, and only a few per day. */
import {
  formatOwnTestScore,
  OWN_TESTS,
  type OwnTestDescription,
} from "../../experiments/own-tests.ts";
import { formatIntervalInParentheses, roundToDecimals } from "../../experiments/statistics.ts";
import { compareByCodePoint, groupBy } from "../../schema/collections.ts";
import type { CatalogTables, FindingFactRow, FindingRow, OwnTestRunRow } from "../catalog/rows.ts";
import {
  createDisplayNameLookups,
  type DisplayNames,
  FINDING_KINDS,
  type FindingFactGroup,
  pickFirstTitleThatFits,
} from "./kinds.ts";
import { toTokenizerTaxFindings } from "./tokenizer-tax.ts";

/** Limit per day and kind: a busy day shows only the most important findings of each kind. */
const MOST_OF_A_KIND = 3;
/** Among twenty consecutive findings; hosts' prices drift apart somewhere all the time. */
const MOST_SPREADS = 3;
const IN_A_ROW = 20;

/** @returns Newest first, then by importance, then id. */
export function buildFindings(
  tables: Omit<CatalogTables, "findings">,
  editorial: readonly FindingRow[],
): FindingRow[] {
  const names = createDisplayNameLookups(tables);
  const derived = [
    ...findingsOfFacts(tables.finding_facts, names),
    ...toTokenizerTaxFindings(tables),
    ...toOwnTestFindings(tables, names),
  ];
  return limitSpreads([...editorial, ...limitKinds(derived)].sort(byImportance));
}

const byImportance = (a: FindingRow, b: FindingRow): number =>
  compareByCodePoint(b.date, a.date) || b.size - a.size || compareByCodePoint(a.id, b.id);

/** Each own test counts as a kind, so a nightly run of six tests publishes findings of all six. */
const limitKinds = (findings: readonly FindingRow[]): FindingRow[] =>
  [...groupBy(findings, ({ date, kind, test }) => `${date} ${kind} ${test}`).values()].flatMap(
    (group) => group.sort(byImportance).slice(0, MOST_OF_A_KIND),
  );

/** Limits from the oldest finding on, so that a new one removes no older one. @param sorted Newest first. */
function limitSpreads(sorted: readonly FindingRow[]): FindingRow[] {
  const kept: FindingRow[] = [];
  for (const finding of sorted.toReversed()) {
    const before = kept.slice(1 - IN_A_ROW).filter(({ kind }) => kind === "spread").length;
    if (finding.kind !== "spread" || before < MOST_SPREADS) kept.push(finding);
  }
  return kept.toReversed();
}

/** When a price cut made a host the cheapest, only the cut becomes a finding. */
function findingsOfFacts(facts: readonly FindingFactRow[], names: DisplayNames): FindingRow[] {
  const key = ({ date, host, model }: FindingFactRow) => `${date} ${host} ${model}`;
  const cuts = new Set(facts.filter(({ kind }) => kind === "price_drop").map(key));
  const kept = facts.filter((fact) => fact.kind !== "new_cheapest" || !cuts.has(key(fact)));
  return groupsOf(kept).map((group) => toFinding(group, names));
}

function groupsOf(facts: readonly FindingFactRow[]): FindingFactGroup[] {
  const groups = new Map<string, [FindingFactRow, ...FindingFactRow[]][]>();
  for (const fact of [...facts].sort(bySize)) {
    const { groupKey, isNear = () => true } = FINDING_KINDS[fact.kind];
    const key = [fact.date, fact.kind, groupKey(fact)].join(" ");
    const alike = groups.get(key) ?? [];
    const group = alike.find(([largest]) => isNear(fact, largest));
    if (group) group.push(fact);
    else alike.push([fact]);
    groups.set(key, alike);
  }
  return [...groups.values()].flat();
}

/** Not by the number of hosts, which differs from day to day: ids of findings must not change. */
const bySize = (a: FindingFactRow, b: FindingFactRow): number =>
  b.size - a.size ||
  compareByCodePoint(a.first_seen ?? "", b.first_seen ?? "") ||
  compareByCodePoint(a.model, b.model) ||
  compareByCodePoint(a.benchmark ?? "", b.benchmark ?? "");

/** The id is made from the largest member of the group, so it stays the same when a smaller one joins. */
function toFinding(group: FindingFactGroup, names: DisplayNames): FindingRow {
  const [largest] = group;
  const { date, kind } = largest;
  const { title, summary, figures, ratio, smallest, counted = "models" } = FINDING_KINDS[kind];
  const { subject = ({ model }: FindingFactRow) => model } = FINDING_KINDS[kind];
  const runnersUp = group.flatMap(({ runner_up }) => runner_up ?? []);
  const numbers: (readonly [name: string, value: unknown])[] = [
    ...figures.map((figure) => [figure, largest[figure]] as const),
    ...(ratio ? [["ratio", ratio(largest)] as const] : []),
    ...(smallest && group.length > 1 ? [[smallest[0], group.at(-1)?.[smallest[1]]] as const] : []),
    [counted, group.length > 1 ? group.length : null],
  ];
  return {
    id: [date, kind.replace("_", "-"), subject(largest)].join("-"),
    date,
    kind,
    title: title(group, names),
    summary: summary(group, names),
    numbers: Object.fromEntries(
      numbers.filter((one): one is [string, number] => typeof one[1] === "number"),
    ),
    models: [...new Set([...group.map(({ model }) => model), ...runnersUp])],
    test: null,
    statements: group.flatMap(({ statements }) => statements),
    size: Math.max(...group.map(importanceOf)),
  };
}

/** Number of hosts at which a model or a lab counts as half as well known as possible. */
const HALF_KNOWN = 5;

const known = (hosts: number): number => hosts / (hosts + HALF_KNOWN);

/** 0 to 100: weight of the kind × size of the change × mean of how well the model and its lab are known. */
function importanceOf({ kind, size, model_hosts, lab_hosts }: FindingFactRow): number {
  const howKnown = (known(model_hosts) + known(lab_hosts)) / 2;
  return roundToDecimals(FINDING_KINDS[kind].weight * size * howKnown, 2);
}

type ScoredRun = OwnTestRunRow & { score: number };

const MOST_MODELS = 10;
/** Our own measurements always get the full size. */
const OWN_TEST_SIZE = 100;

/** Without runs at a named host, which are compared with each other and say nothing about the model. */
function toOwnTestFindings(
  tables: Pick<CatalogTables, "own_test_runs" | "models">,
  names: DisplayNames,
): FindingRow[] {
  const models = new Set(tables.models.map(({ slug }) => slug));
  const scored = tables.own_test_runs.filter(
    (run): run is ScoredRun => run.score !== null && run.route === null && models.has(run.model),
  );
  return OWN_TESTS.flatMap((about) => {
    const own = scored.filter(({ test }) => test === about.test);
    const days = groupBy(own, ({ run_date }) => run_date);
    return [...days].flatMap(([day, runs]) => toOwnTestFinding(about, day, runs, names) ?? []);
  });
}

function toOwnTestFinding(
  about: OwnTestDescription,
  date: string,
  runs: readonly ScoredRun[],
  names: DisplayNames,
): FindingRow | null {
  const version = Math.max(...runs.map((run) => Number(run.version)));
  const sign = about.scoring.higher_is_better ? -1 : 1;
  const sorted = runs
    .filter((run) => Number(run.version) === version)
    .sort((a, b) => sign * (a.score - b.score) || compareByCodePoint(a.id, b.id));
  const best = sorted[0];
  const worst = sorted.at(-1);
  if (!best || !worst) return null;
  const say = ({ model, score, interval }: ScoredRun) =>
    `${names.model(model)}: ${formatOwnTestScore(about, score)}${formatIntervalInParentheses(interval)}`;
  return {
    id: `${date}-own-test-${about.test}-best-and-worst`,
    date,
    kind: "own_test",
    test: about.test,
    statements: [],
    size: OWN_TEST_SIZE,
    title: pickFirstTitleThatFits([
      `${about.name}: ${names.model(best.model)} has the best score of ${sorted.length} tested`,
    ]),
    summary: `Scores in ${about.scoring.unit}. Best: ${say(best)}. Worst of ${sorted.length}: ${say(worst)}.`,
    numbers: { best: best.score, worst: worst.score, models: sorted.length },
    models: sorted.map(({ model }) => model).slice(0, MOST_MODELS),
  };
}
