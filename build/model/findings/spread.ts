/** A model, or several alike, that came to cost many times as much at one host as at another. */
import type { FindingFactRow } from "../catalog/rows.ts";
import type { KindRule, Told, Written } from "./kind-rule.ts";
import type { Names } from "./names.ts";
import { defined, listOf, range, titleWith, usd } from "./phrasing.ts";

/** Ratios closer than this are one rule of pricing, told once. */
const NEAR = 1.05;

export const SPREAD: KindRule = {
  together: ({ cheapest_host, dearest_host }) => `${cheapest_host} ${dearest_host}`,
  isNear: (fact, largest) => (largest.ratio ?? 0) <= NEAR * (fact.ratio ?? 0),
  subject: ({ model }) => model,
  write: writeSpread,
};

function writeSpread(told: Told, names: Names): Written {
  const [largest] = told;
  const isOne = told.length === 1;
  const times = range(told.map(({ ratio }) => ratio ?? 0));
  const hosts = `at ${names.provider(largest.dearest_host)} as at ${names.provider(largest.cheapest_host)}`;
  return {
    title: titleWith(
      told.map(({ model }) => names.model(model)),
      (list) => `${list} ${isOne ? "comes" : "come"} to cost ${times} times as much ${hosts}`,
    ),
    summary: isOne ? tellOne(largest, names) : tellSome(told, names),
    numbers: defined({
      hosts: largest.hosts,
      lowest: largest.lowest,
      highest: largest.highest,
      ratio: largest.ratio,
      ratio_smallest: isOne ? null : told.at(-1)?.ratio,
      models: isOne ? null : told.length,
    }),
  };
}

const tellOne = (fact: FindingFactRow, names: Names): string =>
  `${fact.hosts ?? 0} hosts sold it that day, from ${usd(fact.lowest)} at ${names.provider(fact.cheapest_host)} to ${usd(fact.highest)} at ${names.provider(fact.dearest_host)} per million tokens, at three of input to one of output.`;

function tellSome(told: Told, names: Names): string {
  const ranges = told
    .slice(0, 3)
    .map(
      ({ model, lowest, highest }) =>
        `${names.model(model)} from ${usd(lowest)} to ${usd(highest)}`,
    );
  return `Between the two hosts that day, per million tokens at three of input to one of output: ${listOf(ranges)}.`;
}
