/** What an empty answer says of a filter that names nothing known: the nearest value that is. */
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import { quote } from "../http/problem.ts";
import { findProvider, otherNames } from "./find-named.ts";
import { nearest } from "./not-found.ts";

/** @returns undefined for a value that is known: then nothing of it matches the other filters. */
export function hintForChoice(
  parameter: string,
  value: string,
  choices: readonly string[],
): string | undefined {
  if (choices.includes(value)) return undefined;
  const named = choices.map((choice) => ({ slug: choice, name: choice }));
  const [near] = nearest(value, named);
  return toHint(parameter, value, near?.slug, `send one of ${choices.join(", ")}`);
}

/** For filters by whoever makes or sells. */
export function hintForProvider(
  parameter: string,
  value: string,
  catalog: Catalog,
): string | undefined {
  if (catalog.provider(value)) return undefined;
  const near = findProvider(value, catalog) ?? nearestProvider(value, catalog, catalog.providers);
  return toHint(parameter, value, near?.slug, `${listOfProviders(catalog)} lists all`);
}

/** For filters by the lab that made a model. */
export function hintForLab(parameter: string, value: string, catalog: Catalog): string | undefined {
  const labs = catalog.providers.filter(({ models }) => models > 0);
  const provider = findProvider(value, catalog);
  if (provider && provider.models === 0)
    return `${parameter}=${quote(value)} makes none of the models; those it sells are at ${listOfProviders(catalog)}/${provider.slug}.`;
  if (provider?.slug === value) return undefined;
  const near = provider ?? nearestProvider(value, catalog, labs);
  return toHint(parameter, value, near?.slug, `${listOfProviders(catalog)} lists all`);
}

const nearestProvider = (value: string, catalog: Catalog, candidates: Catalog["providers"]) =>
  nearest(value, candidates, otherNames("provider", catalog))[0];

const listOfProviders = ({ service }: Catalog): string => `${service.base_url}/api/v1/providers`;

function toHint(
  parameter: string,
  value: string,
  near: string | undefined,
  otherwise: string,
): string {
  const next = near === undefined ? `${otherwise}.` : `did you mean ${parameter}=${near}?`;
  return `${parameter}=${quote(value)} is not known; ${next}`;
}
