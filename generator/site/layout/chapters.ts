/** The chapters of the almanac, in the order of its navigation. */
import {
  BENCHMARKS_PATH,
  CALCULATOR_PATH,
  DOCS_PATH,
  MODELS_PATH,
  PRICES_PATH,
  PROVIDERS_PATH,
  RETIREMENTS_PATH,
} from "../components/addresses.ts";

export const CHAPTERS = [
  { name: "Models", path: MODELS_PATH },
  { name: "Providers", path: PROVIDERS_PATH },
  { name: "Benchmarks", path: BENCHMARKS_PATH },
  { name: "Prices", path: PRICES_PATH },
  { name: "Calculator", path: CALCULATOR_PATH },
  { name: "Retirements", path: RETIREMENTS_PATH },
  { name: "Own tests", path: "/own-tests/" },
  { name: "Docs", path: DOCS_PATH },
] as const;

export type Chapter = (typeof CHAPTERS)[number]["name"];
