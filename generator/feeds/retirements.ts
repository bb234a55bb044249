/** Days on which models stop being sold, and the calendar of them (RFC 5545). */
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import type { ModelRow } from "../../build/model/catalog/rows.ts";
import { compareByCodePoint } from "../../build/schema/collections.ts";
import type { Service } from "../../build/schema/service.ts";
import { subtractDays } from "../../build/schema/values.ts";
import { memoizePerCatalog } from "../http/endpoint.ts";
import { modelPagePath } from "../site/components/addresses.ts";

export interface ModelRetirement {
  model: string;
  name: string;
  /** Slug of the host, or of the lab where no host of its own is on record. */
  host: string;
  hostName: string;
  /** The host belongs to the lab that made the model. */
  isMaker: boolean;
  /** YYYY-MM-DD. */
  date: string;
  recorded: string;
  /** Id of the source that states the date. */
  source: string;
  /** Page that states the date; null when only the source is known. */
  sourceUrl: string | null;
  /** JSON pointer to the date in the API's answer about the model. */
  at: string;
}

/** The latest date first. */
export const listRetirements = memoizePerCatalog((catalog): ModelRetirement[] =>
  catalog.models
    .flatMap((model) => retirementsOf(model, catalog))
    .sort(
      (a, b) =>
        compareByCodePoint(b.date, a.date) ||
        compareByCodePoint(a.model, b.model) ||
        compareByCodePoint(a.host, b.host),
    ),
);

/** Slug of a model → the change that recorded its retirement date at its lab. */
const retirementChanges = memoizePerCatalog(({ changes }) => {
  const retirements = changes.filter(({ type }) => type === "retirement");
  return new Map(retirements.map((change) => [change.model, change]));
});

function retirementsOf(model: ModelRow, catalog: Catalog): ModelRetirement[] {
  const { slug, name, lab, retirement_date } = model;
  const ownHosts = catalog.provider(lab)?.own_hosts ?? [];
  const change = retirementChanges(catalog).get(slug);
  const own = {
    host: ownHosts[0] ?? lab,
    date: retirement_date,
    recorded: change?.date,
    source: change?.source,
    sourceUrl: change?.source_url ?? null,
    at: "/retirement_date",
  };
  const others = catalog.offersOf(slug).map((offer, index) => ({
    host: offer.host,
    date: offer.retirement_date,
    recorded: offer.retirement_stated?.as_of,
    source: offer.retirement_stated?.source,
    sourceUrl: null,
    at: `/providers/${index}/retirement_date`,
  }));
  const isKnown = ({ host, date }: typeof own) =>
    ownHosts.includes(host) && date === retirement_date;
  return [own, ...others.filter((other) => !isKnown(other))].flatMap((stated) => {
    const { host, date, recorded, source } = stated;
    if (date === null || recorded === undefined || source === undefined) return [];
    const hostName = catalog.provider(host)?.name ?? host;
    const isMaker = host === lab || ownHosts.includes(host);
    return { ...stated, date, recorded, source, model: slug, name, hostName, isMaker };
  });
}

export const formatRetirementTitle = ({ name, hostName }: ModelRetirement): string =>
  `${name} retires at ${hostName}`;

export const CALENDAR_CONTENT_TYPE = "text/calendar; charset=utf-8";

export function toICalendar(all: readonly ModelRetirement[], service: Service): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//${escapeText(service.name)}//Retirements//EN`,
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    `X-WR-CALNAME:${escapeText(`${service.name}: retirements of AI models`)}`,
    ...(all.length > 0 ? all.flatMap((retirement) => toEvent(retirement, service)) : TIME_ZONE),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join("");
}

/** Stands in a calendar without events, because RFC 5545 (section 3.6) requires at least one component. */
const TIME_ZONE = [
  ...["BEGIN:VTIMEZONE", "TZID:Etc/UTC", "BEGIN:STANDARD", "DTSTART:19700101T000000"],
  ...["TZOFFSETFROM:+0000", "TZOFFSETTO:+0000", "END:STANDARD", "END:VTIMEZONE"],
];

/** The UID survives a new date, so a calendar moves the event. DTSTAMP is the recorded day: a build reads no clock. */
function toEvent(retirement: ModelRetirement, { base_url, name }: Service): string[] {
  const { model, host, date, recorded } = retirement;
  const page = base_url + modelPagePath(model);
  const nextDay = subtractDays(date, -1);
  return [
    "BEGIN:VEVENT",
    `UID:retirement-${host}-${model}@${new URL(base_url).hostname}`,
    `DTSTAMP:${toBasic(recorded)}T000000Z`,
    `DTSTART;VALUE=DATE:${toBasic(date)}`,
    `DTEND;VALUE=DATE:${toBasic(nextDay)}`,
    `SUMMARY:${escapeText(formatRetirementTitle(retirement))}`,
    `DESCRIPTION:${escapeText(`Prices of the model at other hosts, and alternatives: ${page}\nSource: ${name}`)}`,
    `URL:${page}`,
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
  ];
}

/** `2026-08-05` → `20260805`. */
const toBasic = (day: string): string => day.replaceAll("-", "");

const escapeText = (text: string): string =>
  text
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replace(/\r\n?|\n/g, "\\n")
    .replace(/\p{Cc}/gu, " ");

/** A line of more than 75 octets continues on the next line after a space; characters are never split. */
function fold(line: string): string {
  const parts: string[] = [""];
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > 75) {
      parts.push("");
      octets = 1;
    }
    parts[parts.length - 1] += character;
    octets += size;
  }
  return parts.join("\r\n ");
}
