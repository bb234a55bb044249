/** Retirements as a calendar of whole days (iCalendar, RFC 5545). */
import type { Service } from "../../build/schema/service.ts";
import { modelPage } from "../site/components/addresses.ts";
import { type Retirement, retirementTitle } from "./retirement.ts";

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
