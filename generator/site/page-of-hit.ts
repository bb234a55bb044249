import type { Catalog } from "../../build/model/catalog/catalog.ts";
import type { SearchType } from "../search/search-index.ts";
import { benchmarkPage, glossaryPage, modelPage, providerPage } from "./components/addresses.ts";
import { pageOfFinding } from "./page-of-finding.ts";

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
