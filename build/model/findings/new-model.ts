/** Models that were not there before, those of one lab together. */
import { byText } from "../../schema/collections.ts";
import type { FindingFactRow } from "../catalog/rows.ts";
import type { KindRule, Told, Written } from "./kind-rule.ts";
import type { Names } from "./names.ts";
import { defined, listOf, longDate, thousands, titleWith, usd } from "./phrasing.ts";

const NAMED = 3;

export const NEW_MODEL: KindRule = {
  together: ({ lab }) => lab,
  subject: ({ model }) => model,
  write: writeNewModel,
};

function writeNewModel(told: Told, names: Names): Written {
  const [first] = told;
  const isOne = told.length === 1;
  return {
    title: titleOf(told, names),
    summary: isOne ? tellOne(first, names) : tellSome(told, names),
    numbers: defined({
      input: first.input,
      output: first.output,
      context_window: first.context_window,
      hosts: first.hosts,
      models: isOne ? null : told.length,
    }),
  };
}

function titleOf(told: Told, names: Names): string {
  const lab = names.lab(told[0].model);
  const open = told.every(({ model }) => names.isOpen(model)) ? " with open weights" : "";
  return titleWith(
    told.map(({ model }) => names.model(model)),
    (list) =>
      lab === null
        ? `${list} ${told.length === 1 ? "is" : "are"} out${open}`
        : `${lab} releases ${list}${open}`,
  );
}

function tellOne(fact: FindingFactRow, names: Names): string {
  const released = `Released on ${longDate(fact.release_date ?? fact.date)}${price(fact, names)}.`;
  const hosts = fact.hosts ?? 0;
  const sellers = hosts > 1 ? ` By now ${hosts} hosts list it.` : "";
  const window =
    fact.context_window === null ? "" : ` It reads up to ${thousands(fact.context_window)} tokens.`;
  return released + sellers + window;
}

/** As it was first recorded at the lab's own host; nothing when it was not. */
function price({ host, input, output }: FindingFactRow, names: Names): string {
  if (host === null || input === null) return "";
  if (!input && !output) return `, free at ${names.provider(host)}`;
  const of = output ? ` of input and ${usd(output)} of output` : "";
  return `, at ${usd(input)} per million tokens${of} from ${names.provider(host)}`;
}

function tellSome(told: Told, names: Names): string {
  const days = told.map(({ release_date, date }) => release_date ?? date).sort(byText);
  const [from, to] = [longDate(days[0] ?? ""), longDate(days.at(-1) ?? "")];
  const when = from === to ? `Released on ${from}.` : `Released between ${from} and ${to}.`;
  const priced = told.filter(({ input, output }) => input && output).slice(0, NAMED);
  if (priced.length === 0)
    return `${when} By now ${listOf(told.map((one) => listed(one, names)))}.`;
  const prices = priced.map(
    ({ model, input, output }) => `${names.model(model)} at ${usd(input)}/${usd(output)}`,
  );
  return `${when} Per million tokens of input/output: ${prices.join(", ")}.`;
}

const listed = ({ model, model_hosts: hosts }: FindingFactRow, names: Names): string =>
  `${hosts === 1 ? "1 host lists" : `${hosts} hosts list`} ${names.model(model)}`;
