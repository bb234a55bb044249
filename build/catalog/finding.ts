/** Findings: the snapshot's numbers with a sentence each. */
import { byText } from "../schema/order.ts";
import type { CatalogTables, FindingFactRow } from "./rows.ts";

export interface Finding {
  id: string;
  date: string;
  kind: FindingFactRow["kind"] | "own_test" | "editorial";
  title: string;
  summary: string;
  numbers: Record<string, number>;
  models: string[];
  test: string | null;
  /** Size of the change within its kind; orders findings of one day. */
  size: number;
}

type Names = {
  model(slug: string): string;
  provider(slug: string): string;
  benchmark(slug: string): string;
};

/** @returns Newest first, then by size of the change, then id. */
export function writeFindings(tables: CatalogTables, editorial: readonly Finding[]): Finding[] {
  const names = namesOf(tables);
  const seen = new Map<string, number>();
  const derived = tables.finding_facts.map((fact) => {
    const finding = toFinding(fact, names);
    const repeats = seen.get(finding.id) ?? 0;
    seen.set(finding.id, repeats + 1);
    return repeats === 0 ? finding : { ...finding, id: `${finding.id}-${repeats + 1}` };
  });
  return [...editorial, ...derived].sort(
    (a, b) => byText(b.date, a.date) || b.size - a.size || byText(a.id, b.id),
  );
}

function toFinding(fact: FindingFactRow, names: Names): Finding {
  const { title, summary, numbers, subject } = WRITERS[fact.kind](fact, names);
  const id = [fact.date, fact.kind.replace("_", "-"), subject].join("-");
  const models = fact.runner_up ? [fact.model, fact.runner_up] : [fact.model];
  return {
    id,
    date: fact.date,
    kind: fact.kind,
    title,
    summary,
    numbers,
    models,
    test: null,
    size: fact.size,
  };
}

interface Written {
  title: string;
  summary: string;
  numbers: Record<string, number>;
  /** Tells findings of one day and kind apart in the id. */
  subject: string;
}

const WRITERS: Record<FindingFactRow["kind"], (fact: FindingFactRow, names: Names) => Written> = {
  price_drop: (fact, names) => writeMove(fact, names, "cuts", "cheaper"),
  price_rise: (fact, names) => writeMove(fact, names, "raises", "dearer"),
  new_model: writeNewModel,
  new_cheapest: writeNewCheapest,
  top_score: writeTopScore,
  spread: writeSpread,
};

function writeMove(fact: FindingFactRow, names: Names, verb: string, adjective: string): Written {
  const percent = Math.abs(fact.pct_blended ?? 0);
  const model = names.model(fact.model);
  return {
    subject: fact.model,
    title: `${names.provider(fact.host ?? "")} ${verb} ${model} by ${round(percent)} %`,
    summary: `${model} went from ${pair(fact.old_input, fact.old_output)} to ${pair(fact.new_input, fact.new_output)} per million tokens (input and output): ${round(percent)} % ${adjective} at the usual mix of three input tokens to one of output.`,
    numbers: defined({
      old_input: fact.old_input,
      new_input: fact.new_input,
      old_output: fact.old_output,
      new_output: fact.new_output,
      pct_blended: fact.pct_blended,
    }),
  };
}

function writeNewModel(fact: FindingFactRow, names: Names): Written {
  const model = names.model(fact.model);
  const price =
    fact.input === null ? "" : ` at ${pair(fact.input, fact.output)} per million tokens`;
  const window =
    fact.context_window === null ? "" : ` It reads up to ${thousands(fact.context_window)} tokens.`;
  const hosts = fact.hosts ?? 0;
  return {
    subject: fact.model,
    title: `${model} is out`,
    summary: `${model}, released on ${fact.release_date}, is on sale${fact.host ? ` from ${names.provider(fact.host)}${price}` : ""}; ${hosts} ${hosts === 1 ? "host lists" : "hosts list"} it.${window}`,
    numbers: defined({
      input: fact.input,
      output: fact.output,
      context_window: fact.context_window,
      hosts,
    }),
  };
}

function writeNewCheapest(fact: FindingFactRow, names: Names): Written {
  const model = names.model(fact.model);
  const host = names.provider(fact.host ?? "");
  return {
    subject: `${fact.model}-${fact.host}`,
    title: `${host} undercuts everyone on ${model}`,
    summary: `${host} sold ${model} at a blended ${usd(fact.blended)} per million tokens, ${round(fact.pct_below ?? 0)} % below ${names.provider(fact.best_host ?? "")}, the cheapest until then at ${usd(fact.best_before)}.`,
    numbers: defined({
      blended: fact.blended,
      best_before: fact.best_before,
      pct_below: fact.pct_below,
    }),
  };
}

function writeTopScore(fact: FindingFactRow, names: Names): Written {
  const benchmark = names.benchmark(fact.benchmark ?? "");
  const model = names.model(fact.model);
  return {
    subject: `${fact.benchmark}-${fact.model}`,
    title: `${model} leads ${benchmark}`,
    summary: `${model} holds the best published score on ${benchmark}, ${fact.score}, ahead of ${names.model(fact.runner_up ?? "")} at ${fact.runner_up_score}; ${fact.models_tested} models were tested.`,
    numbers: defined({
      score: fact.score,
      runner_up_score: fact.runner_up_score,
      models_tested: fact.models_tested,
    }),
  };
}

function writeSpread(fact: FindingFactRow, names: Names): Written {
  const model = names.model(fact.model);
  return {
    subject: fact.model,
    title: `${model}: ${round(fact.size)} times the price at another door`,
    summary: `${fact.hosts} hosts sell ${model}, from ${usd(fact.lowest)} at ${names.provider(fact.cheapest_host ?? "")} to ${usd(fact.highest)} at ${names.provider(fact.dearest_host ?? "")} per million tokens, blended.`,
    numbers: defined({
      hosts: fact.hosts,
      lowest: fact.lowest,
      highest: fact.highest,
      ratio: fact.size,
    }),
  };
}

function namesOf(tables: CatalogTables): Names {
  const lookUp = (rows: readonly { slug: string; name: string }[]) => {
    const names = new Map(rows.map(({ slug, name }) => [slug, name]));
    return (slug: string) => names.get(slug) ?? slug;
  };
  return {
    model: lookUp(tables.models),
    provider: lookUp(tables.providers),
    benchmark: lookUp(tables.benchmarks),
  };
}

/** Enough digits to tell prices apart, none that mean nothing. */
const usd = (price: number | null): string =>
  price === null ? "an unknown price" : `$${Number(price.toPrecision(3))}`;
const pair = (input: number | null, output: number | null): string =>
  `${usd(input)} and ${usd(output)}`;
const round = (value: number): number => Number(value.toFixed(value < 10 ? 1 : 0));
const thousands = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ",");

function defined(numbers: Record<string, number | null>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(numbers).filter((entry): entry is [string, number] => entry[1] !== null),
  );
}
