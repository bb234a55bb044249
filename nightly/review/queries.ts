/**
 * How well free text is understood: queries with the right answers that people wrote down (test/live/queries-open.csv),
 * answered as /api/v1/search and /api/v1/models answer them. What is right is judged by the catalogue, not by the parser.
 */
import { parse } from "csv-parse/sync";
import { z } from "zod";
import { type Catalog, toModelSortDate } from "../../build/model/catalog/catalog.ts";
import type { ModelRow, OfferRow } from "../../build/model/catalog/rows.ts";
import { toBlendedPrice } from "../../build/schema/fields.ts";
import { toSlug } from "../../build/schema/values.ts";
import { listModelsEndpoint } from "../../generator/endpoints/models/list-models.ts";
import { searchEndpoint } from "../../generator/endpoints/search/search.ts";
import {
  type AnswerContext,
  type Endpoint,
  executeEndpoint,
  parseEndpointQuery,
} from "../../generator/http/endpoint.ts";
import { isProblem } from "../../generator/http/problem.ts";

/** A part of the review: a table, and what a person should look for in it. */
export interface ReviewSection {
  title: string;
  /** One sentence. */
  look: string;
  columns: readonly string[];
  /** Cells as text; an empty one has no value. */
  rows: readonly (readonly string[])[];
}

/** Filters of /api/v1/models, `sort` and `order`; `q` is a word that the slugs of all rows must hold. */
type Conditions = Record<string, string | number | boolean | readonly string[]>;

const Conditions = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

const JudgedQuery = z.strictObject({
  query: z.string().min(1),
  language: z.string().length(2),
  kind: z.enum(["name", "other", "relation", "constraint"]),
  /**
   * Slugs of which each is right as the first; `other:x`: any model on sale of the type of x but x; `cheaper:x`: any whose
   * input price is lower than that of x.
   */
  expect: z.string().transform((text) => text.split(" ").filter((slug) => slug !== "")),
  /** Readings of which each is right, the likeliest first. */
  conditions: z
    .string()
    .transform((text) => [text === "" ? [] : (JSON.parse(text) as unknown)].flat())
    .pipe(z.array(Conditions)),
});
type JudgedQuery = z.infer<typeof JudgedQuery>;

interface Answer {
  data: readonly { type?: string; slug: string }[];
  meta: { understood?: Conditions; ignored?: readonly string[] };
}

const DEPTH = 10;

/** @returns The answer; no rows where the query is refused. */
function ask(endpoint: Endpoint, query: Record<string, string>, context: AnswerContext): Answer {
  const none: Answer = { data: [], meta: {} };
  const read = parseEndpointQuery(endpoint, new Map(Object.entries(query)));
  if (isProblem(read)) return none;
  const made = executeEndpoint(endpoint, { params: {}, query: read }, context);
  return isProblem(made) ? none : (made.value as Answer);
}

/**
 * @param csv Judged queries.
 * @returns The figures as the section's sentence, and a row for each fault.
 */
