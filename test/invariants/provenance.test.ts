import { describe, expect } from "vitest";
import { expectEqual, requireNonEmpty } from "../builders/get.ts";
import { readCsvExport } from "../contract/csv.ts";
import { type BuiltSite, verifies } from "../contract/harness.ts";
import { readPublishedPages } from "../contract/site-pages.ts";
import { readEveryModelDetail, readEveryModelEntry } from "../contract/walk.ts";

type Row = Record<string, unknown>;

interface Fact {
  what: string;
  source: string | undefined;
  as_of: string | null | undefined;
}

/** Facts whose source is not listed or whose day is missing, at most five. */
async function unproven(site: BuiltSite, facts: readonly Fact[]): Promise<string[]> {
  const known = (await site.get("/api/v1/sources")).body.data.map(({ id }) => id);
  return facts
    .filter(({ source = "", as_of }) => {
      // A row of several counts names the source of each.
      const isListed = source.split(";").every((id) => known.includes(id));
      return !isListed || !/^\d{4}-\d{2}-\d{2}$/.test(as_of ?? "");
    })
    .map(({ what, source, as_of }) => `${what}: ${source}, ${as_of}`)
    .slice(0, 5);
}

describe("provenance", () => {
  verifies("D-provenance", "every price and every score has a source and a day", async (site) => {
    const details = await readEveryModelDetail(site);
    const facts = details.flatMap(({ slug, providers, list_price, scores }) => [
      ...[...providers, ...(list_price ? [list_price] : [])].map((offer) => ({
        what: `${slug} at ${offer.provider_slug}`,
        ...offer,
      })),
      ...scores.map((score) => ({ what: `${slug} on ${score.benchmark_slug}`, ...score })),
    ]);
    expect(await unproven(site, facts)).toEqual([]);
    for (const { what, source_url } of requireNonEmpty(facts, "facts"))
      expectEqual(/^https?:/.test(source_url), true, `${what}: ${source_url}`);
  });

  verifies("D-provenance", "every row of eight exports has a source and a day", async (site) => {
    for (const [dataset, day] of [
      ["price-history", "date"],
      ["provider-offers", "date"],
      ["price-changes", "date"],
      ["company-facts", "as_of"],
      ["mindshare-daily", "day"],
      ["gpu-rental-daily", "day"],
      ["rates", "valid_from"],
      ["benchmarks", "as_of"],
    ] as const) {
      const { rows } = await readCsvExport(site, dataset);
      const facts = rows
        // A benchmark whose scores were all withdrawn has no day.
        .filter(({ models_tested }) => models_tested !== "0")
        .map((row, at) => ({ what: `${dataset}:${at}`, source: row.source, as_of: row[day] }));
      expect(await unproven(site, requireNonEmpty(facts, `rows of ${dataset}`))).toEqual([]);
    }
  });

  verifies("D-provenance", "a model has one day, and sources of its values only", async (site) => {
    const pages = await readPublishedPages(site);
    const days = new Map(
      pages.map(({ address, text }) => [address, /"dateModified":"([^"]+)"/.exec(text)?.[1]]),
    );
    const listed = await readEveryModelEntry(site, "");
    for (const { slug, as_of, sources, ...detail } of await readEveryModelDetail(site)) {
      const entry = listed.find((one) => one.slug === slug);
      expectEqual([entry?.as_of, days.get(`/models/${slug}`)], [as_of, as_of], slug);
      for (const path of Object.keys(sources ?? {})) {
        const value = path
          .split(".")
          .reduce<unknown>((of, key) => (of as Row | null)?.[key], detail);
        expectEqual(value === null, false, `${slug}: source of ${path}`);
      }
    }
  });

  verifies("D-provenance", "prices and scores on pages have links to report them", async (site) => {
    const { repository_url } = site.context.catalog.service;
    const kinds = new Set<string>();
    for (const { address, text } of await readPublishedPages(site)) {
      const [, path] = /^\/(models|providers|benchmarks)\/[^/]+$/.exec(address) ?? [];
      if (path === undefined) continue;
      const id = { models: "prices", providers: "sold", benchmarks: "field" }[path];
      const [, section = ""] = text.split(`<section id="${id}"`);
      const [body = ""] = /<tbody>.*?<\/tbody>/s.exec(section.split("</section>")[0] ?? "") ?? [];
      const shown = body.match(/<tr/g)?.length ?? 0;
      const links = body.match(/<a class="wrong" href="([^"]+)"/g) ?? [];
      expect(links.length, address).toBe(repository_url === null ? 0 : shown);
      const issue = `"${repository_url}/issues/new?title=`;
      expect(links.filter((link) => !link.includes(issue))).toEqual([]);
      if (shown > 0) kinds.add(path);
    }
    expect(kinds.size).toBe(3);
  });
});
