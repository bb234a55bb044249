/** When models are retired: announced, past, and deprecated without a date. Also as a calendar. */
import type { Catalog } from "../../../build/model/catalog/catalog.ts";
import { compareByCodePoint, groupBy } from "../../../build/schema/collections.ts";
import {
  CALENDAR_CONTENT_TYPE,
  listRetirements,
  type Retirement,
  toICalendar,
} from "../../feeds/retirements.ts";
import { newestDate } from "../../http/envelope.ts";
import type { StaticFile } from "../../http/headers.ts";
import {
  ATOM_CONTENT_TYPE,
  modelPagePath,
  RETIREMENTS_FEED_PATH,
  RETIREMENTS_PAGE_PATH,
} from "../components/addresses.ts";
import { type Chart, renderChart } from "../components/charts/chart.ts";
import { drawMonths } from "../components/charts/dot-rows.ts";
import { labClass } from "../components/chips.ts";
import { formatLongDate, type HtmlContent, html } from "../components/html.ts";
import { HOST_KIND_LABELS } from "../components/offers.ts";
import {
  formatCount,
  joinHtmlContents,
  markApiAddress,
  modelLink,
  modelLinkOfSlug,
  providerLink,
  providerLinkOfSlug,
  renderApiValue,
  renderDate,
  renderFootnote,
  renderSection,
} from "../components/parts.ts";
import {
  dateColumn,
  numberColumn,
  renderFoldedTable,
  renderTable,
  textColumn,
} from "../components/table.ts";
import type { SitePage } from "../layout/page.ts";

const CALENDAR_PATH = `${RETIREMENTS_PAGE_PATH}retirements.ics`;

/** None where it would have no event. */
export function makeRetirementCalendarFiles(catalog: Catalog): StaticFile[] {
  const all = listRetirements(catalog);
  const body = toICalendar(all, catalog.service);
  const file = { path: CALENDAR_PATH, body, contentType: CALENDAR_CONTENT_TYPE, owner: "site" };
  return all.length > 0 ? [file] : [];
}

