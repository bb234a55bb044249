/** Findings by week, each with its statements and its price chart; a page for every year and every kind. */
import type { Catalog } from "../../../build/model/catalog/catalog.ts";
import type { FindingRow } from "../../../build/model/catalog/rows.ts";
import { groupBy } from "../../../build/schema/collections.ts";
import { type FindingItem, toFindingItem } from "../../endpoints/findings/findings.ts";
import { newestDate } from "../../http/envelope.ts";
import {
  FINDINGS_FEED_PATH,
  FINDINGS_PAGE_PATH,
  findingPagePath,
} from "../components/addresses.ts";
import { renderChart } from "../components/charts/chart.ts";
import { formatLongDate, type Html, type HtmlContent, html } from "../components/html.ts";
import { formatCount, renderDate, renderFootnote, renderSection } from "../components/parts.ts";
import type { SitePage } from "../layout/page.ts";
import { toPriceChart } from "./model/price-charts.ts";

/** The page shows the newest weeks until it has so many findings. */
const ENOUGH = 60;

const KIND_LABELS: Readonly<Record<FindingItem["kind"], string>> = {
  price_drop: "Price drops",
  price_rise: "Price rises",
  new_model: "New models",
  new_cheapest: "New lowest prices",
  top_score: "Best scores",
  own_test: "Own tests",
  spread: "Price spreads",
  editorial: "Notes",
};
const KINDS = Object.keys(KIND_LABELS) as FindingItem["kind"][];
/** Source of what a person read on a page. */
const OPERATOR = "operator";
const PRICE_KINDS = new Set<string>(["price_drop", "price_rise"]);

export function makeFindingsPages(catalog: Catalog): SitePage[] {
  const { findings } = catalog;
  if (findings.length === 0) return [];
  const years = [...groupBy(findings, ({ date }) => date.slice(0, 4))];
  const kinds = KINDS.flatMap((kind) => {
    const some = findings.filter((one) => one.kind === kind);
    return some.length > 0 ? [{ kind, some }] : [];
  });
  const links = html`<nav class="month-links finding-links" aria-label="Findings by kind and year">${kinds.map(({ kind }) => html`<a href="${FINDINGS_PAGE_PATH}${kind}">${KIND_LABELS[kind]}</a> `)}${years.map(([year]) => html`<a href="${FINDINGS_PAGE_PATH}${year}">${year}</a> `)}</nav>`;
  const toPage = (
    some: readonly FindingRow[],
    page: Pick<SitePage, "path" | "title" | "lead">,
  ): SitePage => ({
    description:
      "What happened to AI models and their prices, computed from dated facts: each finding with its statements.",
    kicker:
      page.path === FINDINGS_PAGE_PATH
        ? undefined
        : html`<a href="${FINDINGS_PAGE_PATH}">Findings</a>`,
    chapter: "Findings",
    ...page,
    scripts: ["charts"],
    main: [links, weeks(some, catalog)],
    data: {
      asOf: newestDate(some.map(({ date }) => date)),
      files: [{ label: "JSON", path: "/api/v1/findings?limit=50" }],
      dataset: { name: page.title },
    },
  });
  return [
    toPage(newestWeeks(findings), {
      path: FINDINGS_PAGE_PATH,
      title: "Findings",
      lead: html`What happened to AI models and their prices, computed from the recorded facts. Subscribe: <a href="${FINDINGS_FEED_PATH}.xml">Atom</a>, <a href="${FINDINGS_FEED_PATH}.json">JSON Feed</a>.`,
    }),
    ...kinds.map(({ kind, some }) =>
      toPage(some, {
        path: FINDINGS_PAGE_PATH + kind,
        title: `Findings: ${KIND_LABELS[kind].toLowerCase()}`,
        lead: `${formatCount(some.length, "finding")}, the newest first.`,
      }),
    ),
    ...years.map(([year, some]) =>
      toPage(some, {
        path: FINDINGS_PAGE_PATH + year,
        title: `Findings of ${year}`,
        lead: `${formatCount(some.length, "finding")}, the newest first.`,
      }),
    ),
  ];
}

/** Monday of the week of a day. */
function toWeek(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
}

/** Of the seven days up to the newest fact. */
export function findingsOfThisWeek({ findings, asOf }: Catalog): FindingRow[] {
  const from = new Date(`${asOf}T00:00:00Z`);
  from.setUTCDate(from.getUTCDate() - 6);
  const first = from.toISOString().slice(0, 10);
  return findings.filter(({ date }) => date >= first && date <= asOf);
}

function newestWeeks(findings: readonly FindingRow[]): FindingRow[] {
  const shown: FindingRow[] = [];
  for (const [, some] of groupBy(findings, ({ date }) => toWeek(date))) {
    if (shown.length >= ENOUGH) break;
    shown.push(...some);
  }
  return shown;
}

const weeks = (findings: readonly FindingRow[], catalog: Catalog): HtmlContent =>
  Array.from(
    groupBy(findings, ({ date }) => toWeek(date)),
    ([week, some]) =>
      renderSection(
        `week-${week}`,
        `Week of ${formatLongDate(week)}`,
        html`<ol class="dated findings">
${some.map((finding) => renderFinding(finding, catalog))}</ol>`,
      ),
  );

function renderFinding(finding: FindingRow, catalog: Catalog): Html {
  const { id, date, kind, title, summary, models } = finding;
  const model = PRICE_KINDS.has(kind) ? catalog.model(models[0] ?? "") : undefined;
  const chart = model && toPriceChart(model, catalog);
  return html`<li id="${id}">
<span class="when">${renderDate(date)}</span>
<div><h3><a href="${findingPagePath(finding)}">${title}</a></h3>
<p>${summary}</p>
${chart && renderChart(chart, catalog.service, "h4")}${statements(toFindingItem(finding, catalog))}</div>
</li>
`;
}

/** Who states it; nothing for own tests and notes, whose page has the evidence. */
function statements({ id, statements: all }: FindingItem): HtmlContent {
  const places = new Map(all.map(({ source, source_url, date }) => [source_url, { source, date }]));
  const links = Array.from(
    places,
    ([url, { source, date }]) =>
      html`<a href="${url}">${source === OPERATOR ? "a page that we read" : source}</a>, ${renderDate(date)}. `,
  );
  return renderFootnote(
    html`${links.length > 0 && html`Stated by ${links.slice(0, 4)}`}<a href="#${id}">Link to this finding</a>`,
  );
}
