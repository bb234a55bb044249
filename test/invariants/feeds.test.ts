import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect } from "vitest";
import * as z from "zod";
import { getRegExpGroups, requireNonEmpty } from "../builders/get.ts";
import {
  type AtomFeed,
  findAtomLink,
  MIDNIGHT_UTC_PATTERN,
  parseAtomFeed,
  TAG_URI_PATTERN,
} from "../contract/atom.ts";
import { openBuiltSite, verifies, visit } from "../contract/harness.ts";

/** What jsonfeed.org/version/1.1 demands, and what we add. */
const Text = z.string().min(1);
const JsonFeed = z.strictObject({
  version: z.literal("https://jsonfeed.org/version/1.1"),
  title: Text,
  home_page_url: z.url(),
  feed_url: z.url(),
  description: Text,
  language: z.literal("en"),
  authors: z.array(z.strictObject({ name: Text, url: z.url() })).length(1),
  items: z.array(
    z.strictObject({
      id: z.string().regex(TAG_URI_PATTERN),
      url: z.url(),
      title: Text,
      content_text: Text,
      date_published: z.string().regex(MIDNIGHT_UTC_PATTERN),
      tags: z.array(z.string()).length(1),
      _facts: z.strictObject({
        url: z.url(),
        models: z.array(z.string()),
        numbers: z.record(z.string(), z.number()),
      }),
    }),
  ),
});

let feeds: { path: string; atom: AtomFeed; json: z.infer<typeof JsonFeed> }[];
beforeAll(async () => {
  const { dist, manifest } = await openBuiltSite();
  const read = (path: string) => readFileSync(join(dist, path), "utf8");
  feeds = Object.keys(manifest)
    .flatMap((path) => /^(\/feeds?(?:\/[^/]+)?)\.xml$/.exec(path)?.[1] ?? [])
    .map((path) => ({
      path,
      atom: parseAtomFeed(read(`${path}.xml`)),
      json: JsonFeed.parse(JSON.parse(read(`${path}.json`))),
    }));
});

const itemsOf = (at: string) => feeds.find(({ path }) => path === at)?.json.items;

describe("feeds", () => {
  verifies("E-feeds", "answer as Atom and JSON with their types", async ({ doors }) => {
    for (const { path } of requireNonEmpty(feeds, "feeds"))
      for (const [ending, type] of [
        [".xml", "application/atom+xml; charset=utf-8"],
        [".json", "application/feed+json; charset=utf-8"],
      ] as const)
        for (const door of Object.values(doors)) {
          const { status, headers } = await visit(door, path + ending);
          expect([status, headers.get("Content-Type")], path + ending).toEqual([200, type]);
          expect(headers.get("Access-Control-Allow-Origin")).toBe("*");
        }
  });

  verifies("E-feeds", "are on a page, to which /feeds redirects", async ({ dist, doors }) => {
    const page = readFileSync(join(dist, "docs/feeds"), "utf8");
    for (const { path } of feeds) expect(page).toContain(`href="${path}.xml"`);
    const { status, headers } = await visit(doors.exact, "/feeds");
    expect([status, headers.get("Location")]).toEqual([301, "/docs/feeds"]);
  });

  verifies("E-feeds", "have equal entries in both forms, newest first, max fifty", async () => {
    for (const feed of requireNonEmpty(feeds, "feeds")) {
      const { items, home_page_url } = feed.json;
      expect(home_page_url).toBe(findAtomLink(feed.atom, "alternate"));
      expect(
        feed.atom.entry.map((entry) => ({
          id: entry.id,
          url: findAtomLink(entry, "alternate"),
          title: entry.title,
          content_text: entry.summary,
          date_published: entry.updated,
        })),
      ).toEqual(items.map(({ tags: _, _facts, ...item }) => item));
      const dates = items.map(({ date_published }) => date_published);
      expect(dates, feed.path).toEqual([...dates].sort().reverse());
      expect(items.length).toBeLessThanOrEqual(50);
      expect(feed.atom.updated).toBe(dates[0]);
    }
  });

  verifies("E-feeds", "have no id twice, and an id has the same title in every feed", async () => {
    const titles = new Map<string, string>();
    for (const { path, atom, json } of requireNonEmpty(feeds, "feeds")) {
      const ids = [atom.id, ...json.items.map(({ id }) => id)];
      expect(new Set(ids).size, path).toBe(ids.length);
      for (const { id, title } of json.items) {
        expect(titles.get(id) ?? title).toBe(title);
        titles.set(id, title);
      }
    }
  });

  verifies("E-feeds", "have the newest findings, price moves, announced prices", async (site) => {
    const { get, context } = site;
    const findings = (await get("/api/v1/findings?limit=50")).body.data;
    expect(itemsOf("/feed")).toMatchObject(findings.map(({ title }) => ({ title })));
    const announced = context.catalog.offers.flatMap((offer) => offer.announced);
    const days = announced.map(({ as_of }) => as_of);
    const moves = new Set<string>();
    for (const type of ["price_drop", "price_increase"])
      for (const { date, title } of (await get(`/api/v1/changes?type=${type}&limit=1000`)).body
        .data) {
        days.push(date);
        moves.add(`${date} ${title}`);
      }
    const items = (itemsOf("/feeds/prices") ?? []).map(({ tags, title, date_published }) => {
      return { tags, title, day: date_published.slice(0, 10) };
    });
    expect(items.map(({ day }) => day)).toEqual(days.sort().reverse().slice(0, 50));
    for (const { tags, title, day } of items)
      if (!tags.includes("price_announced")) expect(moves.has(`${day} ${title}`), title).toBe(true);
  });
});

