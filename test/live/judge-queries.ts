/**
 * Judges the service's answers to a file of queries. The file states in parameters of the model list what each query
 * says in words; the filters themselves are tested against SQL (5.10). Columns: `query`, `language`, `kind`, `expect`
 * (right slugs, separated by spaces; `other:<slug>` means any model but this one, `cheaper:<slug>` any that costs less)
 * and `conditions` (JSON: what the query says, or a list of readings that are all right).
 */
import { parse } from "csv-parse/sync";
import * as z from "zod";
import type { ModelEntry } from "../../generator/endpoints/models/list-models.ts";
import { slugsOf } from "../contract/walk.ts";

/** Rows of an answer that are looked at. */
const FIRST = 10;

const Words = z.union([z.string(), z.array(z.string())]).transform((one) => [one].flat());
const Conditions = z
  .object({
    provider: Words.default([""]),
    host: Words.default([""]),
    /** A word of its name. */
    q: z.string().default(""),
    sort: z.string().optional(),
    best_at: z.string().optional(),
    /** True when an answer in the order of a benchmark is right as well. */
    best: z.literal(true).optional(),
    /** Words of the query that no filter can express; `meta.ignored` must name them. */
    unsupported: z.array(z.string()).default([]),
    /** True when no model fits. */
    expect_empty: z.literal(true).optional(),
  })
  // Further parameters of the list.
  .catchall(z.union([z.string(), z.number(), z.boolean()]));
type Conditions = z.infer<typeof Conditions>;

const JudgedQuery = z.object({
  query: z.string(),
  kind: z.enum(["name", "relation", "constraint", "benchmark", "host", "other"]),
  expect: z.string().transform((text) => text.split(" ").filter((one) => one !== "")),
  conditions: z
    .string()
    .transform((text) => (text === "" ? [] : [JSON.parse(text)].flat()))
    .pipe(z.array(Conditions)),
});
type JudgedQuery = z.infer<typeof JudgedQuery>;

export interface PublishedFacts {
  models: ReadonlyMap<string, ModelEntry>;
  /** Slugs of all models that the list has for these parameters, in its order. */
  list(query: URLSearchParams): Promise<readonly string[]>;
  /** The answer at an address. */
  ask(address: string): Promise<unknown>;
}

interface Answer {
  data: { slug: string; type?: string }[];
  meta: { ignored?: string[] };
}

export interface Judgement {
  queries: number;
  /** Kind → mean reciprocal rank of the first right result; `all` covers every kind except `constraint`. */
  mrr: Record<string, number>;
  notFound: string[];
  /** `query → slugs` of rows that violate a condition of the query. */
  violations: string[];
  /**
   * Queries with a condition that was not kept, or that no filter can express, and that `meta.ignored` does not name.
   */
  silent: string[];
  /** Queries without an answer although models fit. */
  empty: string[];
}

/** @param file Text of a file of queries. */
export async function judgeQueries(file: string, facts: PublishedFacts): Promise<Judgement> {
  const queries = z.array(JudgedQuery).parse(parse(file, { columns: true }));
  const places = new Map<string, number[]>();
  const found: Judgement = {
    queries: queries.length,
    mrr: {},
    notFound: [],
    violations: [],
    silent: [],
    empty: [],
  };
  for (const query of queries) {
    const list = ["benchmark", "host", "other"].includes(query.kind) ? "search" : "models";
    const address = `/api/v1/${list}?limit=${FIRST}&q=${encodeURIComponent(query.query)}`;
    const answer = (await facts.ask(address)) as Answer;
    if (query.kind !== "constraint") {
      const at = answer.data.findIndex((row) => isExpected(row, query, facts));
      for (const kind of [query.kind, "all"])
        places.set(kind, [...(places.get(kind) ?? []), at < 0 ? 0 : 1 / (at + 1)]);
      if (at < 0) found.notFound.push(query.query);
    }
    if (list === "models") await judgeConditions(query, answer, facts, found);
  }
  for (const [kind, values] of places)
    found.mrr[kind] = values.reduce((sum, value) => sum + value, 0) / values.length;
  return found;
}

function isExpected(
  { slug, type }: Answer["data"][number],
  { kind, expect }: JudgedQuery,
  { models }: PublishedFacts,
): boolean {
  const inputOf = (name = "") => models.get(name)?.pricing.input ?? Number.NaN;
  return expect.some((one) => {
    const [prefix = "", name] = one.split(":");
    if (prefix === "other") return slug !== name;
    if (prefix === "cheaper") return inputOf(slug) < inputOf(name);
    if (name !== undefined) return type === prefix && slug === name;
    const isOfKind = { benchmark: "benchmark", host: "provider" }[kind as string] ?? type;
    return slug === one && type === isOfKind;
  });
}

