/** All benchmarks by what they test, each with its leader. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import { byText } from "../../../../build/schema/collections.ts";
import { BENCHMARK_CATEGORIES } from "../../../../build/schema/values.ts";
import { type BenchmarkEntry, toBenchmarkEntry } from "../../../endpoints/benchmarks/benchmark.ts";
import { newest } from "../../../http/envelope.ts";
import { BENCHMARKS_PATH, benchmarkPage, modelPage } from "../../components/addresses.ts";
import { countFact, fact, unknown } from "../../components/fact.ts";
import { type Html, html } from "../../components/html.ts";
import { section } from "../../components/section.ts";
import { type Column, table } from "../../components/table.ts";
import { toDataset } from "../../layout/json-ld.ts";
import { pageTitle, toPage } from "../../layout/page.ts";
import { CATEGORY_TITLES, runnerWords, scoreText } from "./words.ts";

type Listed = BenchmarkEntry & { at: string };

const ALL = "/api/v1/benchmarks";
const TITLE = "Benchmarks";
const LEAD =
  "What AI models were tested on, who leads, and how many others took the same test. Scores keep the licence of their source.";
/** With fewer models a place says little: those benchmarks are folded. */
const FEW = 10;

export function benchmarksPage(catalog: Catalog): Html {
  const all = catalog.benchmarks.map((row, index) => ({
    ...toBenchmarkEntry(row, catalog),
    at: `/data/${index}`,
  }));
  const asOf = newest(all.map(({ as_of }) => as_of));
  const files = [
    { label: "JSON", path: ALL, type: "application/json" },
    { label: "CSV", path: "/api/v1/export/benchmarks", type: "text/csv" },
  ];
  return toPage(
    {
      path: BENCHMARKS_PATH,
      title: TITLE,
      description: LEAD,
      chapter: "Benchmarks",
      dataset: toDataset(
        {
          name: "Benchmarks of AI models",
          description: LEAD,
          path: BENCHMARKS_PATH,
          asOf,
          distribution: files,
        },
        catalog,
      ),
      head: pageTitle({ title: TITLE, lead: LEAD }),
      main: BENCHMARK_CATEGORIES.map((category) =>
        categorySection(
          category,
          all.filter((benchmark) => benchmark.category === category),
        ),
      ),
      provenance: { asOf, data: files },
    },
    catalog.service,
  );
}

function categorySection(
  category: (typeof BENCHMARK_CATEGORIES)[number],
  all: readonly Listed[],
): Html | false {
  if (all.length === 0) return false;
  const title = CATEGORY_TITLES[category];
  const sorted = all.toSorted(
    (a, b) => b.models_tested - a.models_tested || byText(a.slug, b.slug),
  );
  const many = sorted.filter(({ models_tested }) => models_tested >= FEW);
  const few = sorted.filter(({ models_tested }) => models_tested < FEW);
  return section(
    category,
    title,
    html`${many.length > 0 && benchmarkTable(`${title}: benchmarks`, many)}${
      few.length > 0 &&
      html`<details>
<summary>${few.length} that fewer than ${FEW} models took</summary>
${benchmarkTable(`${title}: benchmarks with few models`, few)}</details>`
    }`,
  );
}

const benchmarkTable = (caption: string, rows: readonly Listed[]): Html =>
  table({ caption, isCaptionHidden: true, columns: COLUMNS, rows, of: ALL });

const COLUMNS: readonly Column<Listed>[] = [
  {
    title: "Benchmark",
    cell: ({ slug, name }) => html`<a href="${benchmarkPage(slug)}">${name}</a>`,
  },
  {
    title: "Models",
    isFigure: true,
    cell: ({ models_tested, at }) => countFact(models_tested, `${at}/models_tested`),
  },
  {
    title: "Leader",
    cell({ top_models: [first] }) {
      if (!first) return unknown();
      return html`<a href="${modelPage(first.slug)}">${first.name}</a>${first.self_reported === true && html`<small class="mark">${runnerWords(first)}</small>`}`;
    },
  },
  {
    title: "Score",
    isFigure: true,
    cell({ top_models: [first], unit, at }) {
      if (!first) return unknown();
      return fact(first.score, `${at}/top_models/0/score`, scoreText(first.score, unit));
    },
  },
  { title: "Licence", cell: ({ source_license }) => source_license },
];
