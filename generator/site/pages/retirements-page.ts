/** Retirements of models: announced, past, and deprecated without a date. Also as a calendar. */
import { splitHostAndId } from "../../../build/cost/card-of-day.ts";
import type { CheckedModel, ModelNamesTableRow } from "../../../build/identity/listed-names.ts";
import type { Catalog } from "../../../build/model/catalog/catalog.ts";
import type { ModelRow } from "../../../build/model/catalog/rows.ts";
import { compareByCodePoint, groupBy } from "../../../build/schema/collections.ts";
import { toModelDetail } from "../../endpoints/models/get-model.ts";
import {
  CALENDAR_CONTENT_TYPE,
  listRetirements,
  type ModelRetirement,
  toICalendar,
} from "../../feeds/retirements.ts";
import { newestDate } from "../../http/envelope.ts";
import type { StaticFile } from "../../http/headers.ts";
import { findModelByName } from "../../http/names.ts";
import * as paths from "../components/addresses.ts";
import { type Chart, renderChart } from "../components/charts/chart.ts";
import { drawRetirementsByMonth } from "../components/charts/dot-rows.ts";
import { formatLongDate, formatWithCommas, type HtmlContent, html } from "../components/html.ts";
import * as ui from "../components/parts.ts";
import * as tables from "../components/table.ts";
import type { SitePage } from "../layout/page.ts";

const CALENDAR_PATH = `${paths.RETIREMENTS_PAGE_PATH}retirements.ics`;

/** The retirement calendar; no file if there is no retirement. */
export function makeRetirementCalendarFiles(catalog: Catalog): StaticFile[] {
  const all = listRetirements(catalog);
  const body = toICalendar(all, catalog.service);
  const file = { path: CALENDAR_PATH, body, contentType: CALENDAR_CONTENT_TYPE, owner: "site" };
  return all.length > 0 ? [file] : [];
}

/**
 * Slugs, aliases and hosts' model ids, also withdrawn ones, with their models, so that the browser can check a list
 * without sending it.
 */
export function makeModelNamesTableFile(catalog: Catalog) {
  const names = [
    ...catalog.models.flatMap(({ slug, aliases, past_ids }) => [
      slug,
      ...aliases,
      ...(past_ids ?? []).map((id) => splitHostAndId(id).id),
    ]),
    ...catalog.offers.flatMap(({ model_id, variants }) => [
      model_id,
      ...variants.map((variant) => variant.model_id),
    ]),
  ].map((name) => name.toLowerCase());
  const rows = [...new Set(names)]
    .sort(compareByCodePoint)
    .flatMap((name): ModelNamesTableRow[] => {
      const model = /\s/.test(name) ? undefined : findModelByName(name, catalog);
      return model ? [{ name, slug: model.slug }] : [];
    });
  const models = catalog.models.map((model) => toCheckedModel(model, catalog));
  return {
    path: paths.MODEL_NAMES_TABLE_DATA_PATH,
    title: "Names of AI models, one array per column",
    asOf: newestDate(catalog.models.map(({ as_of }) => as_of)),
    body: {
      columns: tables.rowsToArraysByColumn(rows),
      models: tables.rowsToArraysByColumn(models),
    },
  };
}

function toCheckedModel(model: ModelRow, catalog: Catalog): CheckedModel {
  const { cheapest_provider: host, ...detail } = toModelDetail(model, catalog);
  const { slug, name, status, retirement_date, sold_by_lab, replacement } = detail;
  const cheapest = host && { provider: host.provider, saving_vs_list: host.saving_vs_list };
  return { slug, name, status, retirement_date, sold_by_lab, replacement, cheapest };
}

