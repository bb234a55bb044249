/** What free text says of models that it names: `cheaper than X`, `alternatives to X`, `X and Y` → conditions and an order. */
import {
  isHigherVersion,
  parseModelFamilyAndVersion,
  splitNameTerms,
} from "../../../build/identity/terms.ts";
import type { Catalog } from "../../../build/model/catalog/catalog.ts";
import type { ModelRow } from "../../../build/model/catalog/rows.ts";
import { compareByCodePoint } from "../../../build/schema/collections.ts";
import { subtractDays } from "../../../build/schema/values.ts";
import type { AnswerContext } from "../../http/endpoint.ts";
import { findModelByName, findProvider } from "../../http/names.ts";
import type { SearchRelationToNamedModel } from "../../search/query-relations.ts";
import { MIN_MATCH_SCORES } from "../../search/ranker.ts";
import type { ParsedSearch } from "../../search/search-draft.ts";
import {
  type FilterableModel,
  MODEL_FILTERS,
  type ModelFilterName,
  passesModelFilters,
} from "./model-filters.ts";
import { listModelsSortedBy, type SearchIntent, toFilterableModel } from "./model-query.ts";

/** Adds what a relation says to the conditions, the order and the unused words of a text. */
export function applyRelation(
  relation: SearchRelationToNamedModel,
  text: SearchIntent,
  context: AnswerContext,
): void {
  const { kind, names, than } = relation;
  const { catalog } = context;
  if (than) {
    applyVersion(names.join(), than, text, context);
    return;
  }
  const found = findNamedModels(relation, text, context);
  const models = found.flatMap(({ model }) => model ?? []);
  const isSeveral = kind === "versus" || kind === "list";
  const isChoice = /^(alternatives|successor|instead)$/.test(kind);
  const named = models.length === 0 && kind !== "list" ? labsNamed(names, catalog) : undefined;
  if (kind === "versus" && named) {
    // `openai vs anthropic`: the models of both.
    text.filters.provider = named.join();
    return;
  }
  const labs = isSeveral ? undefined : named;
  const isOther = labs !== undefined && /^(alternatives|instead)$/.test(kind);
  // `cheaper than openai`: compares with the top-ranked model that the lab sells.
  const flagship = sortedByScore(catalog).find((one) => labs?.includes(one.lab) && one.offers > 0);
  const [model = isOther ? undefined : flagship] = models;
  const isUsed = (one: ModelRow | undefined) => one && (!isChoice || one === model);
  if (labs && (isOther || model))
    text.filters.exclude_provider = [text.filters.exclude_provider ?? [], labs].flat(2).map(String);
  else if (model || text.ranked === undefined)
    text.ignored.push(...found.flatMap((one) => (isUsed(one.model) ? [] : one.name)));
  if (!model) return;
  if (kind === "versus" || (isSeveral && found.every(({ all }) => all.length < 2)))
    rankNamed(models, text);
  else if (isSeveral)
    // `claude and gpt under $1`: all models of these names; the newest of each come first.
    text.ranked = slugsOf([...models, ...found.flatMap(({ all }) => all)]);
  else if (isChoice) {
    // `o1 is retired, use instead`: the status describes the named model, not the one to find.
    if (/retired|deprecated/.test(String(text.filters.status))) delete text.filters.status;
    const next = kind === "alternatives" ? undefined : successorOf(model, catalog);
    if (next) {
      rankNamed([next], text);
      text.understood.successor_of = model.slug;
    } else rankAlternatives(model, text, catalog);
    if (!next && kind === "successor")
      text.ignored.push(`${names.join(" ")} (no successor is known)`);
  } else
    for (const one of models.length > 0 ? found : [{ name: names[0] ?? "", model }])
      if (one.model) applyThan(kind, one.name, one.model, text, catalog);
}

/** `grok < 4`: the models of the name with such a version. */
function applyVersion(
  name: string,
  { bound, version }: NonNullable<SearchRelationToNamedModel["than"]>,
  text: SearchIntent,
  { search }: AnswerContext,
): void {
  const wanted = versionOf(version);
  text.ranked = search.find(name).hits.flatMap(({ type, score, slug }) => {
    const own = versionOf(slug);
    const [low, high] = bound.startsWith("<") ? [own, wanted] : [wanted, own];
    const isSame = bound.endsWith("=") && !isHigherVersion(low, high);
    const isWithin = own.length > 0 && (isHigherVersion(high, low) || isSame);
    return type === "model" && score >= MIN_MATCH_SCORES.name && isWithin ? slug : [];
  });
  text.understood.version = `${name} ${bound} ${version}`;
}

