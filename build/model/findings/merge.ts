/** Facts of the snapshot → findings: what was told already goes, what belongs together is told at once. */
import { byText } from "../../schema/collections.ts";
import type { Finding } from "../catalog/finding.ts";
import type { FindingFactRow } from "../catalog/rows.ts";
import { importanceOf } from "./importance.ts";
import type { KindRule, Told } from "./kind-rule.ts";
import type { Names } from "./names.ts";
import { NEW_CHEAPEST } from "./new-cheapest.ts";
import { NEW_MODEL } from "./new-model.ts";
import { PRICE_DROP, PRICE_RISE } from "./price-move.ts";
import { SPREAD } from "./spread.ts";
import { TOP_SCORE } from "./top-score.ts";

const RULES: Readonly<Record<FindingFactRow["kind"], KindRule>> = {
  price_drop: PRICE_DROP,
  price_rise: PRICE_RISE,
  new_model: NEW_MODEL,
  new_cheapest: NEW_CHEAPEST,
  top_score: TOP_SCORE,
  spread: SPREAD,
};

/** In no order. */
export const mergeFacts = (facts: readonly FindingFactRow[], names: Names): Finding[] =>
  groupsOf(withoutRepeats(facts)).map((told) => toFinding(told, names));

/** A host whose cut made it the cheapest is told of once, by its cut. */
function withoutRepeats(facts: readonly FindingFactRow[]): FindingFactRow[] {
  const key = ({ date, host, model }: FindingFactRow) => `${date} ${host} ${model}`;
  const cuts = new Set(facts.filter(({ kind }) => kind === "price_drop").map(key));
  return facts.filter((fact) => fact.kind !== "new_cheapest" || !cuts.has(key(fact)));
}

function groupsOf(facts: readonly FindingFactRow[]): Told[] {
  const groups = new Map<string, [FindingFactRow, ...FindingFactRow[]][]>();
  for (const fact of [...facts].sort(bySize)) {
    const { together, isNear = () => true } = RULES[fact.kind];
    const key = [fact.date, fact.kind, together(fact)].join(" ");
    const alike = groups.get(key) ?? [];
    const group = alike.find(([largest]) => isNear(fact, largest));
    if (group) group.push(fact);
    else alike.push([fact]);
    groups.set(key, alike);
  }
  return [...groups.values()].flat();
}

/** By the change alone: how widely a model is sold differs from day to day, and ids may not. */
const bySize = (a: FindingFactRow, b: FindingFactRow): number =>
  b.size - a.size || byText(a.model, b.model) || byText(a.benchmark ?? "", b.benchmark ?? "");

/** Has the id of its largest member, so that a smaller one may join it. */
function toFinding(told: Told, names: Names): Finding {
  const [largest] = told;
  const { date, kind } = largest;
  const { subject, write } = RULES[kind];
  const runnersUp = told.flatMap(({ runner_up }) => runner_up ?? []);
  return {
    id: [date, kind.replace("_", "-"), subject(largest)].join("-"),
    date,
    kind,
    ...write(told, names),
    models: [...new Set([...told.map(({ model }) => model), ...runnersUp])],
    test: null,
    size: Math.max(...told.map(importanceOf)),
  };
}