export function makeRetirementsPage(catalog: Catalog): SitePage {
  const all = listRetirements(catalog);
  // Sorted by date; on the same day, retirements by labs come before those at other hosts.
  const announced = all
    .filter(({ date }) => date >= catalog.asOf)
    .sort(
      (a, b) =>
        compareByCodePoint(a.date, b.date) ||
        Number(b.isMaker) - Number(a.isMaker) ||
        compareByCodePoint(a.model, b.model),
    );
  const past = all.filter(({ date }) => date < catalog.asOf);
  const deprecated = deprecatedOf(catalog);
  const chart = toRetirementChart(all, catalog);
  const hasCalendar = all.length > 0;
  const calendar = { label: "Retirement calendar", path: CALENDAR_PATH, type: "text/calendar" };
  return {
    path: paths.RETIREMENTS_PAGE_PATH,
    title: "Retirements",
    description:
      "Retirement dates of AI models, as announced by labs and hosts, and models that are deprecated without a date.",
    chapter: "Retirements",
    feeds: [paths.toAtomLink("Retirements", paths.RETIREMENTS_FEED_PATH)],
    charts: [chart],
    scripts: ["retirement-check", "charts"],
    main: [
      ui.renderKeyFigures(retirementFigures(announced, past, deprecated)),
      ui.renderTwoColumns(
        [
          ui.renderSection("upcoming", "Announced, the nearest first", [
            announced.length === 0 && html`<p>No retirement is announced.</p>`,
            retirementTable("Announced retirements", announced, catalog, true),
          ]),
          chart && ui.renderSection("timeline", chart.title, renderChart(chart, catalog.service)),
          past.length > 0 &&
            ui.renderSection("past", "Past, the latest first", [
              html`<p>Other hosts may still sell a model that its lab has retired. The page of the model lists its hosts.</p>\n`,
              retirementTable("Past retirements", past, catalog, false),
            ]),
        ],
        [
          ui.renderSection("mine", "Check my list", CHECK),
          ui.renderSection(
            "subscribe",
            "Subscribe",
            html`<p>${hasCalendar && html`<a href="${CALENDAR_PATH}">Calendar</a> (iCal), `}${ui.renderFeedLinks(paths.RETIREMENTS_FEED_PATH)}</p>\n`,
          ),
          ui.renderSection("deprecated", "Deprecated, no date announced", [
            deprecatedTable(deprecated, catalog),
          ]),
        ],
      ),
    ],
    data: {
      asOf: newestDate([
        ...all.map(({ recorded }) => recorded),
        ...deprecated.map(({ as_of }) => as_of),
      ]),
      files: [
        { label: "CSV (every offer)", path: "/api/v1/export/provider-offers", type: "text/csv" },
        { label: "CSV (every model)", path: "/api/v1/export/models", type: "text/csv" },
        ...(hasCalendar ? [calendar] : []),
      ],
      dataset: { name: "Retirements of AI models" },
    },
  };
}

/** @param announced The earliest first. @param past The latest first. */
function retirementFigures(
  announced: readonly ModelRetirement[],
  past: readonly ModelRetirement[],
  deprecated: readonly Deprecated[],
): ui.KeyFigure[] {
  const [next] = announced;
  const [latest] = past;
  const onDay = announced.filter(({ date }) => date === next?.date);
  const other = onDay.length - 1;
  const until = next && html`until ${ui.renderDate(announced.at(-1)?.date ?? null)}`;
  const hosts = new Set(deprecated.flatMap((one) => one.hosts));
  const which =
    next &&
    html`${ui.modelLink(next.model, next.name)}${other > 0 && ` and ${other} more`} <span class="needs-script" data-days="${next.date}"></span>`;
  const count = (label: string, of: readonly unknown[], below: HtmlContent): ui.KeyFigure => [
    label,
    formatWithCommas(of.length),
    below,
  ];
  return [
    ["Next retirement", next ? ui.renderDate(next.date) : "none", which ?? "announced"],
    count("Announced", announced, until),
    count("Deprecated without a date", deprecated, `at ${ui.pluralize(hosts.size, "host")}`),
    count("Past", past, latest && html`the latest on ${ui.renderDate(latest.date)}`),
  ];
}

function toRetirementChart(all: readonly ModelRetirement[], { asOf }: Catalog): Chart | null {
  if (all.length === 0) return null;
  const ends = all.map(({ name, model, hostName: host, date }) => {
    return { name, href: paths.modelPagePath(model), host, date };
  });
  return {
    id: "retirements/all",
    title: retirementClaim(all, asOf),
    subtitle:
      "Retirements of AI models by month. Each dot is the retirement of a model by its lab or by another host; grey dots are in the past.",
    asOf: newestDate(all.map(({ recorded }) => recorded)),
    page: paths.RETIREMENTS_PAGE_PATH,
    table: "#upcoming",
    columns: ["model", "name", "host", "retirement_date"],
    rows: all.map(({ model, name, host, date }) => [model, name, host, date]),
    draw: (isWide) => drawRetirementsByMonth(ends, asOf, isWide),
  };
}

