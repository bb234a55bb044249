import type { AskedPage } from "./asked-page.ts";
import { askedComparison } from "./compare-page.ts";
import { searchPage } from "./search-page.ts";

export const ASKED_PAGES: readonly AskedPage[] = [searchPage, askedComparison];
