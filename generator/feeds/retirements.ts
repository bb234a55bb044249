/** Days on which models stop being sold, as entries of a feed and as a calendar. */
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import { byText } from "../../build/schema/collections.ts";
import type { Service } from "../../build/schema/service.ts";
import { perCatalog } from "../http/endpoint.ts";
import { modelPage } from "../site/components/addresses.ts";
import { toLongDate } from "../site/components/format.ts";
import { type Entry, toTag } from "./entry.ts";

export interface Retirement {
  model: string;
  name: string;
  /** Slug of the host, or of the lab where no host of its own is on record. */
  host: string;
  hostName: string;
  /** The host belongs to the lab that made the model. */
  isMaker: boolean;
  /** YYYY-MM-DD. */
  date: string;
  /** Day on which it was recorded, or the day itself where that came first. */
  recorded: string;
  /** Where the day stands in the answer of the model. */
  at: string;
}

/** The latest day first. */
export const retirements = perCatalog((catalog): Retirement[] =>
  catalog.models
    .flatMap(({ slug }) => retirementsOf(slug, catalog))
    .sort((a, b) => byText(b.date, a.date) || byText(a.model, b.model) || byText(a.host, b.host)),
);

function retirementsOf(slug: string, catalog: Catalog): Retirement[] {
  const { name, lab, retirement_date, as_of } = catalog.getModel(slug);
  const ownHosts = catalog.provider(lab)?.own_hosts ?? [];
  const nameOf = (provider: string) => catalog.provider(provider)?.name ?? provider;
  const rows = catalog.offersOf(slug).flatMap((offer, index): Retirement[] => {
    const { host, retirement_date: date } = offer;
    const isMaker = ownHosts.includes(host);
    if (date === null || (isMaker && date === retirement_date)) return [];
    const at = `/providers/${index}/retirement_date`;
    const recorded = earlier(offer.as_of, date);
    return [{ model: slug, name, host, hostName: nameOf(host), isMaker, date, recorded, at }];
  });
  if (retirement_date === null) return rows;
  const host = ownHosts[0] ?? lab;
  const recorded = earlier(as_of, retirement_date);
  const at = "/retirement_date";
  const date = retirement_date;
  return [
    { model: slug, name, host, hostName: nameOf(host), isMaker: true, date, recorded, at },
    ...rows,
  ];
}

const earlier = (a: string, b: string): string => (a < b ? a : b);

/** What people read in a calendar or a feed. */
const retirementTitle = ({ name, hostName }: Retirement): string =>
  `${name} retires at ${hostName}`;

export const RETIREMENTS_FEED = "/feeds/retirements";

export const retirementEntries = (catalog: Catalog): Entry[] =>
  retirements(catalog).map((retirement) => toEntry(retirement, catalog));

/** Dated when it became known: a reader is to be told before the day. */
function toEntry(retirement: Retirement, catalog: Catalog): Entry {
  const { model, host, date, recorded, hostName } = retirement;
  return {
    id: toTag(`retirement:${host}:${model}`, catalog),
    date: recorded,
    kind: "retirement",
    title: `${retirementTitle(retirement)} on ${toLongDate(date)}`,
    summary: `${hostName} sells it until ${toLongDate(date)}.`,
    url: `${catalog.service.base_url}/api/v1/models/${model}`,
    page: `${catalog.service.base_url}${modelPage(model)}`,
    models: [model],
    numbers: {},
  };
}

export const CALENDAR_TYPE = "text/calendar; charset=utf-8";

/** Lines are at most so many octets long, without their end. */
const MAX_OCTETS = 75;

export function toCalendar(all: readonly Retirement[], service: Service): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//${escapeText(service.name)}//Retirements//EN`,
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    `X-WR-CALNAME:${escapeText(`${service.name}: retirements of AI models`)}`,
    ...all.flatMap((retirement) => toEvent(retirement, service)),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join("");
}

/** Its UID stays when the day moves, so that a calendar moves the event. There is no clock: it is stamped as recorded. */
function toEvent(retirement: Retirement, { base_url, name }: Service): string[] {
  const { model, host, date, recorded } = retirement;
  const page = base_url + modelPage(model);
  return [
    "BEGIN:VEVENT",
    `UID:retirement-${host}-${model}@${new URL(base_url).hostname}`,
    `DTSTAMP:${toBasic(recorded)}T000000Z`,
    `DTSTART;VALUE=DATE:${toBasic(date)}`,
    `DTEND;VALUE=DATE:${toBasic(nextDay(date))}`,
    `SUMMARY:${escapeText(retirementTitle(retirement))}`,
    `DESCRIPTION:${escapeText(`Its prices at other hosts and what else there is: ${page}\nSource: ${name}`)}`,
    `URL:${page}`,
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
  ];
}

/** `2026-08-05` → `20260805`. */
const toBasic = (day: string): string => day.replaceAll("-", "");

const nextDay = (day: string): string =>
  new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

const escapeText = (text: string): string =>
  text
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replace(/\r\n?|\n/g, "\\n")
    .replace(/\p{Cc}/gu, " ");

/** Longer lines go on in the next one, after a space; no character is cut in two. */
function fold(line: string): string {
  const parts: string[] = [""];
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > MAX_OCTETS) {
      parts.push("");
      octets = 1;
    }
    parts[parts.length - 1] += character;
    octets += size;
  }
  return parts.join("\r\n ");
}
