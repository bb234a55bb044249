/** When models are retired: announced, past, and deprecated without a date. Also as a calendar. */
import type { Catalog } from "../../../build/model/catalog/catalog.ts";
import { byText, groupBy } from "../../../build/schema/collections.ts";
import {
  CALENDAR_CONTENT_TYPE,
  listRetirements,
  type Retirement,
  toICalendar,
} from "../../feeds/retirements.ts";
import { newestDate } from "../../http/envelope.ts";
import type { StaticFile } from "../../http/headers.ts";
import { ATOM_TYPE, RETIREMENTS_FEED, RETIREMENTS_PATH } from "../components/addresses.ts";
import { type Content, html } from "../components/html.ts";
import { KIND_WORDS } from "../components/offers.ts";
import {
  commaList,
  dateTag,
  fact,
  fromAnswer,
  modelLink,
  namedModel,
  namedProvider,
  note,
  providerLink,
  section,
} from "../components/parts.ts";
import { column, dateColumn, figure, foldedTable, table } from "../components/table.ts";
import type { SitePage } from "../layout/page.ts";

const CALENDAR_PATH = `${RETIREMENTS_PATH}retirements.ics`;

/** None where it would have no event. */
export function calendarFiles(catalog: Catalog): StaticFile[] {
  const all = listRetirements(catalog);
  const body = toICalendar(all, catalog.service);
  const file = { path: CALENDAR_PATH, body, contentType: CALENDAR_CONTENT_TYPE, owner: "site" };
  return all.length > 0 ? [file] : [];
}

export function retirementsPage(catalog: Catalog): SitePage {
  const all = listRetirements(catalog);
  const announced = all.filter(({ date }) => date >= catalog.asOf).toReversed();
  const past = all.filter(({ date }) => date < catalog.asOf);
  const deprecated = deprecatedOf(catalog);
  const hasCalendar = all.length > 0;
  const calendar = { label: "Calendar", path: CALENDAR_PATH, type: "text/calendar" };
  return {
    path: RETIREMENTS_PATH,
    title: "Retirements",
    description:
      "Retirement dates of AI models as their makers and hosts announce them, and models deprecated without a date.",
    chapter: "Retirements",
    feeds: [{ title: "Retirements (Atom)", href: `${RETIREMENTS_FEED}.xml`, type: ATOM_TYPE }],
    main: [
      section("upcoming", "Announced", [
        announced.length === 0 && html`<p>No retirement is announced.</p>`,
        retirementTable("Nearest date first", announced),
        note(
          html`Subscribe: ${hasCalendar && html`<a href="${CALENDAR_PATH}">calendar</a> (iCal), `}<a href="${RETIREMENTS_FEED}.xml">Atom</a>, <a href="${RETIREMENTS_FEED}.json">JSON Feed</a>.`,
        ),
      ]),
      past.length > 0 &&
        section("past", "Past", [
          html`<p>A model retired by its maker may still be sold elsewhere: its page lists the hosts.</p>\n`,
          retirementTable("Latest date first", past),
        ]),
      section(
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

const retirementTable = (caption: string, rows: readonly Retirement[]): Content =>
  foldedTable<Retirement>({
    caption,
    columns: [
      column("Model", ({ model, name }) => modelLink(model, name)),
      figure("Date", ({ date, model, at }) =>
        fromAnswer(`/api/v1/models/${model}`, fact(date, at, dateTag)),
      ),
      column(
        "Host",
        ({ host, hostName, isMaker }) =>
          html`${providerLink(host, hostName)}${isMaker && html` <span class="mark">${KIND_WORDS.lab}</span>`}`,
      ),
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
      hosts: of.map(({ host }) => host).sort(byText),
      as_of: newestDate(of.map(({ as_of }) => as_of)) ?? "",
    }))
    .sort((a, b) => byText(b.as_of, a.as_of) || byText(a.model, b.model));
}

const deprecatedTable = (rows: readonly Deprecated[], catalog: Catalog): Content =>
  table<Deprecated>({
    caption: "Models that a host calls deprecated without a retirement date",
    columns: [
      column("Model", ({ model }) => namedModel(model, catalog)),
      column("Hosts", ({ hosts }) => commaList(hosts.map((host) => namedProvider(host, catalog)))),
      dateColumn("As of", ({ as_of }) => as_of),
    ],
    rows,
  });