/** Judges the rows of an answer and adds what is wrong to `found`. */
async function judgeConditions(
  query: JudgedQuery,
  { data, meta }: Answer,
  facts: PublishedFacts,
  found: Judgement,
): Promise<void> {
  const { conditions: readings, kind, expect } = query;
  const isOfAll = kind === "relation" && expect.some((one) => one.includes(":"));
  if (readings.length === 0 && !isOfAll) return;
  const rows = slugsOf(data);
  const fitting = await Promise.all(readings.map((one) => listFitting(one, facts)));
  const faults = readings.map((one, at) => findFaults(rows, one, fitting[at] ?? [], facts));
  const [fewest = []] = faults.toSorted((a, b) => a.length - b.length);
  const unrelated = data.filter((row) => isOfAll && !isExpected(row, query, facts));
  const wrong = [...new Set([...fewest, ...slugsOf(unrelated)])];
  if (wrong.length > 0) found.violations.push(`${query.query} → ${wrong.join(", ")}`);
  const ignored = withoutAccents((meta.ignored ?? []).join(" "));
  const unsupported = readings.flatMap((one) => one.unsupported);
  const unnamed = unsupported.filter((words) => !isNamed(withoutAccents(words), ignored));
  if (unnamed.length > 0 || (wrong.length > 0 && ignored === ""))
    found.silent.push([query.query, ...unnamed].join(" → "));
  const count = fitting.flat().length;
  if (rows.length === 0 && count > 0) found.empty.push(query.query);
  if (count > 0 && readings.some((one) => one.expect_empty))
    throw new Error(`${query.query}: ${count} models fit, so no empty answer is right`);
}

const withoutAccents = (text: string): string =>
  text.toLowerCase().normalize("NFD").replaceAll(/\p{M}/gu, "").normalize("NFC");

/** Whether the ignored words include one of these words, or in a script without spaces a part of them. */
const isNamed = (words: string, ignored: string): boolean =>
  words.split(" ").some((word) => ignored.includes(word)) ||
  ignored.split(" ").some((word) => word.length > 1 && words.includes(word)) ||
  ignored.replaceAll(" ", "").includes(words.replaceAll(" ", ""));

/** Conditions in the files that have another name in the API; the files stay as they were written. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  "status=retiring": "status=deprecated",
  "open_source=false": "license=proprietary",
};

/** Slugs of the models that fit the conditions. With several labs or hosts, any of them may be meant. */
async function listFitting(conditions: Conditions, { list, models }: PublishedFacts) {
  const { provider, host, q, best, unsupported, expect_empty, ...parameters } = conditions;
  const own = Object.entries(parameters).flatMap(([name, value]) => [
    ...new URLSearchParams(OTHER_WORDS[`${name}=${value}`] ?? { [name]: `${value}` }),
  ]);
  const lists = provider.flatMap((lab) =>
    host.map((at) => list(new URLSearchParams([...own, ["provider", lab], ["host", at]]))),
  );
  return (await Promise.all(lists)).flat().filter((slug) => {
    const name = models.get(slug)?.name ?? "";
    return toLetters(name + slug).includes(toLetters(q));
  });
}

const toLetters = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");

/** Slugs of the rows that violate the conditions or stand at the wrong place. */
function findFaults(
  rows: readonly string[],
  { sort, best_at, best, host, provider }: Conditions,
  fitting: readonly string[],
  { models }: PublishedFacts,
): string[] {
  const wrong = rows.filter((slug) => !fitting.includes(slug));
  const [first = ""] = rows;
  // The order is not checked when the query asks for the best at something (its benchmark sets the order), or for
  // several hosts or labs.
  const isRanked = (best_at ?? best) !== undefined && sort === "avg_score";
  if (sort === undefined || isRanked || host.length * provider.length > 1) return wrong;
  const places = rows.map((slug) => fitting.indexOf(slug));
  const misplaced = rows.filter((_, at) => (places[at] ?? 0) < (places[at - 1] ?? 0));
  const typeOf = (slug: string) => models.get(slug)?.model_type;
  const bestOfType = fitting.find((slug) => typeOf(slug) === typeOf(first));
  return [...new Set([...wrong, ...misplaced, ...(bestOfType === first ? [] : [first])])];
}
