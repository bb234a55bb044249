/** When models stop being sold: days to come, days past, and what is deprecated without a day. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import { byText, groupBy } from "../../../../build/schema/collections.ts";
import { ATOM_TYPE } from "../../../feeds/atom.ts";
import { RETIREMENTS_FEED } from "../../../feeds/retirement-feed.ts";
import { newest } from "../../../http/envelope.ts";
import { type Retirement, retirements } from "../../../retirements/retirement.ts";
import { modelPage, providerPage, RETIREMENTS_PATH } from "../../components/addresses.ts";
import { fact } from "../../components/fact.ts";
import { redDate } from "../../components/format.ts";
import { type Html, html } from "../../components/html.ts";
import { longTable } from "../../components/long-table.ts";
import { section } from "../../components/section.ts";
import { type Column, table } from "../../components/table.ts";
import { toDataset } from "../../layout/json-ld.ts";
import { pageTitle, toPage } from "../../layout/page.ts";

export const CALENDAR_PATH = `${RETIREMENTS_PATH}retirements.ics`;

const TITLE = "Retirements";
const LEAD =
  "Days on which AI models stop being sold, as their makers and hosts name them, and what is deprecated without a day.";

export function retirementsPage(catalog: Catalog): Html {
  const all = retirements(catalog);
  const deprecated = deprecatedOf(catalog);
  const asOf = newest([
    ...all.map(({ recorded }) => recorded),
    ...deprecated.map(({ as_of }) => as_of),
  ]);
  const data = [
    { label: "CSV (every offer)", path: "/api/v1/export/provider-offers", type: "text/csv" },
    { label: "CSV (every model)", path: "/api/v1/export/models", type: "text/csv" },
    ...(all.length > 0 ? [{ label: "Calendar", path: CALENDAR_PATH, type: "text/calendar" }] : []),
  ];
  return toPage(
    {
      path: RETIREMENTS_PATH,
      title: TITLE,
      description: LEAD,
      chapter: "Retirements",
      feeds: [{ title: "Retirements (Atom)", href: `${RETIREMENTS_FEED}.xml`, type: ATOM_TYPE }],
      dataset: toDataset(
        {
          name: "Retirements of AI models",
          description: LEAD,
          path: RETIREMENTS_PATH,
          asOf,
          distribution: data,
        },
        catalog,
      ),
      head: pageTitle({ title: TITLE, lead: LEAD }),
      main: [
        upcoming(all.filter(({ date }) => date >= catalog.asOf).toReversed(), all.length > 0),
        past(all.filter(({ date }) => date < catalog.asOf)),
        deprecatedSection(deprecated, catalog),
      ],
      provenance: { asOf, data },
    },
    catalog.service,
  );
}

/** @param rows The nearest day first. */
const upcoming = (rows: readonly Retirement[], hasCalendar: boolean): Html =>
  section(
    "upcoming",
    "To come",
    html`${rows.length === 0 ? html`<p>No day to come is on record.</p>` : longTable({ caption: "The nearest day first", columns: COLUMNS, rows })}
<p class="note">To be told: ${hasCalendar && html`<a href="${CALENDAR_PATH}">calendar</a> (iCal), `}<a href="${RETIREMENTS_FEED}.xml">Atom</a>, <a href="${RETIREMENTS_FEED}.json">JSON Feed</a>.</p>`,
  );

const past = (rows: readonly Retirement[]): Html | false =>
  rows.length > 0 &&
  section(
    "past",
    "Past",
    html`<p>After its day at its maker a model may still be sold elsewhere; its page says where.</p>
${longTable({ caption: "The latest day first", columns: COLUMNS, rows })}`,
  );

const COLUMNS: readonly Column<Retirement>[] = [
  { title: "Model", cell: ({ model, name }) => html`<a href="${modelPage(model)}">${name}</a>` },
  {
    title: "Day",
    isFigure: true,
    cell: ({ date, model, at }) =>
      html`<span data-of="/api/v1/models/${model}">${fact(date, at, redDate(date))}</span>`,
  },
  {
    title: "At",
    cell: ({ host, hostName, isMaker }) =>
      html`<a href="${providerPage(host)}">${hostName}</a>${isMaker && html` <span class="mark">its maker</span>`}`,
  },
];

interface Deprecated {
  model: string;
  hosts: readonly string[];
  as_of: string;
}

/** Models that a host calls deprecated without a day, the newest word first. */
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
    "Deprecated, no day named",
    table({
      caption: "Hosts that call a model deprecated and say no day",
      columns: [
        {
          title: "Model",
          cell: ({ model }) =>
            html`<a href="${modelPage(model)}">${catalog.getModel(model).name}</a>`,
        },
        {
          title: "At",
          cell: ({ hosts }) =>
            hosts.map(
              (host, index) =>
                html`${index > 0 && ", "}<a href="${providerPage(host)}">${catalog.provider(host)?.name ?? host}</a>`,
            ),
        },
        { title: "As of", isFigure: true, cell: ({ as_of }) => redDate(as_of) },
      ],
      rows,
    }),
  );
