import type { SearchType } from "../search/documents.ts";
import { benchmarkPage, glossaryPage, modelPage, providerPage } from "./addresses.ts";

const PAGES: Partial<Record<SearchType, (slug: string) => string>> = {
  model: modelPage,
  provider: providerPage,
  benchmark: benchmarkPage,
  glossary: glossaryPage,
};

/** Where people read about what a search finds; null where we hold no more than its name. */
export const pageOfHit = ({ type, slug }: { type: SearchType; slug: string }): string | null =>
  PAGES[type]?.(slug) ?? null;
