/** Pages that the function renders (changes and comparisons), and other spellings of page addresses. */
import { describe, expect, test } from "vitest";
import { htmlToText, trustedHtml } from "../../generator/site/components/html.ts";
import { requireNonEmpty } from "../builders/get.ts";
import { type BuiltSite, openBuiltSite, verifies, visit } from "./harness.ts";

const readPage = async ({ doors }: BuiltSite, path: string) => {
  const answer = await visit(doors.exact, path);
  return { status: answer.status, text: await answer.text() };
};

/** Model (or company) and day of each row. */
const shownRows = (page: string): string[] =>
  [...page.matchAll(/<tr><th scope="row">([\s\S]*?)(?=<tr>|<\/tbody>)/g)].map(([, row = ""]) => {
    const [, subject] = /href="\/(?:models|providers)\/([^"]+)"/.exec(row) ?? [];
    const [day] = /[\d-]{10}(?="[^"]*<\/time>\s*$)/.exec(row) ?? [];
    return `${subject} ${day}`;
  });

describe("the page of changes", () => {
  verifies("P-changes", "has the changes that the API has for the same query", async (site) => {
    const totals = new Set<number>();
    for (const query of ["", "type=price_drop", "lab=quillon", "host=cumulus", "model=norn-4o"]) {
      const { body } = await site.get(`/api/v1/changes?${query}`);
      const page = await readPage(site, `/changes?${query}`);
      totals.add(body.meta.total);
      expect(page.text).toContain(`${body.meta.total} change`);
      expect(shownRows(page.text), query).toEqual(
        body.data.map(({ model, provider, date }) => `${model ?? provider} ${date}`),
      );
    }
    expect(totals.size).toBeGreaterThan(1);
  });

  verifies("P-changes", "names the source of a retirement, not of the model", async (site) => {
    const { text } = await readPage(site, "/changes?type=retirement");
    const [row] = /<tr><th scope="row">[\s\S]*?(?=<tr>|<\/tbody>)/.exec(text) ?? [];
    expect(row).toContain('href="/models/norn-4"');
    // The source of the whole model is pricewatch.
    expect(row).toContain('<a href="https://northwind.example/deprecations">Model Almanac</a>');
    expect(row).not.toContain("pricewatch");
  });

  verifies("P-changes", "keeps what was chosen, ignores empty fields", async (site) => {
    const { text } = await readPage(site, "/changes?type=price_drop&lab=&host=&model=&since=");
    expect(text).toContain('<option value="price_drop" selected>');
    const rows = shownRows((await readPage(site, "/changes?type=price_drop")).text);
    expect(shownRows(text)).toEqual(requireNonEmpty(rows, "price drops"));
    const ofProvider = await readPage(site, "/changes?provider=northwind");
    expect(ofProvider.text).toContain('name="provider" value="northwind"');
  });

  verifies("P-changes", "says what is wrong with a query", async (site) => {
    const { status, text } = await readPage(site, "/changes?model=norn-4oo");
    expect([status, text]).toEqual([400, expect.stringContaining('href="/models/norn-4o"')]);
  });
});

test("a comparison with an unknown name suggests names to add, and has an example of names that exist", async () => {
  const site = await openBuiltSite();
  const { status, text } = await readPage(site, "/compare?models=norn-5,norn-4oo");
  expect(status).toBe(404);
  expect(text).toContain('href="/compare?models=norn-5,norn-4o"');
  expect(text).toMatch(/No model is called norn-4oo\.<.*value="norn-4oo"/s);
  const [, names = ""] =
    /placeholder="([^"]*,[^"]*)"/.exec((await readPage(site, "/compare")).text) ?? [];
  expect((await readPage(site, `/compare?models=${encodeURIComponent(names)}`)).status).toBe(200);
});

test("an announced price is on the page of its model and in comparisons", async () => {
  const site = await openBuiltSite();
  for (const [path, announced] of [
    ["/models/quill-sonnet-4-5", "From 1 Jan 2099, the list price is $2.00 input / $10.00 output"],
    ["/models/norn-5", "$2.00 input / $16.00 output per 1M tokens (stated by a third party)."],
    [
      "/compare?models=quill-sonnet-4-5,norn-4o",
      "Announced list price$2.00 / $10.00 from 1 Jan 2099",
    ],
  ] as const)
    expect(htmlToText(trustedHtml((await readPage(site, path)).text))).toContain(announced);
  expect((await readPage(site, "/compare?models=norn-4o,norn-4")).text).not.toContain("Announced");
});
