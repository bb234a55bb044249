/**
 * Judges the answers to the queries of a file by what is published of the models in them. It shares no code with the
 * filters of the service. Columns of a file: `query`, `language`, `kind`, `expect` (slugs that are right, separated by
 * spaces; `other:<slug>` is any model but this one, `cheaper:<slug>` any that costs less) and `conditions` (JSON: what
 * the query says, or a list of readings that are all right).
 */
import { parse } from "csv-parse/sync";
import { z } from "zod";
import type { ModelDetail } from "../../generator/endpoints/models/get-model.ts";
import type { ModelEntry } from "../../generator/endpoints/models/list-models.ts";

/** Rows of an answer that are looked at. */
const FIRST = 10;

const Names = z.union([z.string(), z.array(z.string())]).transform((one) => [one].flat());
const NameList = z.string().transform((text) => text.split(","));
const Conditions = z.strictObject({
  provider: Names.optional(),
  host: Names.optional(),
  exclude_provider: Names.optional(),
  exclude_names: Names.optional(),
  lacks: Names.optional(),
  min_input_price: z.number().optional(),
  min_output_price: z.number().optional(),
  max_input_price: z.number().optional(),
  max_output_price: z.number().optional(),
  max_blended_price: z.number().optional(),
  min_context: z.number().optional(),
  max_context: z.number().optional(),
  min_output_tokens: z.number().optional(),
  min_score: z.number().optional(),
  input_modalities: NameList.optional(),
  output_modalities: NameList.optional(),
  supports: NameList.optional(),
  open_source: z.boolean().optional(),
  license: z.string().optional(),
  min_parameters: z.number().optional(),
  max_parameters: z.number().optional(),
  released_after: z.iso.date().optional(),
  released_before: z.iso.date().optional(),
  status: z.string().optional(),
  model_type: z.string().optional(),
  /** A word of its name. */
  q: z.string().optional(),
  best_at: z.string().optional(),
  sort: z.string().optional(),
  order: z.enum(["asc", "desc"]).optional(),
  /** The order of a benchmark is right, too. */
  best: z.literal(true).optional(),
  /** Words of the query that no filter can say: `meta.ignored` must have them. */
  unsupported: z.array(z.string()).optional(),
  /** No model fits. */
  expect_empty: z.literal(true).optional(),
});
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

/** What is published of a model: its entry in the list, and its details. */
interface PublishedModel {
  entry: ModelEntry;
  detail: ModelDetail;
}

export interface PublishedFacts {
  models: ReadonlyMap<string, PublishedModel>;
  /** Slug of a benchmark → its category. */
  categories: ReadonlyMap<string, string>;
  /** The answer at an address. */
  ask(address: string): Promise<unknown>;
}

interface Answer {
  data: { slug: string; type?: string }[];
  meta: { ignored?: string[] };
}

export interface Judgement {
  queries: number;
  /** Kind → mean of 1 / place of the first right result; `all` over all kinds that name something. */
  mrr: Record<string, number>;
  notFound: string[];
  /** First rows of all queries with conditions. */
  rows: number;
  /** Query → rows that violate a condition of it. */
  violations: string[];
  violatingRows: number;
  /** Queries with a condition that is not kept, or that no filter can say, and `meta.ignored` does not name it. */
  silent: string[];
  /** Queries without an answer although models fit. */
  empty: string[];
}

