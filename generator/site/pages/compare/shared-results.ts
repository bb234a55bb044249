/** The shared benchmarks of compared models, as a table and as a chart. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { ScoreRow } from "../../../../build/model/catalog/rows.ts";
import { compareByCodePoint, groupBy } from "../../../../build/schema/collections.ts";
import { formatNameList } from "../../../../build/schema/values.ts";
import type { ModelComparison } from "../../../endpoints/compare/compare.ts";
import * as paths from "../../components/addresses.ts";
import { createScoreAxis } from "../../components/charts/axes.ts";
import { type Chart, renderChart } from "../../components/charts/chart.ts";
import { createRangeChartDrawer, type RangeChartRow } from "../../components/charts/marks.ts";
import { getLabCssClass } from "../../components/chips.ts";
import { formatScoreInColumn, type Html, type HtmlContent, html } from "../../components/html.ts";
import * as ui from "../../components/parts.ts";
import * as tables from "../../components/table.ts";
import { type ComparedRow, markBest, modelColumns } from "./compared-facts.ts";

/** Benchmarks with scores of at least two of the models. */
export function renderSharedResults(
  { models, benchmarks }: ModelComparison,
  of: string,
  catalog: Catalog,
): HtmlContent {
  const shared = benchmarks
    .map((benchmark, index) => ({ ...benchmark, index }))
    .filter(({ scores }) => Object.keys(scores).length >= 2);
  if (shared.length === 0)
    return html`<p>No two of these models have results on the same benchmark.</p>`;
  const table = tables.renderTable<ComparedRow>({
    caption: `${ui.pluralize(shared.length, "benchmark")} on which ${models.length === 2 ? "both models" : "two or more of the models"} were tested. The best result is marked unless it is self-reported; a small lead can be chance.`,
    style: "compared",
    of,
    columns: modelColumns(models),
    rows: shared.map(({ name, slug, scores, leader, self_reported, index }) => ({
      title: ui.benchmarkLink(slug, name),
      cells: models.map((model) => {
        const score = scores[model.slug];
        if (score === undefined) return ui.UNKNOWN_VALUE_HTML;
        const { unit = "" } = catalog.benchmark(slug) ?? {};
        const at = `/benchmarks/${index}/scores/${model.slug}`;
        const shown = ui.renderBenchmarkScore(score, unit, at);
        const isOwn = self_reported.includes(model.slug);
        return html`${markBest(shown, model.slug === leader && !isOwn)}${isOwn && html` ${ui.renderSmallRemark("self-reported")}`}`;
      }),
    })),
  });
  const names = new Set(shared.map(({ slug }) => slug));
  const results = models.flatMap(({ slug }) =>
    catalog.scoresOf(slug).filter((row) => row.is_default && names.has(row.benchmark)),
  );
  return [table, ui.renderFootnote(resultSources(results, catalog))];
}

/** Sources of the results and their dates: `The results come from Epoch AI (3 Sep 2026 to 29 Sep 2026)`. */
function resultSources(results: readonly ScoreRow[], catalog: Catalog): Html {
  const sources = [...groupBy(results, ({ source }) => source)].map(([id, rows]) => {
    const days = rows.map(({ as_of }) => as_of).sort(compareByCodePoint);
    const [first = "", last = ""] = [days[0], days.at(-1)];
    return html`${ui.renderSourceLink(id, catalog)} (${ui.renderDate(first)}${last !== first && html` to ${ui.renderDate(last)}`})`;
  });
  return html`The results come from ${ui.joinHtmlContents(sources)}.`;
}

/** CSS classes: the colour of the lab; if an earlier model has it, ink; if ink is taken too, grey. */
function coloursOf(labs: readonly string[]): string[] {
  const colours: string[] = [];
  for (const lab of labs)
    colours.push([getLabCssClass(lab), "ink"].find((one) => !colours.includes(one)) ?? "quiet");
  return colours;
}

const RESULTS_DRAWN = 12;

