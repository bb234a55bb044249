/** The page of changes, and other spellings of pages. */
import { describe, expect } from "vitest";

import { type BuiltSite, LOCAL_ORIGIN, verifies } from "./harness.ts";

interface ChangeList {
  data: { title: string; date: string }[];
  meta: { total: number };
}

const readPage = async (site: BuiltSite, path: string) => {
  const response = await site.doors.exact(new Request(LOCAL_ORIGIN + path, { redirect: "manual" }));
  const { status, headers } = response;
  return { status, headers, text: await response.text() };
};

const shownTitles = (page: string): string[] =>
  [...page.matchAll(/<span class="when">[\s\S]*?<span>(?:<a [^>]*>)?([^<]+)/g)].map(
    ([, title = ""]) => title,
  );

describe("the page of changes", () => {
  verifies("P-changes", "has the changes that the API has for the same query", async (site) => {
    const totals = new Set<number>();
    for (const query of ["", "type=price_drop", "lab=quillon", "host=cumulus", "model=norn-4o"]) {
      const { body } = await site.get<ChangeList>(`/api/v1/changes?${query}`);
      const page = await readPage(site, `/changes?${query}`);
      totals.add(body.meta.total);
      expect(page.text).toContain(`${body.meta.total} change`);
      // After the title of a figure stands its value.
      const shown = shownTitles(page.text);
      expect(shown, query).toHaveLength(body.data.length);
      const others = body.data.filter(({ title }, at) => shown[at]?.startsWith(title) !== true);
      expect(others, query).toEqual([]);
    }
    expect(totals.size).toBeGreaterThan(1);
  });

  verifies(
    "P-changes",
    "keeps what was chosen, and ignores the empty fields of its form",
    async (site) => {
      const page = await readPage(site, "/changes?type=price_drop&lab=&host=&model=&since=");
      expect(page.status).toBe(200);
      expect(page.text).toContain('<option value="price_drop" selected>');
    },
  );

  verifies("P-changes", "says what is wrong with a query", async (site) => {
    const page = await readPage(site, "/changes?model=norn-4oo");
    expect(page.status).toBe(400);
    expect(page.text).toContain('href="/models/norn-4o"');
  });
});

describe("a page's address with a capital", () => {
  verifies("P-changes", "leads to the page, with the query", async (site) => {
    for (const [from, to] of [
      ["/Models", "/models"],
      ["/Models/norn-4o", "/models/norn-4o"],
      ["/Search?q=norn", "/search?q=norn"],
    ] as const) {
      const { status, headers } = await readPage(site, from);
      expect([status, headers.get("location")], from).toEqual([301, to]);
    }
  });
});