/** @param file Text of a file of queries. */
export async function judgeQueries(file: string, facts: PublishedFacts): Promise<Judgement> {
  const queries = z.array(JudgedQuery).parse(parse(file, { columns: true }));
  const places = new Map<string, number[]>();
  const found: Judgement = {
    ...{ queries: queries.length, mrr: {}, notFound: [], rows: 0, violations: [] },
    ...{ violatingRows: 0, silent: [], empty: [] },
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
    if (list === "models") judgeConditions(query, answer, facts, found);
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
  return expect.some((one) => {
    const [prefix = "", name] = one.split(":");
    if (name === undefined)
      return (
        slug === one &&
        (kind !== "benchmark" || type === "benchmark") &&
        (kind !== "host" || type === "provider")
      );
    if (prefix === "other") return slug !== name;
    if (prefix === "cheaper") return inputOf(slug, models) < inputOf(name, models);
    return type === prefix && slug === name;
  });
}

const inputOf = (slug: string, models: PublishedFacts["models"]): number =>
  models.get(slug)?.entry.pricing.input ?? Number.NaN;

/** Adds what is wrong with the rows of an answer to what was found. */
function judgeConditions(
  query: JudgedQuery,
  { data, meta }: Answer,
  facts: PublishedFacts,
  found: Judgement,
): void {
  const { conditions: readings, kind, expect } = query;
  const isOfAll = kind === "relation" && expect.some((one) => one.includes(":"));
  if (readings.length === 0 && !isOfAll) return;
  const rows = data.flatMap(({ slug }) => facts.models.get(slug) ?? []);
  const faults = readings.map((conditions) => faultsOf(rows, conditions, facts));
  const [fewest = []] = faults.toSorted((a, b) => a.length - b.length);
  const unrelated = data.filter((row) => isOfAll && !isExpected(row, query, facts));
  const wrong = [...new Set([...fewest, ...unrelated.map(({ slug }) => slug)])];
  found.rows += rows.length;
  found.violatingRows += wrong.length;
  if (wrong.length > 0) found.violations.push(`${query.query} → ${wrong.join(", ")}`);
  const ignored = withoutAccents((meta.ignored ?? []).join(" "));
  const unsupported = readings.flatMap((one) => one.unsupported ?? []);
  const unnamed = unsupported.filter((words) => !isNamed(withoutAccents(words), ignored));
  if (unnamed.length > 0 || (wrong.length > 0 && ignored === ""))
    found.silent.push([query.query, ...unnamed].join(" → "));
  const fitting = [...facts.models.values()].filter((model) =>
    readings.some((one) => isFitting(model, one, facts)),
  );
  if (rows.length === 0 && fitting.length > 0) found.empty.push(query.query);
  if (fitting.length > 0 && readings.some((one) => one.expect_empty))
    throw new Error(`${query.query}: ${fitting.length} models fit, so no empty answer is right`);
}

const withoutAccents = (text: string): string =>
  text.toLowerCase().normalize("NFD").replaceAll(/\p{M}/gu, "").normalize("NFC");

/** One of the words, or in a script without spaces a part of them. */
const isNamed = (words: string, ignored: string): boolean =>
  words.split(" ").some((word) => ignored.includes(word)) ||
  ignored.split(" ").some((word) => word.length > 1 && words.includes(word)) ||
  ignored.replaceAll(" ", "").includes(words.replaceAll(" ", ""));

/** Slugs of the rows that violate the conditions or stand at the wrong place. */
function faultsOf(
  rows: readonly PublishedModel[],
  conditions: Conditions,
  facts: PublishedFacts,
): string[] {
  const { sort, order, best_at, best, host } = conditions;
  const wrong = rows.filter((row) => !isFitting(row, conditions, facts));
  const [first] = rows;
  // The best at something are in the order of its benchmark, independent results first.
  const isRanked = (best_at ?? best) !== undefined && sort === "avg_score";
  if (first && sort !== undefined && !isRanked) {
    const toValue = (model: PublishedModel) => sortValue(sort, model, host);
    const usual = sort.startsWith("pricing") ? "asc" : "desc";
    const sign = (order ?? usual) === "asc" ? 1 : -1;
    const isBefore = (one: PublishedModel, other: PublishedModel) => {
      const [a, b] = [toValue(one), toValue(other)];
      return a !== null && (b === null || sign * a < sign * b);
    };
    wrong.push(...rows.filter((row, at) => isBefore(row, rows[at - 1] ?? row)));
    const isMissed = [...facts.models.values()].some(
      (one) =>
        one.entry.model_type === first.entry.model_type &&
        isBefore(one, first) &&
        isFitting(one, conditions, facts),
    );
    if (isMissed) wrong.push(first);
  }
  return [...new Set(wrong)].map(({ entry }) => entry.slug);
}

const toReleaseDay = ({ release_date, release_date_basis, first_seen }: ModelEntry) =>
  release_date ?? (release_date_basis === "first_seen" ? first_seen : null);

/** What an order compares; days as numbers. */
function sortValue(
  sort: string,
  model: PublishedModel,
  hosts: readonly string[] | undefined,
): number | null {
  const { entry, detail } = model;
  const price = pricesOf(model, hosts)[0] ?? { input: null, output: null };
  switch (sort) {
    case "pricing_input":
      return price.input;
    case "pricing_output":
      return price.output;
    case "pricing_blended":
      return blendedOf(price);
    case "avg_score":
      return entry.avg_score;
    case "service_score":
      return entry.service_score?.score ?? null;
    case "release_date": {
      const day = toReleaseDay(entry);
      return day === null ? null : Date.parse(day);
    }
    case "context_window":
      return entry.context_window;
    case "offers":
      return entry.offers;
    case "parameters":
      return detail.parameters?.total ?? null;
    default:
      throw new Error(`no order is called ${sort}`);
  }
}

interface Price {
  input: number | null;
  output: number | null;
}

const blendedOf = ({ input, output }: Price): number | null =>
  input === null || output === null ? null : (3 * input + output) / 4;

/** At the hosts that the query names, else as the list has it. A subscription has no price per token. */
const pricesOf = ({ entry, detail }: PublishedModel, hosts?: readonly string[]): Price[] =>
  hosts === undefined
    ? [entry.pricing]
    : detail.providers.filter(isSoldAt(hosts)).filter(({ billing }) => billing !== "plan");

/** Not what a host has withdrawn. */
const isSoldAt =
  (hosts: readonly string[]) =>
  ({ provider_slug, status }: ModelDetail["providers"][number]): boolean =>
    hosts.includes(provider_slug) && status !== "retired";

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");

const STATUSES: Readonly<Record<string, string>> = { retiring: "deprecated" };

function isFitting(model: PublishedModel, wanted: Conditions, facts: PublishedFacts): boolean {
  const { entry, detail } = model;
  const isLeast = (value: number | null | undefined, bound?: number) =>
    bound === undefined || (value ?? Number.NEGATIVE_INFINITY) >= bound;
  const hasAll = (own: readonly string[], names: readonly string[] = []) =>
    names.every((name) => own.includes(name));
  const isMost = (value: number | null, bound = Number.POSITIVE_INFINITY) =>
    bound === Number.POSITIVE_INFINITY || (value ?? bound + 1) <= bound;
  const { provider, host, license, status, released_after, released_before, q, best_at } = wanted;
  const day = toReleaseDay(entry);
  const supported = Object.entries(entry.supports).flatMap(([name, has]) => (has ? [name] : []));
  const size = detail.parameters?.total ?? null;
  const isPriced = (price: Price) =>
    isLeast(price.input, wanted.min_input_price) &&
    isMost(price.input, wanted.max_input_price) &&
    isLeast(price.output, wanted.min_output_price) &&
    isMost(price.output, wanted.max_output_price) &&
    isMost(blendedOf(price), wanted.max_blended_price);
  const isFree = [wanted.max_input_price, wanted.max_output_price, wanted.max_blended_price].every(
    (bound) => bound === undefined,
  );
  return (
    (provider?.includes(entry.provider_slug) ?? true) &&
    !wanted.exclude_provider?.includes(entry.provider_slug) &&
    !wanted.exclude_names?.some((one) => entry.slug.split("-").includes(one)) &&
    (host === undefined || detail.providers.some(isSoldAt(host))) &&
    (isFree || pricesOf(model, host).some(isPriced)) &&
    isLeast(entry.context_window, wanted.min_context) &&
    isMost(entry.context_window, wanted.max_context) &&
    !wanted.lacks?.some((one) => hasAll([...supported, ...entry.input_modalities], [one])) &&
    isLeast(entry.max_output_tokens, wanted.min_output_tokens) &&
    isLeast(entry.service_score?.score, wanted.min_score) &&
    isLeast(size, wanted.min_parameters) &&
    isMost(size, wanted.max_parameters) &&
    hasAll(entry.input_modalities, wanted.input_modalities) &&
    hasAll(entry.output_modalities, wanted.output_modalities) &&
    hasAll(supported, wanted.supports) &&
    (wanted.open_source === undefined || entry.is_open_source === wanted.open_source) &&
    (license === undefined || isLicensed(model, plain(license))) &&
    (released_after === undefined || (day !== null && day >= released_after)) &&
    (released_before === undefined || (day !== null && day < released_before)) &&
    (status === undefined || hasStatus(model, STATUSES[status] ?? status)) &&
    (wanted.model_type === undefined || entry.model_type === wanted.model_type) &&
    (q === undefined || plain(entry.name + entry.slug).includes(plain(q))) &&
    (best_at === undefined ||
      Object.keys(entry.scores).some(
        (slug) => slug === best_at || facts.categories.get(slug) === best_at,
      ))
  );
}

const isLicensed = ({ entry, detail }: PublishedModel, wanted: string): boolean =>
  wanted === "proprietary"
    ? entry.is_open_source === false
    : plain(detail.weights_license ?? "").startsWith(wanted);

/** `current` and `superseded` are for sale: without a replacement, and with one. */
function hasStatus({ entry, detail }: PublishedModel, wanted: string): boolean {
  if (wanted !== "current" && wanted !== "superseded") return entry.status === wanted;
  if (entry.status === null || ["deprecated", "retired"].includes(entry.status)) return false;
  return (detail.replacement === null) === (wanted === "current");
}
