/** Feeds and calendars of the models and hosts that an address names. */
import { beforeAll, describe, expect, test } from "vitest";
import { findAtomLink, parseAtomFeed } from "./atom.ts";
import { type BuiltSite, openBuiltSite } from "./harness.ts";

let site: BuiltSite;
beforeAll(async () => {
  site = await openBuiltSite();
});
const ask = async (
  address: string,
): Promise<[status: number, type: string | null, text: string]> => {
  const answer = await site.doors.exact(new Request(`http://127.0.0.1${address}`));
  return [answer.status, answer.headers.get("content-type"), await answer.text()];
};

describe("a feed of a list", () => {
  test("has the changes of these models, at these hosts only", async () => {
    const [status, type, text] = await ask("/feeds/mine.xml?models=norn-4o,Quill+Sonnet+4.5");
    expect([status, type]).toEqual([200, "application/atom+xml; charset=utf-8"]);
    const feed = parseAtomFeed(text);
    const { title, entry } = feed;
    expect(title).toBe("Model Almanac: Norn 4o, Quill Sonnet 4.5");
    expect(findAtomLink(feed, "self")).toMatch(
      /\/feeds\/mine\.xml\?models=norn-4o,quill-sonnet-4-5$/,
    );
    expect(entry.length).toBeGreaterThan(1);
    for (const one of entry) expect(one.title).toMatch(/Norn 4o|Quill Sonnet 4\.5/);
    const [, , atHost] = await ask("/feeds/mine.xml?models=norn-4o&hosts=bazaar");
    expect(parseAtomFeed(atHost).entry.length).toBeLessThan(entry.length);
  });

  test("that names nothing known is not found", async () => {
    expect((await ask("/feeds/mine.xml?models=zzzz"))[0]).toBe(404);
    expect((await ask("/feeds/mine.ics"))[0]).toBe(404);
  });
});

test("a calendar of a list has the retirements of these models", async () => {
  const [status, type, text] = await ask("/feeds/mine.ics?models=norn-4");
  expect([status, type]).toEqual([200, "text/calendar; charset=utf-8"]);
  const events = text.match(/^SUMMARY:.*/gm) ?? [];
  expect(events.length).toBeGreaterThan(0);
  for (const event of events) expect(event).toContain("Norn 4 retires");
});
