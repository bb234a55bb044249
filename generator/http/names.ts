/** Finds the row that a request means by a name. For an unknown name, suggests the nearest ones in a 404 or a hint. */
import {
  createModelByNameFinder,
  MAX_SEARCHED_NAME_LENGTH,
} from "../../build/identity/name-finder.ts";
import {
  findNearestNames,
  findNearestWords,
  listLikelyModels,
  MAX_NAME_SUGGESTIONS,
  type RowWithName,
} from "../../build/identity/nearest-names.ts";
import { createRowFinderByName } from "../../build/identity/terms.ts";
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import type { BenchmarkRow, ModelRow, ProviderRow } from "../../build/model/catalog/rows.ts";
import { type AnswerContext, type EndpointResult, memoizePerCatalog } from "./endpoint.ts";
import { badParameterProblem } from "./parameter.ts";
import { isProblem, type NameSuggestion, type Problem, quoteInput } from "./problem.ts";

const MAX_CANDIDATES = 5;

const finders = memoizePerCatalog((catalog) => {
  const models = createModelByNameFinder(catalog);
  return {
    models,
    provider: models.providers,
    benchmark: createRowFinderByName(() => ({
      rows: catalog.benchmarks,
      otherNames: catalog.other_names.filter(({ kind }) => kind === "benchmark"),
    })),
    term: createRowFinderByName(() => ({
      rows: catalog.glossary,
      otherNames: catalog.glossary.flatMap(({ slug, also }) =>
        also.map((name) => ({ name: name.toLowerCase(), slug })),
      ),
    })),
  };
});

export const findProvider = (name: string, catalog: Catalog): ProviderRow | undefined =>
  finders(catalog).provider.find(name);
export const findBenchmark = (name: string, catalog: Catalog): BenchmarkRow | undefined =>
  finders(catalog).benchmark.find(name);
export const findGlossaryTerm = (name: string, catalog: Catalog) =>
  finders(catalog).term.find(name);

/**
 * Finds `openai/gpt-4o:free`, `openrouter/openai/gpt-4o`, `us.anthropic.claude-sonnet-4-5-20250929-v1:0`,
 * `Claude Sonnet 4.5`, `gpt4o`, `llama 3.3 70b`, `openai: gpt-4o`, `opus 4.1`.
 * @param name Slug, alias, a host's id or a name in any spelling, with or without its maker or host before it.
 */
export function findModelByName(name: string, catalog: Catalog): ModelRow | undefined {
  const [slug, ...others] = finders(catalog).models.slugsMeantBy(name);
  return slug === undefined || others.length > 0 ? undefined : catalog.getModel(slug);
}

/** @returns The model, or up to 5 candidates, the most likely first; no candidates when no name is similar. */
export function findModelOrCandidates(
  name: string,
  context: AnswerContext,
): { model: ModelRow } | { candidates: ModelRow[] } {
  const text = name.trim().slice(0, MAX_SEARCHED_NAME_LENGTH);
  const model = findModelByName(text, context.catalog);
  if (model) return { model };
  return { candidates: listModelsLike(text, context).slice(0, MAX_CANDIDATES) };
}

/**
 * Aliases that now mean another model: a name without a version means the newest release, whatever it meant when it was
 * recorded. Finding them needs the model ids of all hosts, so the function's data lists them.
 */
export const findReassignedAliases = memoizePerCatalog(
  (catalog) =>
    new Set(
      catalog.reassigned_aliases ??
        catalog.models.flatMap(({ slug, aliases }) =>
          aliases.filter((alias) => findModelByName(alias, catalog)?.slug !== slug),
        ),
    ),
);

const listModelsLike = (name: string, { catalog }: AnswerContext): ModelRow[] =>
  listLikelyModels(name, finders(catalog).models.slugsMeantBy(name), catalog).map(catalog.getModel);

export const suggestModels = (wanted: string, context: AnswerContext): NameSuggestion[] =>
  toSuggestions(
    listModelsLike(wanted, context).slice(0, MAX_NAME_SUGGESTIONS),
    `${KINDS.model.list}/`,
    context.catalog,
  );

const isSelling = ({ offers }: ProviderRow): boolean => offers > 0;

function findHost(name: string, catalog: Catalog): ProviderRow | undefined {
  const provider = findProvider(name, catalog);
  return provider && isSelling(provider) ? provider : undefined;
}

const KINDS = {
  model: { find: findModelByName, list: "/api/v1/models" },
  provider: { find: findProvider, list: "/api/v1/providers" },
  host: { find: findHost, list: "/api/v1/providers" },
  benchmark: { find: findBenchmark, list: "/api/v1/benchmarks" },
  term: { find: findGlossaryTerm, list: "/api/v1/glossary" },
};
type RowKind = keyof typeof KINDS;
type RowOfKind<K extends RowKind> = NonNullable<ReturnType<(typeof KINDS)[K]["find"]>>;

/**
 * The row that a name means, or the problem to answer with.
 * @param parameter The query parameter that has the name; undefined for a name in the path.
 */