export function reviewJudgedQueries(
  title: string,
  csv: string,
  context: AnswerContext,
): ReviewSection {
  const queries = z.array(JudgedQuery).parse(parse(csv, { columns: true }));
  const ranks = new Map<string, number[]>();
  const rows: string[][] = [];
  const count = { rows: 0, violations: 0, empty: 0, unequal: 0, silent: 0, constraints: 0 };
  for (const judged of queries) {
    const { query, language, kind } = judged;
    const report = (fault: string, expected: string, answered: string) =>
      rows.push([query, language, kind, fault, expected, answered]);
    const found = ask(searchEndpoint, { q: query, limit: "50" }, context);
    if (kind !== "constraint") {
      const rank = rankOf(judged, found, context.catalog);
      ranks.set(kind, [...(ranks.get(kind) ?? []), rank === 0 ? 0 : 1 / rank]);
      if (rank !== 1)
        report(rank === 0 ? "not found" : `rank ${rank}`, judged.expect.join(" "), slugsOf(found));
      continue;
    }
    count.constraints++;
    const listed = ask(listModelsEndpoint, { q: query, limit: String(DEPTH) }, context);
    const { understood = {}, ignored = [] } = listed.meta;
    const isRight = (one: Conditions) => faultsOf(one, understood).length === 0;
    const [likeliest = {}] = judged.conditions;
    const conditions = judged.conditions.find(isRight) ?? likeliest;
    const expected = JSON.stringify(conditions);
    if (!isRight(conditions)) {
      count.unequal++;
      report(
        `understood: ${faultsOf(conditions, understood)}`,
        expected,
        JSON.stringify(understood),
      );
    }
    const missing = Object.keys(conditions).filter((name) => name !== "q" && !(name in understood));
    if (missing.length > ignored.length) {
      count.silent++;
      report("ignored in silence", missing.join(), `ignored: ${ignored.join()}`);
    }
    const passes = (slug: string) => violated(conditions, slug, context.catalog).length === 0;
    const shown = [listed.data, found.data.filter(({ type }) => type === "model")];
    for (const { slug } of shown.flatMap((list) => list.slice(0, DEPTH))) {
      count.rows++;
      if (passes(slug)) continue;
      count.violations++;
      report("violates", violated(conditions, slug, context.catalog).join(), slug);
    }
    const disorder = unordered(conditions, listed, context.catalog);
    count.violations += disorder.length;
    for (const slug of disorder) report("out of order", expected, slug);
    const fitting = context.catalog.models.filter(({ slug }) => passes(slug)).length;
    if (listed.data.length === 0 && fitting > 0) {
      count.empty++;
      report("empty", expected, `${fitting} models fit`);
    }
  }
  const all = [...ranks.values()].flat();
  const means = [...ranks].map(([kind, own]) => `${kind} ${mean(own)} of ${own.length}`);
  const look = [
    `MRR ${mean(all)} over ${all.length} queries (${means.join(", ")}); ${all.filter((one) => one === 0).length} not found.`,
    `${count.constraints} queries with conditions: ${count.violations} of ${count.rows} first results violate a condition, ${count.silent} queries ignore one without saying so, ${count.unequal} are not understood as expected, ${count.empty} have no results although models fit.`,
  ].join(" ");
  const columns = ["query", "language", "kind", "fault", "expected", "answered"];
  return { title, look, columns, rows };
}

const mean = (values: readonly number[]): string =>
  (values.reduce((sum, one) => sum + one, 0) / Math.max(1, values.length)).toFixed(3);

const slugsOf = ({ data }: Answer): string =>
  data
    .slice(0, 5)
    .map(({ slug }) => slug)
    .join(" ");

/** From 1; 0 where nothing right was found. */
function rankOf({ expect }: JudgedQuery, { data }: Answer, catalog: Catalog): number {
  const isRight = ({ type, slug }: Answer["data"][number]) =>
    expect.some((wanted) => {
      const [relation, other = ""] = wanted.split(":");
      if (other === "") return slug === wanted;
      const model = type === "model" ? catalog.model(slug) : undefined;
      const known = catalog.getModel(other);
      if (!model || model.slug === other) return false;
      if (relation === "other") return model.offers > 0 && model.model_type === known.model_type;
      return (priceOf(model, catalog)?.input ?? Infinity) < (priceOf(known, catalog)?.input ?? 0);
    });
  return data.findIndex(isRight) + 1;
}

/** The list price, else the cheapest. */
function priceOf(model: ModelRow, catalog: Catalog): OfferRow | undefined {
  const at = model.list_host ?? model.cheapest_host;
  return catalog.offersOf(model.slug).find(({ host }) => host === at);
}

