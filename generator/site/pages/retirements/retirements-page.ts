/** When models are retired: announced, past, and deprecated without a date. Also as a calendar. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import { byText, groupBy } from "../../../../build/schema/collections.ts";
import {
  CALENDAR_TYPE,
  type Retirement,
  retirements,
  toCalendar,
} from "../../../feeds/retirements.ts";
import { newest } from "../../../http/envelope.ts";
import type { StaticFile } from "../../../http/headers.ts";
import { ATOM_TYPE, RETIREMENTS_FEED, RETIREMENTS_PATH } from "../../components/addresses.ts";
import { type Html, html } from "../../components/html.ts";
import { KIND_WORDS } from "../../components/offers.ts";
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
} from "../../components/parts.ts";
import {
  type Column,
  column,
  dateColumn,
  figure,
  foldedTable,
  table,
} from "../../components/table.ts";
import type { SitePage } from "../../layout/page.ts";

const CALENDAR_PATH = `${RETIREMENTS_PATH}retirements.ics`;

/** None where it would have no event. */
export function calendarFiles(catalog: Catalog): StaticFile[] {
  const all = retirements(catalog);
  if (all.length === 0) return [];
  const body = toCalendar(all, catalog.service);
  return [{ path: CALENDAR_PATH, body, contentType: CALENDAR_TYPE, owner: "site" }];
}

export function retirementsPage(catalog: Catalog): SitePage {
  const all = retirements(catalog);
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
      announced(all.filter(({ date }) => date >= catalog.asOf).toReversed(), hasCalendar),
      past(all.filter(({ date }) => date < catalog.asOf)),
      deprecatedSection(deprecated, catalog),
    ],
    data: {
      asOf: newest([
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

/** @param rows The nearest date first. */
const announced = (rows: readonly Retirement[], hasCalendar: boolean): Html =>
  section(
    "upcoming",
    "Announced",
    html`${rows.length === 0 ? html`<p>No retirement is announced.</p>` : foldedTable({ caption: "Nearest date first", columns: COLUMNS, rows })}
${note(html`Subscribe: ${hasCalendar && html`<a href="${CALENDAR_PATH}">calendar</a> (iCal), `}<a href="${RETIREMENTS_FEED}.xml">Atom</a>, <a href="${RETIREMENTS_FEED}.json">JSON Feed</a>.`)}`,
  );

const past = (rows: readonly Retirement[]): Html | false =>
  rows.length > 0 &&
  section(
    "past",
    "Past",
    html`<p>A model retired by its maker may still be sold elsewhere: its page lists the hosts.</p>
${foldedTable({ caption: "Latest date first", columns: COLUMNS, rows })}`,
  );

const COLUMNS: readonly Column<Retirement>[] = [
  column("Model", ({ model, name }) => modelLink(model, name)),
  figure("Date", ({ date, model, at }) =>
    fromAnswer(`/api/v1/models/${model}`, fact(date, at, dateTag(date))),
  ),
  column(
    "Host",
    ({ host, hostName, isMaker }) =>
      html`${providerLink(host, hostName)}${isMaker && html` <span class="mark">${KIND_WORDS.lab}</span>`}`,
  ),
];

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
      as_of: newest(of.map(({ as_of }) => as_of)) ?? "",
    }))
    .sort((a, b) => byText(b.as_of, a.as_of) || byText(a.model, b.model));
}

const deprecatedSection = (rows: readonly Deprecated[], catalog: Catalog): Html | false =>
  rows.length > 0 &&
  section(
    "deprecated",
    "Deprecated, no date announced",
    table<Deprecated>({
      caption: "Models that a host calls deprecated without a retirement date",
      columns: [
        column("Model", ({ model }) => namedModel(model, catalog)),
        column("Hosts", ({ hosts }) =>
          commaList(hosts.map((host) => namedProvider(host, catalog))),
        ),
        dateColumn("As of", ({ as_of }) => as_of),
      ],
      rows,
    }),
  );