/** `llama-3-1-8b` → 3.1, `gpt-4o` → 4; neither a size nor a date. */
const versionOf = (name: string): number[] =>
  (/(?<!\d)\d{1,2}(?:[-.]\d{1,2}(?![\db]))*(?![\db])/.exec(name)?.[0] ?? "")
    .split(/[-.]/)
    .filter(Boolean)
    .map(Number);

/** Resolves each name of a relation to the models that it may mean, and the likeliest of them; none for an unknown name. */
export const findNamedModels = (
  { kind, names }: SearchRelationToNamedModel,
  elsewhere: Pick<ParsedSearch, "names">,
  context: AnswerContext,
): { name: string; all: ModelRow[]; model: ModelRow | undefined }[] =>
  names.map((name, at) => {
    // `gpt-5 mini vs nano` means GPT-5 nano; `gemini cheaper than flash` means a Gemini Flash model.
    const before = at > 0 ? names[0]?.replace(LAST_TERM, "") : "";
    const longer = [elsewhere.names, before, name].filter(Boolean).join(" ");
    const all = modelsMeant(name, longer, kind, context);
    return { name, all, model: all.find(({ offers }) => offers > 0) ?? all[0] };
  });

/** Matches the last word or number of a name, which is removed: `gpt-5 mini` → `gpt-5`. */
const LAST_TERM = /[ -]?[^ -]+$/;

/** @param longer The name with those elsewhere in the text. */
function modelsMeant(
  name: string,
  longer: string,
  kind: SearchRelationToNamedModel["kind"],
  { catalog, search }: AnswerContext,
): ModelRow[] {
  const model = findModelByName(name, catalog) ?? findModelByName(longer, catalog);
  if (model) return [model];
  for (const text of new Set([longer, name])) {
    const { hits, isPartial } = search.find(text);
    const best = hits.find(({ type }) => type === "model");
    // `cheaper than mistral` is about the lab, `mistral and llama` about models with these names. So is
    // `mistral vs llama`, but the best models of `openai` have other names.
    const isFamily =
      kind === "versus" &&
      best?.slug.startsWith(splitNameTerms(text)[0] ?? "") &&
      catalog.getModel(best.slug).offers > 0;
    if (isPartial || !(kind === "list" || best === hits[0] || isFamily)) continue;
    const named = hits.filter((hit) => hit.type === "model" && hit.score >= MIN_MATCH_SCORES.name);
    const models = named.map(({ slug }) => catalog.getModel(slug));
    if (models.length > 0) return ofVersion(text, kind, models);
  }
  return [];
}

/** `claude 3` means Claude 3 Opus or Haiku, and not Claude 3.5; if no model has the version, all. */
function ofVersion(
  name: string,
  kind: SearchRelationToNamedModel["kind"],
  models: ModelRow[],
): ModelRow[] {
  const [first = ""] = splitNameTerms(name);
  const version = versionOf(name).join();
  const same = models.filter(({ slug }) => version !== "" && versionOf(slug).join() === version);
  const own = same.filter(({ slug }) => slug.startsWith(first));
  const found = [own, same, models].find(({ length }) => length > 0) ?? [];
  // Older than the first of them.
  return kind === "older" && found !== models
    ? found.sort((a, b) => compareByCodePoint(a.release_date ?? "9", b.release_date ?? "9"))
    : found;
}

/** Slugs of the named labs; undefined when one of the names is not a lab. */
function labsNamed(names: readonly string[], catalog: Catalog): string[] | undefined {
  const labs = names.flatMap((name) => findProvider(name, catalog) ?? []);
  const areLabs =
    labs.length === names.length &&
    labs.every(({ models, host_kind }) => models > 0 && (host_kind ?? "lab") === "lab");
  return areLabs ? labs.map(({ slug }) => slug) : undefined;
}

const sortedByScore = (catalog: Catalog): ModelRow[] =>
  listModelsSortedBy("avg_score", catalog).map(({ model }) => model);

function rankNamed(models: readonly ModelRow[], text: SearchIntent): void {
  text.ranked = slugsOf(models);
  text.filters.slugs = text.ranked;
}

const slugsOf = (models: readonly ModelRow[]) => [...new Set(models.map(({ slug }) => slug))];

/** The replacement that the lab recommends. Without one, the newest version on sale of the same model family. */
function successorOf(model: ModelRow, catalog: Catalog): ModelRow | undefined {
  const named = catalog.model(model.replacement?.slug ?? "");
  if (named) return named;
  const { family, version } = parseModelFamilyAndVersion(model);
  return catalog.models
    .filter(({ lab, offers }) => lab === model.lab && offers > 0)
    .map((other) => ({ other, ...parseModelFamilyAndVersion(other) }))
    .filter((one) => one.family === family && isHigherVersion(one.version, version))
    .sort((a, b) => (isHigherVersion(b.version, a.version) ? 1 : -1))[0]?.other;
}

