/** All benchmarks by category, each with its leader. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import { byText } from "../../../../build/schema/collections.ts";
import { BENCHMARK_CATEGORIES } from "../../../../build/schema/values.ts";
import { type BenchmarkEntry, toBenchmarkEntry } from "../../../endpoints/benchmarks/benchmarks.ts";
import { newest } from "../../../http/envelope.ts";
import { BENCHMARKS_PATH } from "../../components/addresses.ts";
import { type Html, html } from "../../components/html.ts";
import {
  benchmarkLink,
  countFact,
  fact,
  folded,
  mark,
  modelLink,
  section,
} from "../../components/parts.ts";
import { type Column, column, figure, table } from "../../components/table.ts";
import { jsonAndCsv, type SitePage } from "../../layout/page.ts";
import { CATEGORY_TITLES, runnerWords, scoreText, toBenchmarkPage } from "./benchmark-page.ts";

type Listed = BenchmarkEntry & { at: string };

const ALL = "/api/v1/benchmarks";
/** A leader among fewer models says little: those benchmarks are folded. */
const FEW = 10;

export const benchmarkPages = (catalog: Catalog): SitePage[] => [
  benchmarksPage(catalog),
  ...catalog.benchmarks.map((benchmark) => toBenchmarkPage(benchmark, catalog)),
];

function benchmarksPage(catalog: Catalog): SitePage {
  const all = catalog.benchmarks
    .map((row, index) => ({ ...toBenchmarkEntry(row, catalog), at: `/data/${index}` }))
    .sort((a, b) => b.models_tested - a.models_tested || byText(a.slug, b.slug));
  return {
    path: BENCHMARKS_PATH,
    title: "Benchmarks",
    description:
      "The benchmarks AI models are tested on: who leads, and how many models took each test. Scores keep the licence of their source.",
    chapter: "Benchmarks",
    main: BENCHMARK_CATEGORIES.map((category) => categorySection(category, all)),
    data: {
      asOf: newest(all.map(({ as_of }) => as_of)),
      files: jsonAndCsv(ALL, "benchmarks"),
      dataset: { name: "Benchmarks of AI models" },
    },
  };
}

function categorySection(
  category: keyof typeof CATEGORY_TITLES,
  all: readonly Listed[],
): Html | false {
  const rows = all.filter((benchmark) => benchmark.category === category);
  if (rows.length === 0) return false;
  const title = CATEGORY_TITLES[category];
  const many = rows.filter(({ models_tested }) => models_tested >= FEW);
  const few = rows.filter(({ models_tested }) => models_tested < FEW);
  const toTable = (caption: string, rows: readonly Listed[]) =>
    rows.length > 0 && table({ caption, isCaptionHidden: true, columns: COLUMNS, rows, of: ALL });
  const rare = toTable(`${title}: benchmarks with few models`, few);
  return section(
    category,
    title,
    html`${toTable(`${title}: benchmarks`, many)}${rare && folded(`${few.length} benchmarks with fewer than ${FEW} models`, rare)}`,
  );
}

const COLUMNS: readonly Column<Listed>[] = [
  column("Benchmark", ({ slug, name }) => benchmarkLink(slug, name)),
  figure("Models", ({ models_tested, at }) => countFact(models_tested, `${at}/models_tested`)),
  column(
    "Leader",
    ({ top_models: [first] }) =>
      first &&
      html`${modelLink(first.slug, first.name)}${first.self_reported === true && mark(runnerWords(first))}`,
  ),
  figure(
    "Score",
    ({ top_models: [first], unit, at }) =>
      first && fact(first.score, `${at}/top_models/0/score`, scoreText(first.score, unit)),
  ),
  column("Licence", ({ source_license }) => source_license),
];
