/** Findings: the newest that has a chart, then by week, each with its values as bars; a page for every year and every kind. */
import type { Catalog } from "../../../build/model/catalog/catalog.ts";
import type { FindingRow } from "../../../build/model/catalog/rows.ts";
import { groupBy } from "../../../build/schema/collections.ts";
import { toBlendedPrice } from "../../../build/schema/fields.ts";
import { rankBenchmarkScores } from "../../endpoints/benchmarks/benchmarks.ts";
import { type PublishedFinding, toPublishedFinding } from "../../endpoints/findings/findings.ts";
import { newestDate } from "../../http/envelope.ts";
import {
  FINDINGS_FEED_PATH,
  FINDINGS_PAGE_PATH,
  findingPagePath,
} from "../components/addresses.ts";
import { type Chart, renderChart } from "../components/charts/chart.ts";
import { getLabCssClass } from "../components/chips.ts";
import {
  formatLongDate,
  formatUsdOrFree,
  type Html,
  type HtmlContent,
  html,
  renderCopyable,
} from "../components/html.ts";
import {
  formatCount,
  joinHtmlContents,
  modelLinkOfSlug,
  renderDate,
  renderDefinitionList,
  renderFootnote,
  renderPercent,
  renderSection,
  renderTwoColumns,
} from "../components/parts.ts";
import { renderWrongLink } from "../components/wrong-fact.ts";
import type { SitePage } from "../layout/page.ts";
import { toBenchmarkChart } from "./benchmark-pages.ts";
import { toPriceChart } from "./model/price-charts.ts";

/** The page shows the newest weeks until it has so many findings. */
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
/** Source of what a person read on a page. */
const OPERATOR = "operator";