function retirementClaim(all: readonly ModelRetirement[], asOf: string): string {
  const announced = all.filter(({ date }) => date >= asOf);
  const until = newestDate(announced.map(({ date }) => date));
  return until === null
    ? `${ui.pluralize(all.length, "retirement")}, none announced`
    : `${ui.pluralize(announced.length, "announced retirement")} until ${formatLongDate(until)}`;
}

/** A form that checks pasted model ids in the browser: whether each is retired, and its replacement. */
const CHECK = html`<form id="check">
<label>Paste ids, a configuration file or code. The text stays in your browser and is not sent anywhere.
<textarea rows="4" spellcheck="false" placeholder="gpt-4o-2024-05-13, claude-3-opus-20240229"></textarea></label>
<p><button disabled>Check</button> <span role="status"></span></p>
<div></div>
</form>
<noscript><p>This form needs JavaScript, which is switched off in your browser. The API states the <code>status</code>, <code>retirement_date</code> and <code>replacement</code> of a model at <code>/api/v1/models/{id}</code>.</p></noscript>
`;

const retirementTable = (
  caption: string,
  rows: readonly ModelRetirement[],
  catalog: Catalog,
  isToCome: boolean,
): HtmlContent =>
  tables.renderFoldedTable<ModelRetirement>({
    caption,
    isCaptionHidden: true,
    style: "sourced",
    columns: [
      tables.htmlTextColumn("Model", ({ model, host, isMaker }) =>
        isMaker ? ui.modelLinkWithTile(model, catalog) : ui.modelAndHostLinks(model, host, catalog),
      ),
      tables.htmlNumberColumn("Date", ({ date, model, at }) => [
        ui.tagFiguresWithApiAddress(
          `/api/v1/models/${model}`,
          ui.renderApiValue(date, at, ui.renderDate),
        ),
        // A script counts the days, because the page may be older than the day on which it is read.
        isToCome && html` <small class="needs-script" data-days="${date}"></small>`,
      ]),
      tables.htmlTextColumn(
        "Replacement",
        ({ model }) => {
          const next = catalog.getModel(model).replacement;
          return next ? ui.renderReplacement(next) : ui.renderSmallRemark("none named");
        },
        "below-row",
        "replacement",
      ),
      tables.htmlSourceColumn(catalog, ({ source, sourceUrl }) => [source, sourceUrl]),
    ],
    rows,
    ...(!isToCome && { shown: PAST_SHOWN }),
  });

const PAST_SHOWN = 30;
const DEPRECATED_SHOWN = 16;

type Deprecated = ReturnType<typeof deprecatedOf>[number];

/** Models that a host calls deprecated without a date, the most recently recorded first. */
function deprecatedOf(catalog: Catalog) {
  const offers = catalog.offers.filter(
    ({ status, retirement_date }) => status === "deprecated" && retirement_date === null,
  );
  return [...groupBy(offers, ({ model }) => model)]
    .map(([model, of]) => ({
      model,
      hosts: of.map(({ host }) => host).sort(compareByCodePoint),
      as_of: newestDate(of.map(({ as_of }) => as_of)) ?? "",
    }))
    .sort((a, b) => compareByCodePoint(b.as_of, a.as_of) || compareByCodePoint(a.model, b.model));
}

const deprecatedTable = (rows: readonly Deprecated[], catalog: Catalog): HtmlContent =>
  tables.renderFoldedTable<Deprecated>({
    shown: DEPRECATED_SHOWN,
    caption: "Models that a host calls deprecated without a retirement date",
    isCaptionHidden: true,
    columns: [
      tables.htmlTextColumn("Model", ({ model }) => ui.modelLinkWithTile(model, catalog)),
      tables.htmlTextColumn("Hosts", ({ hosts }) =>
        ui.joinHtmlContents(hosts.map((host) => ui.providerLinkOfSlug(host, catalog))),
      ),
      tables.htmlDateColumn("As of", ({ as_of }) => as_of),
    ],
    rows,
  });
