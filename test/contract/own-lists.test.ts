/** Feeds and calendars limited to the models and hosts that the address names. */
import { expect } from "vitest";
import { findAtomLink, parseAtomFeed } from "./atom.ts";
import { type BuiltSite, verifies, visit } from "./harness.ts";

async function ask(address: string, site: BuiltSite) {
  const answer = await visit(site.doors.exact, address);
  return [answer.status, answer.headers.get("content-type"), await answer.text()] as const;
}

verifies("E-feeds-own", "a feed has the changes of its models, at its hosts only", async (site) => {
  const list = "models=norn-4o,Quill+Sonnet+4.5";
  const [status, type, text] = await ask(`/feeds/mine.xml?${list}`, site);
  expect([status, type]).toEqual([200, "application/atom+xml; charset=utf-8"]);
  const feed = parseAtomFeed(text);
  expect(feed.title).toBe("Model Almanac: Norn 4o, Quill Sonnet 4.5");
  expect(findAtomLink(feed, "self")).toMatch(/\/mine\.xml\?models=norn-4o,quill-sonnet-4-5$/);
  expect(feed.entry.length).toBeGreaterThan(1);
  for (const { title } of feed.entry) expect(title).toMatch(/Norn 4o|Quill Sonnet 4\.5/);
  const announced = feed.entry.find(({ title }) => title.includes("announces"));
  const title = "Quillon announces a new price of Quill Sonnet 4.5 from 1 January 2099";
  expect(announced).toMatchObject({ title, published: "2026-03-01T00:00:00Z" });
  const [, , reported] = await ask("/feeds/mine.xml?models=norn-5", site);
  expect(parseAtomFeed(reported).entry.map((one) => one.title)).toContain(
    "A third party reports a new price of Norn 5 at Northwind AI from 1 February 2099",
  );
  const [, , atHost] = await ask("/feeds/mine.xml?models=norn-4o&hosts=northwind", site);
  const prices = parseAtomFeed(atHost).entry.filter(({ title }) => title.includes("price"));
  expect(prices.map(({ title }) => title)).toEqual(["Northwind AI lowers the price of Norn 4o"]);
});

verifies("E-feeds-own", "a retirement is listed once, on the day of its change", async (site) => {
  const changes = "/api/v1/changes?models=norn-4&type=retirement&since=2020-01-01";
  const { data } = (await site.get(changes)).body;
  expect(data).toHaveLength(1);
  for (const address of ["/feeds/mine.xml?models=norn-4", "/feeds/retirements.xml"]) {
    const { entry } = parseAtomFeed((await ask(address, site))[2]);
    const days = entry.flatMap(({ title, published }) =>
      title.startsWith("Norn 4 retires") ? published.slice(0, 10) : [],
    );
    expect(days, address).toEqual(data.map(({ date }) => date));
  }
});

verifies("E-feeds-own", "a calendar has the retirements of its models", async (site) => {
  const [status, type, text] = await ask("/feeds/mine.ics?models=norn-4", site);
  expect([status, type]).toEqual([200, "text/calendar; charset=utf-8"]);
  const events = text.match(/^SUMMARY:.*/gm) ?? [];
  expect(events.length).toBeGreaterThan(0);
  for (const event of events) expect(event).toContain("Norn 4 retires");
});

verifies("E-feeds-own", "an address without a known model or host gets a 404", async (site) => {
  for (const address of ["/feeds/mine.xml?models=zzzz", "/feeds/mine.ics"])
    expect((await ask(address, site))[0], address).toBe(404);
  const misspelt = await ask("/feeds/mine.xml?models=nron-5&hosts=northwnd", site);
  expect(misspelt[0]).toBe(404);
  expect(misspelt[2]).toContain('Did you mean <a href="/models/norn-5">Norn 5</a>?');
  expect(misspelt[2]).toContain('Did you mean <a href="/providers/northwind">');
  expect((await ask("/feeds/mine.ics", site))[2]).not.toContain("Did you mean");
});