verifies("E-feeds-labs", "have models of the lab, and no price move twice", async (site) => {
  const others = ["/feeds/prices", "/feeds/retirements"];
  const labs = feeds.filter(({ path }) => path.startsWith("/feeds/") && !others.includes(path));
  for (const { path, json } of requireNonEmpty(labs, "labs")) {
    const lab = path.slice("/feeds/".length);
    expect(json.items.length, path).toBeGreaterThan(0);
    for (const { title, _facts } of json.items) {
      const made = _facts.models.map((slug) => site.context.catalog.model(slug)?.lab);
      expect(made, `${path}: ${title}`).toContain(lab);
    }
    const moves = json.items.filter(({ _facts }) => "old_input" in _facts.numbers);
    const keys = moves.map(({ date_published, title, _facts }) => {
      const [host] = getRegExpGroups(title, /^(.+?) (?:cuts|raises|lowers) /);
      return [date_published, host, _facts.models[0]].join(" ");
    });
    expect(new Set(keys).size, path).toBe(keys.length);
  }
});

verifies("E-feeds-models", "each has the changes of its model, newest first", async (site) => {
  const { base, dist, context, manifest } = site;
  const names = Object.keys(manifest).filter((path) => path.startsWith("/feeds/models/"));
  const changes = context.catalog.changes.filter(
    ({ type, withdraws }) => !type.startsWith("offer_") && withdraws === null,
  );
  const changed = new Set(changes.flatMap(({ model }) => model ?? []));
  expect(names.sort()).toEqual([...changed].map((slug) => `/feeds/models/${slug}.xml`).sort());
  for (const name of requireNonEmpty(names, "feeds of models").slice(0, 100)) {
    const atom = parseAtomFeed(readFileSync(join(dist, name), "utf8"));
    const [, slug = ""] = /([^/]+)\.xml$/.exec(name) ?? [];
    expect(findAtomLink(atom, "self")).toBe(base + name);
    expect(findAtomLink(atom, "alternate")).toBe(`${base}/models/${slug}`);
    const dates = atom.entry.map(({ updated }) => updated);
    expect(dates, name).toEqual([...dates].sort().reverse());
    const announced = context.catalog.offersOf(slug).flatMap((offer) => offer.announced);
    const count = changes.filter(({ model }) => model === slug).length + announced.length;
    expect(dates.length, name).toBe(Math.min(50, count));
  }
});