export function makeFindingsPages(catalog: Catalog): SitePage[] {
  const { findings } = catalog;
  if (findings.length === 0) return [];
  const years = [...groupBy(findings, ({ date }) => date.slice(0, 4))];
  const kinds = KINDS.flatMap((kind) => {
    const some = findings.filter((one) => one.kind === kind);
    return some.length > 0 ? [{ kind, some }] : [];
  });
  const places = [
    { name: "", label: "Newest" },
    ...kinds.map(({ kind, some }) => ({
      name: kind,
      label: `${KIND_LABELS[kind]} ${some.length}`,
    })),
    ...years.map(([year, some]) => ({ name: year, label: `${year}: ${some.length}` })),
  ];
  const links = (current: string | null) =>
    html`<nav class="chips" aria-label="Findings by kind and year">${places.map(
      ({ name, label }) => {
        const path = FINDINGS_PAGE_PATH + name;
        return html`<a class="filter-chip${path === current && html` on" aria-current="page`}" href="${path}">${label}</a> `;
      },
    )}</nav>`;
  const toPage = (
    some: readonly FindingRow[],
    page: Pick<SitePage, "path" | "title" | "lead">,
  ): SitePage => ({
    description:
      "News about AI models and their prices, computed from dated facts. Each finding shows the values that sources state.",
    kicker:
      page.path === FINDINGS_PAGE_PATH
        ? undefined
        : html`<a href="${FINDINGS_PAGE_PATH}">Findings</a>`,
    chapter: "Findings",
    ...page,
    scripts: ["charts"],
    subnavigation: links(page.path),
    main: [
      // An old finding beside a chart of today might be wrong by now.
      !/^\d/.test(page.path?.slice(FINDINGS_PAGE_PATH.length) ?? "") && lead(some, catalog),
      page.path === FINDINGS_PAGE_PATH ? byWeek(some, catalog) : byMonth(some, catalog),
    ],
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
      lead: "News about AI models and their prices, computed from the recorded facts.",
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

function newestWeeks(findings: readonly FindingRow[]): FindingRow[] {
  const shown: FindingRow[] = [];
  for (const [, some] of groupBy(findings, ({ date }) => toWeek(date))) {
    if (shown.length >= ENOUGH) break;
    shown.push(...some);
  }
  return shown;
}

const byWeek = (findings: readonly FindingRow[], catalog: Catalog): HtmlContent =>
  toSections(
    groupBy(findings, ({ date }) => toWeek(date)),
    (week) => `Week of ${formatLongDate(week)}`,
    catalog,
  );

const byMonth = (findings: readonly FindingRow[], catalog: Catalog): HtmlContent =>
  toSections(
    groupBy(findings, ({ date }) => date.slice(0, 7)),
    formatLongDate,
    catalog,
  );

const toSections = (
  groups: ReadonlyMap<string, readonly FindingRow[]>,
  toTitle: (date: string) => string,
  catalog: Catalog,
): HtmlContent =>
  Array.from(groups, ([date, some]) =>
    renderSection(
      `from-${date}`,
      toTitle(date),
      html`<ol class="dated findings">
${some.map((finding) => renderFinding(finding, catalog))}</ol>`,
    ),
  );

/** The newest that has a chart, with what one quotes it by. */
function lead(findings: readonly FindingRow[], catalog: Catalog): HtmlContent {
  for (const finding of findings) {
    const chart = chartOf(finding, catalog);
    if (!chart) continue;
    const { id, date, kind, title, summary, models } = finding;
    const { name: service, base_url } = catalog.service;
    const address = `${base_url}${FINDINGS_PAGE_PATH}${date.slice(0, 4)}#${id}`;
    return renderTwoColumns(
      renderSection("newest", title, [
        html`<p class="kicker"><span><span class="status">${KIND_LABELS[kind]}</span> ${renderDate(date)}</span></p>
<p>${summary}</p>
`,
        renderChart(chart, catalog.service),
      ]),
      renderSection("statement", "The statement", [
        renderDefinitionList([
          ["Models", joinHtmlContents(models.map((slug) => modelLinkOfSlug(slug, catalog)))],
          ["Sources", joinHtmlContents(sourceLinks(toPublishedFinding(finding, catalog), catalog))],
          [
            "Subscribe",
            html`<a href="${FINDINGS_FEED_PATH}.xml">Atom</a>, <a href="${FINDINGS_FEED_PATH}.json">JSON Feed</a>`,
          ],
          ["Quote", renderCopyable(html`“${summary}” ${service}, ${address}`, html`class="wrap"`)],
        ]),
      ]),
    );
  }
  return null;
}

/** Null for kinds without one, and where another model leads by now. */
function chartOf({ id, date, kind, models }: FindingRow, catalog: Catalog): Chart | null {
  const model = catalog.model(models[0] ?? "");
  if (!model) return null;
  if (kind === "price_drop" || kind === "price_rise") return toPriceChart(model, catalog);
  const benchmark =
    kind === "top_score" &&
    catalog.benchmarks.find(({ slug }) => id === `${date}-top-score-${slug}-${model.slug}`);
  const leads = benchmark && rankBenchmarkScores(benchmark, catalog)[0]?.model === model.slug;
  return leads ? toBenchmarkChart(benchmark, catalog) : null;
}

function renderFinding(finding: FindingRow, catalog: Catalog): Html {
  const { id, date, title, summary, models } = finding;
  const lab = catalog.model(models[0] ?? "")?.lab ?? "";
  const compared = comparedValues(finding);
  return html`<li id="${id}" class="${getLabCssClass(lab)}">
<span class="when">${renderDate(date)}</span>
<div><h3><a href="${findingPagePath(finding)}">${title}</a></h3>
<p>${summary}</p>
${statements(finding, catalog)}</div>
${compared && renderBars(compared.bars)}<span class="change">${compared?.change}</span>
</li>
`;
}

type Bar = [label: string, value: number, text: string];

/** Two values, the one that it is about last; none for own tests and notes. */
function comparedValues({
  kind,
  numbers: of,
}: FindingRow): { bars: [Bar, Bar]; change?: HtmlContent } | undefined {
  const usd = (label: string, value: number | null | undefined): Bar => [
    label,
    value ?? 0,
    formatUsdOrFree(value ?? null),
  ];
  const plain = (label: string, value = 0): Bar => [label, value, String(Number(value.toFixed(2)))];
  const times = (ratio = 0) => `${ratio < 10 ? Number(ratio.toFixed(1)) : Math.round(ratio)}×`;
  switch (kind) {
    case "price_drop":
    case "price_rise":
      return {
        bars: [
          usd("before", toBlendedPrice(of.old_input ?? null, of.old_output ?? null)),
          usd("after", toBlendedPrice(of.new_input ?? null, of.new_output ?? null)),
        ],
        change: html`<b>${renderPercent(of.pct_blended ?? 0)}</b>`,
      };
    case "new_cheapest":
      return {
        bars: [usd("best before", of.best_before), usd("now", of.blended)],
        change: html`<b>${renderPercent(-(of.pct_below ?? 0))}</b>`,
      };
    case "top_score":
      return { bars: [plain("second", of.runner_up_score), plain("first", of.score)] };
    case "spread":
      return {
        bars: [usd("lowest", of.lowest), usd("highest", of.highest)],
        change: html`<b>${times(of.ratio)}</b>`,
      };
    case "new_model":
      return of.input && of.output
        ? { bars: [usd("input", of.input), usd("output", of.output)] }
        : undefined;
    default: {
      const [low, high] = ["lowest_", "highest_"].map((start) =>
        Object.entries(of).find(([name]) => name.startsWith(start)),
      );
      return low && high
        ? { bars: [plain("lowest", low[1]), plain("highest", high[1])] }
        : undefined;
    }
  }
}

/** From zero, so that their lengths can be compared. */
function renderBars(bars: readonly Bar[]): Html {
  const most = Math.max(...bars.map(([, value]) => value), Number.MIN_VALUE);
  const label = bars.map(([name, , text]) => `${name} ${text}`).join(", ");
  return html`<svg class="bars" viewBox="0 0 220 36" width="220" height="36" role="img" aria-label="${label}">${bars.map(
    ([name, value, text], at) => {
      const width = Math.max(1, Math.round((90 * Math.max(0, value)) / most));
      const y = 18 * at;
      return html`<text class="end" x="68" y="${y + 13}">${name}</text><rect${at === bars.length - 1 && html` class="here"`} x="74" y="${y + 3}" width="${width}" height="12"/><text x="${79 + width}" y="${y + 13}">${text}</text>`;
    },
  )}</svg>
`;
}

/** Who states it, and since when; none for own tests and notes, whose page has the evidence. */
function sourceLinks({ statements: all }: PublishedFinding, { sources }: Catalog): Html[] {
  const nameOf = (id: string) => sources.find((source) => source.id === id)?.name ?? id;
  return [...groupBy(all, ({ source, date }) => `${source} ${date}`).values()].flatMap(([first]) =>
    first
      ? html`<a href="${first.source_url}">${first.source === OPERATOR ? "a page that we read" : nameOf(first.source)}</a> (${renderDate(first.date)})`
      : [],
  );
}

function statements(finding: FindingRow, catalog: Catalog): HtmlContent {
  const { id, title, summary } = finding;
  const item = toPublishedFinding(finding, catalog);
  const links = sourceLinks(item, catalog);
  const source = item.statements[0]?.source_url ?? null;
  const fact = { title: `Finding: ${title}`, row: `findings ${id}`, value: summary, source };
  return renderFootnote(
    html`${links.length > 0 && html`Stated by ${joinHtmlContents(links)}. `}<a href="#${id}">Link to this finding</a> ${renderWrongLink(fact, catalog.service)}`,
  );
}
