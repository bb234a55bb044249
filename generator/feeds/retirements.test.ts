import { expect, test } from "vitest";
import type { Service } from "../../build/schema/service.ts";
import { type ModelRetirement, toICalendar } from "./retirements.ts";

const service = { name: "Almanac, of models", base_url: "https://almanac.example" } as Service;

const retirement = (name = "Good"): ModelRetirement => ({
  model: "good",
  name,
  host: "acme",
  hostName: "ACME",
  isMaker: true,
  sourceUrl: null,
  date: "2026-02-28",
  recorded: "2026-01-15",
  source: "upstream",
  at: "/retirement_date",
});

/**
 * Splits a calendar into lines as a calendar client does: lines end with CRLF, and a line that begins with a space
 * continues the previous one.
 */
const linesOf = (calendar: string): string[] => calendar.replace(/\r\n /g, "").split("\r\n");

test("a retirement is an all-day event whose timestamp is the day of its record", () => {
  const lines = linesOf(toICalendar([retirement()], service));
  expect(lines).toEqual(
    expect.arrayContaining([
      "UID:retirement-acme-good@almanac.example",
      "DTSTAMP:20260115T000000Z",
      "DTSTART;VALUE=DATE:20260228",
      "DTEND;VALUE=DATE:20260301",
      "SUMMARY:Good retires at ACME",
      "URL:https://almanac.example/models/good",
    ]),
  );
});

test("a calendar without events has a component, as RFC 5545 requires", () => {
  expect(linesOf(toICalendar([], service))).toContain("BEGIN:VTIMEZONE");
});

test("no line is longer than 75 bytes, no character is cut, and a name cannot add a property", () => {
  const name = `${"größer, ".repeat(20)}\\;\r\nATTACH:日本語${"語".repeat(60)}`;
  const calendar = toICalendar([retirement(name)], service);
  for (const line of calendar.split("\r\n")) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(line).not.toMatch(/[\n\r\ufffd]/);
  }
  const lines = linesOf(calendar);
  expect(lines.filter((line) => line.startsWith("ATTACH"))).toEqual([]);
  const [summary] = lines.filter((line) => line.startsWith("SUMMARY:"));
  const read = summary
    ?.slice("SUMMARY:".length)
    .replace(/\\n/g, "\n")
    .replace(/\\([\\;,])/g, "$1");
  expect(read).toBe(`${name.replace("\r", "")} retires at ACME`);
});
