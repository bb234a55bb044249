/**
 * Pages of findings. The overview shows the newest finding that has a chart, then the others of the newest weeks, with
 * their values as bars. Each year and each kind has a page, by month.
 */

import { toBlendedPrice } from "../../../build/cost/rates.ts";
import {
  listCaveatsOfNamedTokenizers,
  TOKENIZER_TAX_TEST,
} from "../../../build/experiments/own-tests.ts";
import type { Catalog } from "../../../build/model/catalog/catalog.ts";
import type { FindingRow } from "../../../build/model/catalog/rows.ts";
import { groupBy } from "../../../build/schema/collections.ts";
import { isReadByPerson } from "../../../build/schema/values.ts";
import { listLeaderboardScores } from "../../endpoints/benchmarks/benchmarks.ts";
import { type PublishedFinding, toPublishedFinding } from "../../endpoints/findings/findings.ts";
import { newestDate } from "../../http/envelope.ts";
import * as paths from "../components/addresses.ts";
import { type Chart, renderChart } from "../components/charts/chart.ts";
import {
  formatLongDate,
  formatScore,
  formatUsdOrFree,
  type Html,
  type HtmlContent,
  html,
  renderTextToCopy,
  shortenText,
} from "../components/html.ts";
import * as ui from "../components/parts.ts";
import { renderReportWrongFact } from "../components/wrong-fact.ts";
import type { SitePage } from "../layout/page.ts";
import { toBenchmarkChart } from "./benchmark-pages.ts";
import { toPriceHistoryChart } from "./model/price-charts.ts";
import { toOwnTestChart } from "./own-tests/own-test-results.ts";

/** The page adds whole weeks, newest first, until it shows at least this many findings. */
const ENOUGH = 60;

const KIND_LABELS: Readonly<Record<PublishedFinding["kind"], string>> = {
  price_drop: "Price drops",
  price_rise: "Price rises",
  new_model: "New models",
  new_cheapest: "New lowest prices",
  top_score: "Best scores",
  own_test: "Own tests",
  spread: "Price spreads",
  editorial: "Notes",
};
const KINDS = Object.keys(KIND_LABELS) as PublishedFinding["kind"][];

export function makeFindingsPages(catalog: Catalog): SitePage[] {
  const { findings } = catalog;
  if (findings.length === 0) return [];
  const byKind = groupBy(findings, ({ kind }) => kind);
  const byYear = groupBy(findings, ({ date }) => date.slice(0, 4));
  const parts = [
    ...KINDS.flatMap((kind) => {
      const some = byKind.get(kind);
      const label = KIND_LABELS[kind];
      const title = `Findings: ${label.toLowerCase()}`;
      return some ? { name: kind, title, label: `${label} ${some.length}`, some } : [];
    }),
    ...Array.from(byYear, ([name, some]) => {
      const label = `${name}: ${some.length}`;
      return { name, title: `Findings of ${name}`, label, some };
    }),
  ];
  const places = [{ name: "", label: "Newest" }, ...parts];
  const links = (current: string | null) =>
    html`<nav class="chips one-row" aria-label="Findings by kind and year">${places.map(
      ({ name, label }) => {
        const path = paths.FINDINGS_PAGE_PATH + name;
        return html`<a class="filter-chip${path === current && html` on" aria-current="page`}" href="${path}">${label}</a> `;
      },
    )}</nav>`;
  const toPage = (
    some: readonly FindingRow[],
    page: Pick<SitePage, "path" | "title" | "lead">,
  ): SitePage => {
    // Pages of a year show no chart: it shows current data and might contradict an old finding.
    const isOfYear = /\d$/.test(page.path ?? "");
    const isNewest = page.path === paths.FINDINGS_PAGE_PATH;
    const leading = isOfYear ? undefined : findLeading(some, catalog);
    const others = some.filter((finding) => finding !== leading?.finding);
    return {
      description: `${page.title}. News about AI models and their prices, computed from dated facts. Each finding shows the values that sources state.`,
      kicker: !isNewest && html`<a href="${paths.FINDINGS_PAGE_PATH}">Findings</a>`,
      chapter: "Findings",
      ...page,
      scripts: ["charts"],
      subnavigation: links(page.path),
      main: [
        leading && renderLead(leading, catalog),
        isNewest
          ? toSections(others, toWeek, (week) => `Week of ${formatLongDate(week)}`, catalog)
          : toSections(others, (day) => day.slice(0, 7), formatLongDate, catalog),
      ],
      data: {
        asOf: newestDate(some.map(({ date }) => date)),
        files: [{ label: "JSON", path: "/api/v1/findings?limit=50" }],
        dataset: { name: page.title },
      },
    };
  };
  return [
    toPage(newestWeeks(findings), {
      path: paths.FINDINGS_PAGE_PATH,
      title: "Findings",
      lead: "News about AI models and their prices, computed from the recorded facts.",
    }),
    ...parts.map(({ name, title, some }) => {
      const lead = `${ui.pluralize(some.length, "finding")}, the newest first.`;
      return toPage(some, { path: paths.FINDINGS_PAGE_PATH + name, title, lead });
    }),
  ];
}