export function makeRetirementsPage(catalog: Catalog): SitePage {
  const all = listRetirements(catalog);
  const announced = all.filter(({ date }) => date >= catalog.asOf).toReversed();
  const past = all.filter(({ date }) => date < catalog.asOf);
  const deprecated = deprecatedOf(catalog);
  const chart = toRetirementChart(catalog);
  const hasCalendar = all.length > 0;
  const calendar = { label: "Calendar", path: CALENDAR_PATH, type: "text/calendar" };
  return {
    path: RETIREMENTS_PAGE_PATH,
    title: "Retirements",
    description:
      "Retirement dates of AI models as their makers and hosts announce them, and models deprecated without a date.",
    chapter: "Retirements",
    feeds: [
      {
        title: "Retirements (Atom)",
        href: `${RETIREMENTS_FEED_PATH}.xml`,
        type: ATOM_CONTENT_TYPE,
      },
    ],
    scripts: ["retirement-check", "charts"],
    main: [
      renderSection("mine", "Check my list", CHECK),
      chart && renderSection("timeline", "Timeline", renderChart(chart, catalog.service, "h3")),
      renderSection("upcoming", "Announced", [
        announced.length === 0 && html`<p>No retirement is announced.</p>`,
        retirementTable("Nearest date first", announced, catalog),
        renderFootnote(
          html`Subscribe: ${hasCalendar && html`<a href="${CALENDAR_PATH}">calendar</a> (iCal), `}<a href="${RETIREMENTS_FEED_PATH}.xml">Atom</a>, <a href="${RETIREMENTS_FEED_PATH}.json">JSON Feed</a>.`,
        ),
      ]),
      past.length > 0 &&
        renderSection("past", "Past", [
          html`<p>A model that its lab has retired may still be sold elsewhere: its page lists the hosts.</p>\n`,
          retirementTable("Latest date first", past, catalog),
        ]),
      renderSection(
        "deprecated",
        "Deprecated, no date announced",
        deprecated.length > 0 && deprecatedTable(deprecated, catalog),
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

/** @returns Null where nothing retires. */
export function toRetirementChart(catalog: Catalog): Chart | null {
  const { asOf } = catalog;
  const all = listRetirements(catalog);
  if (all.length === 0) return null;
  const ends = all.map(({ name, model, hostName, date }) => ({
    ...{ name, href: modelPagePath(model), host: hostName, date },
    colour: labClass(catalog.getModel(model).lab),
  }));
  return {
    id: "retirements/all",
    title: retirementClaim(
      all.map(({ date }) => date),
      asOf,
    ),
    subtitle:
      "Retirements of AI models by month. Each dot is a model at its lab or at another host, in the colour of the lab; retirements after the line are announced.",
    asOf: newestDate(all.map(({ recorded }) => recorded)),
    ...{ page: RETIREMENTS_PAGE_PATH, table: "#upcoming" },
    columns: ["model", "name", "host", "retirement_date"],
    rows: all.map(({ model, name, host, date }) => [model, name, host, date]),
    draw: (isWide) => drawMonths(ends, asOf, isWide),
  };
}

/** How many are announced, until when, and which month has had the most; of several such months, none is named. */
function retirementClaim(dates: readonly string[], asOf: string): string {
  const months = [...groupBy(dates, (date) => date.slice(0, 7))].sort(
    ([, a], [, b]) => b.length - a.length,
  );
  const [most, second] = months;
  const announced = dates.filter((date) => date >= asOf).toSorted();
  const until = announced.at(-1);
  const first =
    until === undefined
      ? `${formatCount(dates.length, "retirement")}, none announced`
      : `${formatCount(announced.length, "retirement")} announced until ${formatLongDate(until)}`;
  return most && most[1].length > (second?.[1].length ?? 1)
    ? `${first}; ${formatLongDate(most[0])} has the most, ${most[1].length}`
    : first;
}

/** With script: for each id in a text, whether it is retired, and what then. */
const CHECK = html`<form id="check">
<label>Paste ids, a configuration file or code. Nothing leaves the browser but the ids found in it, which are asked for one by one.
<textarea rows="4" spellcheck="false" placeholder="gpt-4o-2024-05-13, claude-3-opus-20240229"></textarea></label>
<p><button>Check</button> <span role="status"></span></p>
<div></div>
</form>
<noscript><p>The check needs a script; <code>/api/v1/models/{id}</code> says the same of each id: <code>status</code>, <code>retirement_date</code>, <code>replacement</code>.</p></noscript>
`;

const retirementTable = (
  caption: string,
  rows: readonly Retirement[],
  catalog: Catalog,
): HtmlContent =>
  renderFoldedTable<Retirement>({
    caption,
    columns: [
      textColumn("Model", ({ model, name }) => modelLink(model, name)),
      numberColumn("Date", ({ date, model, at }) =>
        markApiAddress(`/api/v1/models/${model}`, renderApiValue(date, at, renderDate)),
      ),
      textColumn(
        "Host",
        ({ host, hostName, isMaker }) =>
          html`${providerLink(host, hostName)}${isMaker && html` <span class="mark">${HOST_KIND_LABELS.lab}</span>`}`,
      ),
      textColumn("Replacement", ({ model }) => {
        const next = catalog.getModel(model).replacement;
        return next && (next.slug === null ? next.name : modelLink(next.slug, next.name));
      }),
    ],
    rows,
  });

interface Deprecated {
  model: string;
  hosts: readonly string[];
  as_of: string;
}

/** Models that a host calls deprecated without a date, the newest statement first. */
function deprecatedOf(catalog: Catalog): Deprecated[] {
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
  renderTable<Deprecated>({
    caption: "Models that a host calls deprecated without a retirement date",
    columns: [
      textColumn("Model", ({ model }) => modelLinkOfSlug(model, catalog)),
      textColumn("Hosts", ({ hosts }) =>
        joinHtmlContents(hosts.map((host) => providerLinkOfSlug(host, catalog))),
      ),
      dateColumn("As of", ({ as_of }) => as_of),
    ],
    rows,
  });