type ChartPlace = Pick<Chart, "id" | "asOf" | "page" | "columns" | "rows">;

/** Chart of results in percent, with a row for each shared benchmark. False if there are fewer than two rows. */
export function renderResultChart(
  { models, benchmarks }: ModelComparison,
  place: ChartPlace,
  catalog: Catalog,
): Html | false {
  const nameOf = (slug: string) => models.find((model) => model.slug === slug)?.name;
  const colours = coloursOf(models.map(({ provider_slug }) => provider_slug));
  const rows = benchmarks
    .filter(({ slug }) => catalog.benchmark(slug)?.unit === "%")
    .map(
      ({
        slug,
        name,
        scores,
        leader,
        self_reported,
      }): RangeChartRow & {
        leader: string | null;
        isLeadOwn: boolean;
      } => {
        const dots = models
          .flatMap((model, at) => {
            const value = scores[model.slug];
            if (value === undefined) return [];
            const isOwn = self_reported.includes(model.slug);
            const label = isOwn ? `${name}, self-reported` : name;
            return {
              name: model.name,
              value,
              href: paths.benchmarkPagePath(slug),
              colour: colours[at] ?? "ink",
              look: isOwn ? "own big" : "big",
              facts: [[label, formatScoreInColumn(value, "%")]] as const,
            };
          })
          .sort((a, b) => a.value - b.value);
        const top = scores[leader ?? ""] ?? 0;
        const rivals = dots.filter(({ value }) => value !== top);
        const lead = Math.min(...rivals.map(({ value }) => Math.abs(value - top)));
        return {
          name,
          colour: "quiet",
          dots,
          leader,
          isLeadOwn: leader !== null && self_reported.includes(leader),
          figure: leader === null ? "equal" : `${nameOf(leader)} ${ui.formatOneDecimal(lead)}`,
        };
      },
    )
    .filter(({ dots }) => dots.length > 1);
  if (rows.length < 2) return false;
  // A model that was compared only with the weakest of the others does not lead.
  const full = rows.filter(({ dots }) => dots.length === models.length);
  const [most, next] = [...groupBy(full, ({ leader }) => leader)]
    .flatMap(([leader, won]) => (leader === null ? [] : { leader, won }))
    .sort((a, b) => b.won.length - a.won.length);
  const names = models.map(({ name }) => name);
  const other = models.find(({ slug }) => slug !== most?.leader)?.name;
  const [lead, benchmarksOfAll] =
    models.length === 2
      ? [`a better result than ${other}`, "shared benchmarks"]
      : ["the best result", "benchmarks that all models took"];
  const own = most?.won.filter(({ isLeadOwn }) => isLeadOwn).length ?? 0;
  const title =
    most && most.won.length > (next?.won.length ?? 0) && full.length > 1
      ? `${nameOf(most.leader)} has ${lead} on ${most.won.length} of ${full.length} ${benchmarksOfAll}${own > 0 ? `, ${own} of them self-reported` : ""}`
      : `Results of ${formatNameList(names, names.length)} on ${ui.pluralize(rows.length, "shared benchmark")}`;
  const chart: Chart = {
    ...place,
    title,
    subtitle: `Results in %. Each row shows the results on one benchmark. At the right is the model with the best result, and its lead over the second best in percentage points; a small lead can be chance. A dashed outline marks a self-reported result.${rows.length > RESULTS_DRAWN ? ` The first ${RESULTS_DRAWN} benchmarks are drawn.` : ""}`,
    table: "#benchmarks",
    draw: createRangeChartDrawer({
      rows: rows.slice(0, RESULTS_DRAWN),
      figureTitle: "Best, lead",
      axisTitle: "Result",
      createAxis: (values, range) => createScoreAxis(values, 100, range, (score) => `${score} %`),
    }),
  };
  return ui.renderSection("results", title, [
    ui.renderColourLegend(models.map(({ name }, at) => [colours[at] ?? "ink", name])),
    renderChart(chart, catalog.service),
  ]);
}