/** The Monday of the week that contains a day. */
function toWeek(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
}

function newestWeeks(findings: readonly FindingRow[]): FindingRow[] {
  const last = findings[ENOUGH - 1] ?? findings.at(-1);
  const since = last && toWeek(last.date);
  return findings.filter(({ date }) => since && date >= since);
}

/** @param toPeriod Returns the week or month of a day. */
const toSections = (
  findings: readonly FindingRow[],
  toPeriod: (day: string) => string,
  toTitle: (period: string) => string,
  catalog: Catalog,
): HtmlContent =>
  Array.from(
    groupBy(findings, ({ date }) => toPeriod(date)),
    ([period, some]) =>
      ui.renderSection(
        `from-${period}`,
        toTitle(period),
        html`<ol class="dated findings">
${some.map((finding) => renderFinding(finding, catalog))}</ol>`,
      ),
  );

type Leading = NonNullable<ReturnType<typeof findLeading>>;

/** The newest finding that has a chart. */
function findLeading(findings: readonly FindingRow[], catalog: Catalog) {
  for (const finding of findings) {
    const chart = chartOf(finding, catalog);
    if (chart) return { finding, chart };
  }
  return undefined;
}

function renderLead({ finding, chart }: Leading, catalog: Catalog): Html {
  const { id, date, kind, title, summary, models, test } = finding;
  const sources = sourceLinks(toPublishedFinding(finding, catalog), catalog);
  const { name: service, base_url } = catalog.service;
  const address = `${base_url}${paths.FINDINGS_PAGE_PATH}${date.slice(0, 4)}#${id}`;
  return ui.renderTwoColumns(
    ui.renderSection("newest", title, [
      html`<p id="${id}" class="kicker"><span><span class="status">${KIND_LABELS[kind]}</span> ${ui.renderDate(date)}</span></p>
<p>${summary}</p>
`,
      renderChart(chart, catalog.service),
    ]),
    ui.renderSection("statement", "Quote and sources", [
      ui.renderDefinitionList([
        ["Models", ui.joinHtmlContents(models.map((slug) => ui.modelLinkOfSlug(slug, catalog)))],
        [sourcesLabel(sources), sources.length > 0 && ui.joinHtmlContents(sources)],
        [
          "Results",
          test !== null &&
            html`<a href="${paths.ownTestPagePath(test)}">Own test with its data and method</a>`,
        ],
        ["Subscribe", ui.renderFeedLinks(paths.FINDINGS_FEED_PATH)],
        ["Quote", renderTextToCopy(html`“${summary}” ${service}, ${address}`, html`class="wrap"`)],
      ]),
    ]),
  );
}

/** The benchmark whose best score a finding is about. */
const benchmarkOf = ({ id, date, models }: FindingRow, { benchmarks }: Catalog) =>
  benchmarks.find(({ slug }) => id === `${date}-top-score-${slug}-${models[0]}`);

/** The chart for a finding. Null for kinds without a chart, and if another model has since taken the lead. */
function chartOf(finding: FindingRow, catalog: Catalog): Chart | null {
  const { id, kind, models, test } = finding;
  if (test !== null && id.endsWith(`${TOKENIZER_TAX_TEST.test}-best-and-worst`))
    return toOwnTestChart(test, catalog);
  const model = catalog.model(models[0] ?? "");
  if (!model) return null;
  if (kind === "price_drop" || kind === "price_rise") return toPriceHistoryChart(model, catalog);
  const benchmark = benchmarkOf(finding, catalog);
  const leads = benchmark && listLeaderboardScores(benchmark, catalog)[0]?.model === model.slug;
  return leads ? toBenchmarkChart(benchmark, catalog) : null;
}

function renderFinding(finding: FindingRow, catalog: Catalog): Html {
  const { id, date, title, summary } = finding;
  const compared = comparedValues(finding, catalog);
  return html`<li id="${id}">
<span class="when">${ui.renderDate(date)}</span>
<div><h3><a href="${paths.toFindingSubjectPagePath(finding, catalog)}">${title}</a></h3>
<p>${[summary, ...listCaveatsOfNamedTokenizers(summary)].join(" ")}</p>
${statements(finding, catalog)}</div>
${compared && renderBars(compared)}<span class="change">${compared?.change}</span>
</li>
`;
}

type Bar = [label: string, value: number, text: string];
interface Comparison {
  unit: string;
  bars: [Bar, Bar];
  change?: HtmlContent;
}

const USD = "USD per 1M tokens";