export function findRowOrProblem<K extends RowKind>(
  kind: K,
  name: string,
  context: AnswerContext,
  parameter?: string,
): RowOfKind<K> | Problem {
  const found = KINDS[kind].find(name, context.catalog);
  if (found) return found as RowOfKind<K>;
  const problem = unknownNameProblem(kind, name, context);
  if (parameter === undefined) return problem;
  return { ...problem, ...badParameterProblem(parameter, `: ${problem.detail}`) };
}

/** The parts of an endpoint about one row, whose path may have any name of the row. Each row gets a file. */
export const defineRowAnswer = <K extends RowKind>(
  kind: K,
  answer: (row: RowOfKind<K>, catalog: Catalog) => EndpointResult,
) => ({
  enumerate: ({ catalog }: AnswerContext) =>
    rowsOfKind(kind, catalog).map(({ slug }) => ({ params: { slug } })),
  respond({ params }: { params: { slug: string } }, context: AnswerContext) {
    const row = findRowOrProblem(kind, params.slug, context);
    if (isProblem(row)) return row;
    return { ...answer(row, context.catalog), canonical: { slug: row.slug } };
  },
});

function rowsOfKind(kind: RowKind, catalog: Catalog): readonly RowWithName[] {
  const { models: model, providers: provider, benchmarks: benchmark, glossary: term } = catalog;
  return { model, provider, host: provider.filter(isSelling), benchmark, term }[kind];
}

/** The 404 for an unknown name. */
export function unknownNameProblem(kind: RowKind, slug: string, context: AnswerContext): Problem {
  const { catalog } = context;
  const { list } = KINDS[kind];
  if (kind === "model")
    return unknown(kind, slug, suggestModels(slug, context), catalog.service.base_url + list);
  const candidates = rowsOfKind(kind, catalog);
  // Other names of a term are not suggested, because they are ordinary words.
  const aliases =
    kind === "term" ? undefined : finders(catalog)[kind === "host" ? "provider" : kind].others();
  return unknownSlugProblem(slug, { name: kind, list, candidates, aliases }, catalog);
}

interface Kind {
  /** Word for the kind: `provider`. */
  name: string;
  candidates: Iterable<RowWithName>;
  /** Other name → slug. */
  aliases?: ReadonlyMap<string, string> | undefined;
  list: string;
  /** Path prefix of the slugs; absent when they are below the list. */
  folder?: string;
}

export function unknownSlugProblem(slug: string, kind: Kind, catalog: Catalog): Problem {
  const { name, candidates, aliases, list, folder = `${list}/` } = kind;
  const near = toSuggestions(findNearestNames(slug, candidates, aliases), folder, catalog);
  return unknown(name, slug, near, catalog.service.base_url + list);
}

/** @param list Absolute URL of the list. */
function unknown(kind: string, slug: string, suggestions: NameSuggestion[], list: string): Problem {
  const next =
    suggestions.length > 0
      ? `Did you mean ${suggestions.map((near) => near.slug).join(" or ")}?`
      : `All ${kind}s are listed at ${list}.`;
  const detail = `No ${kind} is called ${quoteInput(slug)}. ${next}`;
  return { problem: "unknown-slug", detail, suggestions };
}

const toSuggestions = (rows: readonly RowWithName[], folder: string, { service }: Catalog) =>
  rows.map(({ slug, name }) => ({ slug, name, url: `${service.base_url}${folder}${slug}` }));

/** A hint for an answer that is empty because of a filter. @returns undefined for a known value. */
export function hintForUnknownChoice(
  parameter: string,
  value: string,
  choices: readonly string[],
): string | undefined {
  if (choices.includes(value)) return undefined;
  const [near] = findNearestWords(value, choices);
  return toHint(parameter, value, near, `send one of ${choices.join(", ")}`);
}

/** For the parameter `provider` where it means a lab or a host. */
export function hintForUnknownProvider(
  value: string,
  catalog: Catalog,
  candidates = catalog.providers,
): string | undefined {
  if (catalog.provider(value)) return undefined;
  const { find, others } = finders(catalog).provider;
  const near = find(value) ?? findNearestNames(value, candidates, others())[0];
  const list = catalog.service.base_url + KINDS.provider.list;
  return toHint("provider", value, near?.slug, `${list} lists all`);
}

/** For the parameter `provider` where it means the lab that made a model. */
export function hintForUnknownLab(value: string, catalog: Catalog): string | undefined {
  const provider = findProvider(value, catalog);
  const labs = catalog.providers.filter(({ models }) => models > 0);
  if (provider?.models === 0) {
    const owner = labs.find(({ own_hosts }) => own_hosts.includes(provider.slug));
    const lab = owner ? `, or provider=${owner.slug} for the models that ${owner.name} makes` : "";
    return `provider=${quoteInput(value)} names a provider that makes no model in the catalogue; send host=${provider.slug} for the models that it sells${lab}.`;
  }
  return hintForUnknownProvider(value, catalog, labs);
}

function toHint(parameter: string, value: string, near: string | undefined, otherwise: string) {
  const next = near === undefined ? `${otherwise}.` : `did you mean ${parameter}=${near}?`;
  return `${parameter}=${quoteInput(value)} is not known; ${next}`;
}
