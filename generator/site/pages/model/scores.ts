/** What was measured: the service score, and each benchmark against all other models. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { ModelRow } from "../../../../build/model/catalog/rows.ts";
import type { ModelDetail } from "../../../endpoints/models/get-model.ts";
import { perCatalog } from "../../../http/endpoint.ts";
import { benchmarkPage } from "../../components/addresses.ts";
import { countFact, fact } from "../../components/fact.ts";
import { redDate, thousands } from "../../components/format.ts";
import { type Content, type Html, html } from "../../components/html.ts";
import { section } from "../../components/section.ts";
import { type Column, table } from "../../components/table.ts";
import { SERVICE_SCORE_PATH } from "../service-score-page.ts";
import { type Field, fields, placeOf, strip } from "./field.ts";

type Score = ModelDetail["scores"][number];

interface ScoreLine {
  score: Score;
  field: Field;
  /** JSON Pointer of it. */
  at: string;
  /** Stands for the model on its benchmark; others are further runs. */
  isDefault: boolean;
}

const SHOWN = 12;

export function scores(model: ModelRow, detail: ModelDetail, catalog: Catalog): Html | false {
  const of = `/api/v1/models/${model.slug}`;
  const lines = toLines(model, detail, catalog);
  if (lines.length === 0) return false;
  const columns = [...COLUMNS, whoRanIt(catalog)];
  const isMain = ({ isDefault, field }: ScoreLine) => isDefault && field.benchmark.part_of === null;
  const main = lines.filter(isMain).sort((a, b) => b.field.scores.length - a.field.scores.length);
  const rest = [...main.slice(SHOWN), ...lines.filter((line) => !isMain(line))];
  return section(
    "scores",
    "Scores",
    html`<div data-of="${of}">${summary(detail)}</div>
${
  main.length > 0 &&
  table({
    caption: "Each benchmark, those with the most models first",
    of,
    columns,
    rows: main.slice(0, SHOWN),
  })
}${
  rest.length > 0 &&
  html`<details><summary>${rest.length} more: other benchmarks, their parts, other configurations</summary>
${table({ caption: "Further scores", of, columns, rows: rest })}</details>
`
}<p class="note">A strip runs from the worst score of all models to the best; the thick part holds the middle half of them, the stroke is this model.</p>`,
  );
}

function toLines(model: ModelRow, detail: ModelDetail, catalog: Catalog): ScoreLine[] {
  const rows = catalog.scoresOf(model.slug);
  return detail.scores.flatMap((score, index): ScoreLine[] => {
    const field = fields(catalog).get(score.benchmark_slug);
    if (!field) return [];
    return [{ score, field, at: `/scores/${index}`, isDefault: rows[index]?.is_default === true }];
  });
}

function summary({ service_score: service, avg_score, avg_score_basis: basis }: ModelDetail): Html {
  if (service === null)
    return html`<p>Too few benchmarks for a <a href="${SERVICE_SCORE_PATH}">service score</a>, which takes four, two of them measured by somebody other than the maker.</p>`;
  const number = (
    field: "score" | "low" | "high" | "rank" | "ranked" | "benchmarks" | "independent",
  ) => fact(service[field], `/service_score/${field}`, String(service[field]));
  return html`<p class="sum"><a href="${SERVICE_SCORE_PATH}">Service score</a> <b>${number("score")}</b> of 100, between ${number("low")} and ${number("high")} with 90 % confidence: place ${number("rank")} of ${number("ranked")}. It rests on ${number("benchmarks")} benchmarks, of which somebody other than the maker measured ${number("independent")}.</p>${
    avg_score !== null &&
    html`
<p>Mean over one set of benchmarks: ${fact(avg_score, "/avg_score", String(avg_score))} of 100, ${fact(basis.measured, "/avg_score_basis/measured", basis.measured)} of ${fact(basis.benchmarks, "/avg_score_basis/benchmarks", basis.benchmarks)} measured, the rest expected.</p>`
  }`;
}

const COLUMNS: Column<ScoreLine>[] = [
  {
    title: "Benchmark",
    cell: ({ score, isDefault }) =>
      html`<a href="${benchmarkPage(score.benchmark_slug)}">${score.benchmark}</a>${(score.configuration !== null || !isDefault) && html` <small>${score.configuration ?? "plain"}</small>`}`,
  },
  {
    title: "Score",
    isFigure: true,
    cell: ({ score, at }) =>
      html`${fact(score.score, `${at}/score`, scoreText(score.score))}${unit(score.unit)}`,
  },
  {
    title: "Among all models",
    cell: ({ score, field, isDefault }) => isDefault && strip(score.score, field),
  },
  { title: "Place", isFigure: true, cell: place },
  { title: "Best", isFigure: true, cell: best },
];

function place({ score, field, isDefault }: ScoreLine): Content {
  if (!isDefault) return html`<span class="mark">a further run</span>`;
  const { slug, models_tested } = field.benchmark;
  return html`${placeOf(score.score, field)} of <span data-of="/api/v1/benchmarks/${slug}">${countFact(models_tested, "/models_tested")}</span>`;
}

function best({ field }: ScoreLine): Content {
  const [top] = field.scores;
  if (top === undefined) return false;
  return html`<span data-of="/api/v1/benchmarks/${field.benchmark.slug}">${fact(top, `/scores/${field.bestAt}/score`, scoreText(top))}</span>`;
}

const whoRanIt = (catalog: Catalog): Column<ScoreLine> => ({
  title: "Who says so",
  cell: ({ score }) =>
    html`<span class="by"><a href="${score.source_url}">${sourceNames(catalog).get(score.source) ?? score.source}</a>, ${redDate(score.as_of)}${score.self_reported === true && html` <small class="mark">reported by its maker</small>`}${score.self_reported === null && html` <small class="mark">not said who ran it</small>`}</span>`,
});

const sourceNames = perCatalog(({ sources }) => new Map(sources.map(({ id, name }) => [id, name])));

/** At most two decimals, thousands parted. */
const scoreText = (score: number): string => {
  const [whole = "", decimals] = String(Math.round(score * 100) / 100).split(".");
  return decimals === undefined ? thousands(Number(whole)) : `${whole}.${decimals}`;
};

const unit = (unit: string): Content =>
  unit === "%" ? " %" : html` <small class="unit">${unit}</small>`;
