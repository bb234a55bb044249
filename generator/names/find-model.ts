/** Which model a request means by a name, and the models that may be meant where none is sure. */
import { createNameFinder, MAX_NAME_LENGTH } from "../../build/identity/name-finder.ts";
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import type { ModelRow } from "../../build/model/catalog/rows.ts";
import { type Context, perCatalog } from "../http/endpoint.ts";
import { nearest } from "./not-found.ts";

export const nameFinder = perCatalog(createNameFinder);

/** The model, or up to 5 that may be meant, the likeliest first; none when nothing is near. */
export type FoundModel = { model: ModelRow } | { candidates: ModelRow[] };

const MAX_CANDIDATES = 5;

/**
 * Finds `openai/gpt-4o:free`, `openrouter/openai/gpt-4o`, `us.anthropic.claude-sonnet-4-5-20250929-v1:0`,
 * `Claude Sonnet 4.5`, `gpt4o`, `llama 3.3 70b`, `openai: gpt-4o`, `opus 4.1`.
 * @param name Slug, alias, a host's id or a name in any spelling, with or without its maker or host before it.
 */
export function findModel(name: string, catalog: Catalog): ModelRow | undefined {
  const [slug, ...others] = slugsMeantBy(name, catalog);
  return slug === undefined || others.length > 0 ? undefined : catalog.getModel(slug);
}

/** As `findModel`, with the models that may be meant where none is sure. */
export function findModelByName(name: string, { catalog, search }: Context): FoundModel {
  const text = name.trim().slice(0, MAX_NAME_LENGTH);
  const meant = slugsMeantBy(text, catalog);
  const [first, ...others] = meant;
  if (first !== undefined && others.length === 0) return { model: catalog.getModel(first) };
  const found = search.find(text, { type: "model", limit: MAX_CANDIDATES }).hits;
  const slugs = [
    ...meant,
    ...alternately(found, nearestBySpelling(text, catalog)).map(({ slug }) => slug),
  ];
  return {
    candidates: [...new Set(slugs)].slice(0, MAX_CANDIDATES).map((slug) => catalog.getModel(slug)),
  };
}

/** Of the whole name, then of what stands behind its folders. */
export function nearestBySpelling(text: string, { models, aliases }: Catalog) {
  const own = text.slice(text.lastIndexOf("/") + 1);
  const near = nearest(text, models, aliases);
  return own === text ? near : [...near, ...nearest(own, models, aliases)];
}

/** One slug: sure. Several: the name stands for each of them. None: no rule knows the name. */
export const slugsMeantBy = (name: string, catalog: Catalog): readonly string[] =>
  nameFinder(catalog).slugsMeantBy(name);

const alternately = <T>(a: readonly T[], b: readonly T[]): T[] =>
  Array.from({ length: Math.max(a.length, b.length) }, (_, at) => [a[at], b[at]])
    .flat()
    .filter((entry) => entry !== undefined);
