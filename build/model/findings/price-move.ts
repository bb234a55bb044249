/** List prices that a lab cut or raised. */
import type { FindingFactRow } from "../catalog/rows.ts";
import type { KindRule, Told, Written } from "./kind-rule.ts";
import type { Names } from "./names.ts";
import { defined, listOf, percents, round, titleWith, usd } from "./phrasing.ts";

/** From here on a rise is told as a multiple: nobody reads 700 % as eight times. */
const TELL_AS_MULTIPLE = 95;
const NAMED = 3;

const toRule = (verb: string, than: string): KindRule => ({
  together: ({ host }) => host ?? "",
  subject: ({ model }) => model,
  write: (told, names) => writeMove(told, names, verb, than),
});

export const PRICE_DROP = toRule("cuts", "less");
export const PRICE_RISE = toRule("raises", "more");

function writeMove(told: Told, names: Names, verb: string, than: string): Written {
  const [largest] = told;
  const all = told.map(({ pct_blended }) => pct_blended ?? 0);
  const models = told.map(({ model }) => names.model(model));
  const title = titleWith(
    models,
    (list) => `${names.provider(largest.host)} ${verb} ${list} ${howMuch(all)}`,
  );
  const isOne = told.length === 1;
  const pct = largest.pct_blended ?? 0;
  return {
    title,
    summary: isOne ? tellOne(largest, than) : tellSome(told, names),
    numbers: defined({
      old_input: largest.old_input,
      new_input: largest.new_input,
      old_output: largest.old_output,
      new_output: largest.new_output,
      pct_blended: pct,
      ratio: pct >= TELL_AS_MULTIPLE ? multiple(pct) : null,
      pct_smallest: isOne ? null : (told.at(-1)?.pct_blended ?? null),
      models: isOne ? null : told.length,
    }),
  };
}

const multiple = (pct: number): number => round(1 + pct / 100);

function howMuch(percentages: readonly number[]): string {
  const [first = 0] = percentages;
  const isHalf = percentages.every((pct) => Math.round(pct) === -50);
  if (isHalf) return "by half";
  if (percentages.length === 1 && first >= TELL_AS_MULTIPLE)
    return multiple(first) === 2 ? "to twice the price" : `to ${multiple(first)} times the price`;
  return `by ${percents(percentages.map(Math.abs))}`;
}

function tellOne(fact: FindingFactRow, than: string): string {
  const { old_input, new_input, old_output, new_output, pct_blended } = fact;
  const share = `${round(Math.abs(pct_blended ?? 0))} % ${than}`;
  const input = step("Input", old_input, new_input);
  if (!old_output && !new_output) return `${input} per million tokens: ${share}.`;
  const output = step("output", old_output, new_output);
  // Once is enough: "Input went from $2.00 to $1.00 and output from $8.00 to $4.00".
  const both = old_input === new_input ? output : output.replace(" went", "");
  return `${input} and ${both} per million tokens: ${share} at three tokens of input to one of output.`;
}

/** A price that stayed is said once. */
const step = (what: string, before: number | null, after: number | null): string =>
  before === after
    ? `${what} stayed at ${usd(before)}`
    : `${what} went from ${usd(before)} to ${usd(after)}`;

function tellSome(told: Told, names: Names): string {
  const steps = told
    .slice(0, NAMED)
    .map(
      ({ model, ...fact }, index) =>
        `${names.model(model)}${index === 0 ? " went" : ""} from ${usd(mixed(fact.old_input, fact.old_output))} to ${usd(mixed(fact.new_input, fact.new_output))}`,
    );
  const rest = told.slice(NAMED).map(({ model }) => names.model(model));
  const others =
    rest.length === 0 ? "" : ` ${listOf(rest, rest.length)} moved the same way that day.`;
  return `Per million tokens, at three of input to one of output, ${listOf(steps)}.${others}`;
}

/** Blended price; that of input alone where output has none. */
const mixed = (input: number | null, output: number | null): number | null =>
  input === null || output === null ? input : (3 * input + output) / 4;