/** The two values shown as bars, with the one that the finding is about last. Undefined for other findings. */
function comparedValues(finding: FindingRow, catalog: Catalog): Comparison | undefined {
  const { kind, models, numbers: of } = finding;
  const usd = (label: string, value: number | null = null): Bar => [
    label,
    value ?? 0,
    formatUsdOrFree(value),
  ];
  const blended = (bars: [Bar, Bar], change: HtmlContent): Comparison => ({
    unit: `${USD}, blended`,
    bars,
    change: html`<b>${change}</b>`,
  });
  const times = (ratio = 0) => `${ratio < 10 ? Number(ratio.toFixed(1)) : Math.round(ratio)}×`;
  switch (kind) {
    case "price_drop":
    case "price_rise":
      return blended(
        [
          usd("Before", toBlendedPrice(of.old_input ?? null, of.old_output ?? null)),
          usd("After", toBlendedPrice(of.new_input ?? null, of.new_output ?? null)),
        ],
        ui.renderPriceChangePercent(of.pct_blended ?? 0),
      );
    case "new_cheapest":
      return blended(
        [usd("Lowest before", of.best_before), usd("Now", of.blended)],
        ui.renderPriceChangePercent(-(of.pct_below ?? 0)),
      );
    case "top_score": {
      const { unit = "points" } = benchmarkOf(finding, catalog) ?? {};
      const { name = "other" } = catalog.model(models[0] ?? "") ?? {};
      const bar = (label: string, value = 0): Bar => [label, value, formatScore(value, unit)];
      return { unit: "Score", bars: [bar("Second", of.runner_up_score), bar(name, of.score)] };
    }
    case "spread":
      return blended(
        [usd("Cheapest host", of.lowest), usd("Most expensive host", of.highest)],
        times(of.ratio),
      );
    case "new_model":
      return of.input && of.output
        ? { unit: USD, bars: [usd("Input", of.input), usd("Output", of.output)] }
        : undefined;
    default:
      return undefined;
  }
}

/**
 * What a finding is about in one figure, for short lists: the change, the best score, or both prices of a new model.
 * None if it names several new models, because the prices are those of the first.
 */
export function renderFindingFigure(finding: FindingRow, catalog: Catalog): HtmlContent {
  const { change, bars = [] } = comparedValues(finding, catalog) ?? {};
  if (change) return change;
  const texts = bars.map(([, , text]) => text);
  if (finding.kind !== "new_model") return texts.at(-1);
  return finding.models.length === 1 && texts.join(" / ");
}

const MAX_LABEL = 30;

/** Bars start at zero, so that their lengths can be compared. */
function renderBars({ unit, bars }: Comparison): Html {
  const most = Math.max(...bars.map(([, value]) => value), Number.MIN_VALUE);
  const label = `${unit}: ${bars.map(([name, , text]) => `${name} ${text}`).join(", ")}`;
  return html`<svg class="bars" viewBox="0 0 340 54" width="340" height="54" role="img" aria-label="${label}"><text class="unit" x="184" y="13">${unit}</text>${bars.map(
    ([name, value, text], at) => {
      const width = Math.max(1, Math.round((84 * Math.max(0, value)) / most));
      const y = 18 + 18 * at;
      return html`<text class="end" x="178" y="${y + 13}">${shortenText(name, MAX_LABEL)}</text><rect${at === bars.length - 1 && html` class="here"`} x="184" y="${y + 3}" width="${width}" height="12"/><text x="${189 + width}" y="${y + 13}">${text}</text>`;
    },
  )}</svg>
`;
}

/** Sources of a finding with dates. Own tests and notes have none: their page contains the evidence. */
function sourceLinks({ statements: all }: PublishedFinding, { sources }: Catalog): Html[] {
  const nameOf = (id: string) => sources.find((source) => source.id === id)?.name ?? id;
  return [...groupBy(all, ({ source, date }) => `${source} ${date}`).values()].flatMap(([first]) =>
    first
      ? html`<a href="${first.source_url}">${isReadByPerson(first.source) ? `a page of ${new URL(first.source_url).hostname}, read by a person` : nameOf(first.source)}</a> (${ui.renderDate(first.date)})`
      : [],
  );
}

const sourcesLabel = ({ length }: readonly Html[]): string => (length === 1 ? "Source" : "Sources");

function statements(finding: FindingRow, catalog: Catalog): HtmlContent {
  const { id, title, summary } = finding;
  const published = toPublishedFinding(finding, catalog);
  const links = sourceLinks(published, catalog);
  const source = published.statements[0]?.source_url ?? null;
  const fact = { title: `Finding: ${title}`, row: `findings ${id}`, value: summary, source };
  return ui.renderFootnote(
    html`${links.length > 0 && html`${sourcesLabel(links)}: ${ui.joinHtmlContents(links)}. `}<a href="#${id}">Link to this finding</a> ${renderReportWrongFact(fact, catalog.service)}`,
  );
}