/**
 * Ranks models of the same type that are for sale, accept the same inputs and have the same capabilities: first the
 * replacement that the lab recommends, then the nearest by score and price.
 */
export function rankAlternatives(model: ModelRow, text: SearchIntent, catalog: Catalog): void {
  const own = toFilterableModel(model, catalog);
  const others = catalog.models
    .filter(({ slug, offers, status }) => slug !== model.slug && offers > 0 && status !== "retired")
    .map((other) => ({ slug: other.slug, values: toFilterableModel(other, catalog) }));
  const ofType = { model_type: model.model_type };
  const { input_modalities, supports } = own;
  const accepting = { ...ofType, ...(input_modalities.length > 0 && { input_modalities }) };
  const able = { ...accepting, ...(supports.length > 0 && { supports }) };
  // When no other model also has the capabilities, they are not required; when none accepts the inputs either, only the
  // type must be the same.
  const wanted =
    [able, accepting].find((conditions) =>
      others.some(({ values }) => passesModelFilters(values, conditions)),
    ) ?? ofType;
  for (const [name, value] of Object.entries(wanted))
    text.filters[name as ModelFilterName] ??= value;
  const isNext = (slug: string) => slug === model.replacement?.slug;
  text.ranked = others
    .map(({ slug, values }) => ({
      slug,
      far: isNext(slug) ? -1 : distanceBetween(own, values),
      hosts: values.offers,
    }))
    .sort((a, b) => a.far - b.far || b.hosts - a.hosts || compareByCodePoint(a.slug, b.slug))
    .map((other) => other.slug);
  text.understood.alternatives_to = model.slug;
}

/** Points of score and doublings of price between two models: ten points are as far as a doubling. */
function distanceBetween(own: FilterableModel, other: FilterableModel): number {
  const priceOf = ({ blended, input }: FilterableModel) => blended ?? input;
  const doublings = (price: number) => Math.log2(price + 0.01);
  return (
    gapBetween(own.service_score, other.service_score, 30, (score) => score) / 10 +
    gapBetween(priceOf(own), priceOf(other), 5, doublings)
  );
}

/** 0 where nothing is known of the first. @param unknown How far one is of which nothing is known. */
const gapBetween = (
  own: number | null,
  other: number | null,
  unknown: number,
  scale: (value: number) => number,
): number => (own === null ? 0 : other === null ? unknown : Math.abs(scale(own) - scale(other)));

function applyThan(
  kind: SearchRelationToNamedModel["kind"],
  name: string,
  model: ModelRow,
  text: SearchIntent,
  catalog: Catalog,
): void {
  const own = toFilterableModel(model, catalog);
  const released = model.release_date;
  const atMost = { max_input_price: own.input, max_output_price: own.output };
  const atLeast = { min_input_price: own.input, min_output_price: own.output };
  const bounds: Record<string, Partial<Record<ModelFilterName, string | number | null>>> = {
    price: atMost,
    higher_price: atLeast,
    same_price: { ...atLeast, ...atMost },
    released: { released_after: released && subtractDays(released, -1) },
    older: { released_before: released },
    score: { min_score: own.service_score },
    context: { min_context: own.context_window && own.context_window + 1 },
    parameters: { max_parameters: own.parameters },
    more_parameters: { min_parameters: own.parameters },
  };
  const known = Object.entries(bounds[kind] ?? {}).flatMap(([name, value]) =>
    value === null ? [] : [[name as ModelFilterName, value] as const],
  );
  const [[first] = []] = known;
  if (first === undefined) {
    text.ignored.push(`${name} (unknown ${kind.replace(/^.*_/, "")})`);
    return;
  }
  for (const [name, value] of known) {
    // `cheaper than norn 5 and under $1`: the stricter of the two bounds.
    const { [name]: other = value } = text.filters;
    const isUpper = /^max_|_before$/.test(name);
    text.filters[name] = isUpper === other < value ? other : value;
  }
  const than = kind === "price" ? "cheaper_than" : "than";
  const slugs = [...String(text.understood[than] ?? "").split(","), model.slug];
  text.understood[than] = [...new Set(slugs)].filter(Boolean).join();
  // The bounds include the value of the model itself, which is not cheaper. `same price as` leaves out only the model.
  const field = kind === "same_price" ? "slug" : MODEL_FILTERS[first].of;
  text.ranked = (text.ranked ?? sortedByScore(catalog).map(({ slug }) => slug)).filter(
    (slug) => toFilterableModel(catalog.getModel(slug), catalog)[field] !== own[field],
  );
}
