/** How a benchmark is scored and which runs count. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { BenchmarkRow } from "../../../../build/model/catalog/rows.ts";
import { BENCHMARKS_PATH, benchmarkPage } from "../../components/addresses.ts";
import { type Content, type Html, html } from "../../components/html.ts";
import { section } from "../../components/section.ts";
import { CATEGORY_TITLES, scoreText } from "./words.ts";

export function factsSection(benchmark: BenchmarkRow, catalog: Catalog): Html {
  const { slug, category, part_of, source_url, default_configuration_reason } = benchmark;
  const parts = catalog.benchmarks.filter((other) => other.part_of === slug);
  const whole = part_of === null ? undefined : catalog.benchmark(part_of);
  const facts: [string, Content][] = [
    [
      "Tests",
      html`<a href="${BENCHMARKS_PATH}#${category}">${CATEGORY_TITLES[category].toLowerCase()}</a>`,
    ],
    ["Score", scale(benchmark)],
    ["Counts", default_configuration_reason !== null && configuration(benchmark)],
    ["Part of", whole && toLink(whole, 0)],
    ["Parts", parts.length > 0 && parts.map(toLink)],
    [
      "Home",
      html`<a href="${source_url}">${source_url.replace(/^https?:\/\/(www\.)?|\/$/g, "")}</a>`,
    ],
  ];
  return section(
    "facts",
    "How it is scored",
    html`<dl class="facts">
${facts.filter(([, value]) => value).map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>\n`)}</dl>`,
  );
}

/** `In %, at best 100, by chance 25; higher is better.` */
function scale({ unit, max_score, floor, higher_is_better }: BenchmarkRow): string {
  const parts = [
    `In ${unit === "elo" ? "Elo points" : unit}`,
    max_score !== null && `at ${higher_is_better ? "best" : "worst"} ${scoreText(max_score, unit)}`,
    floor > 0 && `by chance ${scoreText(floor, unit)}`,
  ].filter(Boolean);
  return `${parts.join(", ")}; ${higher_is_better ? "higher" : "lower"} is better.`;
}

const configuration = ({
  default_configuration,
  default_configuration_reason,
}: BenchmarkRow): Html =>
  html`${default_configuration !== null && html`Runs with <q>${default_configuration}</q> stand for their model before others. `}${default_configuration_reason}`;

const toLink = ({ slug, name }: BenchmarkRow, index: number): Html =>
  html`${index > 0 && ", "}<a href="${benchmarkPage(slug)}">${name}</a>`;
