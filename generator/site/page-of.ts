import type { Catalog } from "../../build/model/catalog/catalog.ts";
import type { Finding } from "../../build/model/catalog/rows.ts";
import type { SearchType } from "../search/search-index.ts";
import {
  benchmarkPage,
  glossaryPage,
  modelPage,
  PRICES_PATH,
  providerPage,
} from "./components/addresses.ts";

/** Where people read more of what an answer names. */

/** Where people read more of a finding: the test that measured it, or the first model that it is about. */
export function pageOfFinding({ kind, test, models: [model] }: Omit<Finding, "size">): string {
  if (test !== null && (kind === "own_test" || model === undefined)) return `/own-tests/${test}`;
  return model === undefined ? PRICES_PATH : modelPage(model);
}

/** Path of the page for people of what a search found; null for what lives elsewhere. */
export function pageOfHit(type: SearchType, slug: string, catalog: Catalog): string | null {
  if (type === "finding") {
    const finding = catalog.findings.find(({ id }) => id === slug);
    return finding ? pageOfFinding(finding) : null;
  }
  return PAGES[type]?.(slug) ?? null;
}

const PAGES: { [Type in SearchType]?: (slug: string) => string } = {
  model: modelPage,
  provider: providerPage,
  benchmark: benchmarkPage,
  glossary: glossaryPage,
};

/** Addresses of findings. */

/** Where the facts behind a finding are: the test that measured them, or the first model it is about. */
export function pathOfFacts({ kind, test, models: [model] }: Omit<Finding, "size">): string {
  if (test !== null && (kind === "own_test" || model === undefined))
    return `/api/v1/own-tests/${test}`;
  return model === undefined ? "/api/v1/findings" : `/api/v1/models/${model}`;
}
