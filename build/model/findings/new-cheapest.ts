/** Hosts that undercut all others, each told of once a day. */
import type { FindingFactRow } from "../catalog/rows.ts";
import type { KindRule, Told, Written } from "./kind-rule.ts";
import type { Names } from "./names.ts";
import { defined, listOf, percents, titleWith, usd } from "./phrasing.ts";

export const NEW_CHEAPEST: KindRule = {
  together: ({ host }) => host ?? "",
  subject: ({ model, host }) => `${model}-${host}`,
  write: writeNewCheapest,
};

function writeNewCheapest(told: Told, names: Names): Written {
  const [largest] = told;
  const host = names.provider(largest.host);
  const isOne = told.length === 1;
  const below = percents(told.map(({ pct_below }) => pct_below ?? 0));
  return {
    title: titleWith(
      told.map(({ model }) => names.model(model)),
      (list) => `${host} undercuts every other host of ${list} by ${below}`,
    ),
    summary: isOne ? tellOne(largest, host, names) : tellSome(told, host, names),
    numbers: defined({
      blended: largest.blended,
      own_before: largest.own_before,
      best_before: largest.best_before,
      pct_below: largest.pct_below,
      rivals: largest.rivals,
      pct_smallest: isOne ? null : told.at(-1)?.pct_below,
      models: isOne ? null : told.length,
    }),
  };
}

function tellOne(fact: FindingFactRow, host: string, names: Names): string {
  const price = usd(fact.blended);
  const asks =
    fact.own_before === null
      ? `${host} lists it at ${price}`
      : `${host} went from ${usd(fact.own_before)} to ${price}`;
  return `${asks} per million tokens, at three of input to one of output. The cheapest of ${fact.rivals ?? 0} other hosts, ${names.provider(fact.best_host)}, asked ${usd(fact.best_before)}.`;
}

function tellSome(told: Told, host: string, names: Names): string {
  const prices = told
    .slice(0, 3)
    .map(
      ({ model, best_host, ...fact }) =>
        `${usd(fact.blended)} for ${names.model(model)} (${usd(fact.best_before)} at ${names.provider(best_host)})`,
    );
  return `Per million tokens, at three of input to one of output, ${host} asks ${listOf(prices)}. In brackets: the cheapest until then.`;
}
