/** The page of a benchmark: how it is scored, who leads, and the whole field. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { BenchmarkRow } from "../../../../build/model/catalog/rows.ts";
import {
  type BenchmarkDetail,
  toBenchmarkDetail,
} from "../../../endpoints/benchmarks/get-benchmark.ts";
import { BENCHMARKS_PATH, benchmarkPage } from "../../components/addresses.ts";
import { type Html, html } from "../../components/html.ts";
import { toDataset } from "../../layout/json-ld.ts";
import { pageTitle, toPage } from "../../layout/page.ts";
import { factsSection } from "./facts.ts";
import { fieldSection, leadersSection } from "./field.ts";
import { licencesSection } from "./licences.ts";
import { CATEGORY_TITLES, scoreText } from "./words.ts";

export function toBenchmarkPage(benchmark: BenchmarkRow, catalog: Catalog): Html {
  const detail = toBenchmarkDetail(benchmark, catalog);
  const { slug, name, as_of } = detail;
  const path = benchmarkPage(slug);
  const lead = leadOf(detail);
  const title = `${name}: scores of AI models`;
  const files = [
    { label: "JSON", path: `/api/v1/benchmarks/${slug}`, type: "application/json" },
    { label: "CSV (all benchmarks)", path: "/api/v1/export/benchmarks", type: "text/csv" },
  ];
  return toPage(
    {
      path,
      title,
      description: `${name}: ${lead}`,
      chapter: "Benchmarks",
      dataset: toDataset(
        { name: title, description: lead, path, asOf: as_of, distribution: files },
        catalog,
      ),
      head: pageTitle({
        kicker: html`<a href="${BENCHMARKS_PATH}#${detail.category}">${CATEGORY_TITLES[detail.category]}</a>`,
        title: name,
        lead,
      }),
      main: [
        factsSection(benchmark, catalog),
        leadersSection(detail),
        fieldSection(detail),
        licencesSection(detail, catalog),
      ],
      provenance: { asOf: as_of, data: files },
    },
    catalog.service,
  );
}

function leadOf({ top_models, unit, models_tested }: BenchmarkDetail): string {
  const [first] = top_models;
  if (!first) return "No score is on record.";
  const others = models_tested - 1;
  const field =
    others === 0
      ? "the only model on record"
      : `ahead of ${others} ${others === 1 ? "other" : "others"}`;
  const by = first.self_reported === true ? " by its maker’s own report" : "";
  return `${first.name} leads with ${scoreText(first.score, unit)}${by}, ${field}.`;
}