/** Names of the conditions that a model does not meet; what is not known meets none. */
function violated(conditions: Conditions, slug: string, catalog: Catalog): string[] {
  const model = catalog.getModel(slug);
  const host = conditions.host;
  const offers = catalog.offersOf(slug).filter((one) => one.host === host);
  const sold = host === undefined ? priceOf(model, catalog) : offers[0];
  const { input = null, output = null } = sold?.billing === "plan" ? {} : (sold ?? {});
  const released = toModelSortDate(model);
  const holds = (own: readonly string[], value: unknown) =>
    toWords(value).every((one) => own.includes(one));
  const atMost = (own: number | null, value: unknown) => own !== null && own <= Number(value);
  const atLeast = (own: number | null, value: unknown) => own !== null && own >= Number(value);
  const total = model.parameters?.total ?? null;
  const supports = Object.entries(model.supports).flatMap(([name, has]) => (has ? [name] : []));
  const checks: Record<string, (value: unknown) => boolean> = {
    q: (value) => `${model.slug} ${model.name.toLowerCase()}`.includes(String(value)),
    provider: (value) => model.lab === value,
    host: () => offers.length > 0,
    open_source: () => model.is_open_source === true,
    model_type: (value) => model.model_type === value,
    input_modalities: (value) => holds(model.input_modalities, value),
    output_modalities: (value) => holds(model.output_modalities, value),
    supports: (value) => holds(supports, value),
    min_context: (value) => atLeast(model.context_window, value),
    min_output_tokens: (value) => atLeast(model.max_output_tokens, value),
    max_input_price: (value) => atMost(input, value),
    max_output_price: (value) => atMost(output, value),
    max_blended_price: (value) => atMost(toBlendedPrice(input, output), value),
    min_score: (value) => atLeast(catalog.serviceScore(slug)?.score ?? null, value),
    license: (value) => toSlug(model.weights_license ?? "").startsWith(String(value)),
    min_parameters: (value) => atLeast(total, value),
    max_parameters: (value) => atMost(total, value),
    released_after: (value) => released !== null && released >= String(value),
    released_before: (value) => released !== null && released < String(value),
    status: (value) => model.status === value,
    sort: () => true,
    order: () => true,
  };
  return Object.entries(conditions)
    .filter(([name, value]) => !(checks[name] as (value: unknown) => boolean)(value))
    .map(([name]) => name);
}

/** Rows that stand after one that should follow them. */
function unordered(conditions: Conditions, { data }: Answer, catalog: Catalog): string[] {
  const { sort, order, host } = conditions;
  const keys: Record<string, (model: ModelRow) => number | string | null | undefined> = {
    pricing_input: (model) =>
      host === undefined
        ? priceOf(model, catalog)?.input
        : catalog.offersOf(model.slug).find((one) => one.host === host)?.input,
    context_window: ({ context_window }) => context_window,
    release_date: toModelSortDate,
  };
  const keyOf = keys[String(sort)];
  if (!keyOf) return [];
  const isAscending = (sort === "pricing_input") === (order === undefined);
  const known = data
    .map(({ slug }) => ({ slug, key: keyOf(catalog.getModel(slug)) ?? null }))
    .filter((one) => one.key !== null);
  const isBefore = (a: number | string, b: number | string) => (isAscending ? a < b : a > b);
  return known.flatMap(({ slug, key }, at) => {
    const previous = known[at - 1]?.key ?? null;
    return key !== null && previous !== null && isBefore(key, previous) ? [slug] : [];
  });
}

const toWords = (value: unknown): string[] =>
  Array.isArray(value) ? value : `${value}`.split(",");

/** The best by either score is the best; a direction that is the usual one says nothing. */
function toText(name: string, value: unknown): string {
  if (name === "sort" && value === "service_score") return "avg_score";
  if (name === "license") return toSlug(String(value));
  return typeof value === "number" ? String(value) : toWords(value).sort().join();
}

/** Names of the conditions that are understood otherwise than expected. */
function faultsOf(expected: Conditions, understood: Conditions): string[] {
  const usual = understood.sort === "pricing_input" ? "asc" : "desc";
  const isFree = (name: string) =>
    name === "q" ||
    (name === "order" && understood[name] === usual && expected[name] === undefined) ||
    // A family's name may be read as its lab.
    (expected.q !== undefined && ["provider", "slugs"].includes(name));
  const names = new Set([...Object.keys(expected), ...Object.keys(understood)]);
  return [...names].filter((name) => {
    if (isFree(name)) return false;
    if (!(name in expected && name in understood)) return true;
    const [a, b] = [toText(name, expected[name]), toText(name, understood[name])];
    return name === "license" ? !(a.startsWith(b) || b.startsWith(a)) : a !== b;
  });
}
