/** Checks that what a page calls first, lowest or best is so among everything that the same page shows. */
import { expect, test } from "vitest";
import { getDefined } from "../builders/get.ts";
import { type BuiltSite, openBuiltSite } from "../contract/harness.ts";
import { readPublishedPages, unescapeHtml } from "../contract/site-pages.ts";
import { toExpectedBlendedPrice } from "../contract/walk.ts";

/** Rest of the address → text without markup, for the pages below a path. */
async function textsBelow(site: BuiltSite, path: string): Promise<Map<string, string>> {
  const pages = await readPublishedPages(site);
  const below = pages.filter(({ address }) => address.startsWith(path) && address !== path);
  const textOf = (markup: string) => unescapeHtml(markup.replaceAll(/<[^>]+>/g, ""));
  return new Map(below.map((page) => [page.address.slice(path.length), textOf(page.text)]));
}

test("the named leader of a benchmark has the best of the results that the sentence compares", async () => {
  const site = await openBuiltSite();
  const texts = await textsBelow(site, "/benchmarks/");
  let claims = 0;
  for (const [slug, text] of texts) {
    const [, who = "", value, others] =
      /(.+) leads with (-?[\d.,]+)[^,;]*?(?: \(self-reported\))?, ahead of ([\d,]+) other models?/.exec(
        text,
      ) ?? [];
    if (value === undefined) continue;
    claims++;
    const { scores, higher_is_better } = await site.read(`/api/v1/benchmarks/${slug}`);
    const isPart = who.includes("Among results that are not self-reported, ");
    const compared = scores.filter(({ self_reported }) => !isPart || self_reported !== true);
    const best = (higher_is_better ? Math.max : Math.min)(...compared.map(({ score }) => score));
    expect(Number(value.replaceAll(",", "")), `${slug}: ${who}`).toBeCloseTo(best, 0);
    expect(Number(others?.replaceAll(",", "")), slug).toBe(compared.length - 1);
    const leaders = compared.filter(({ score }) => score === best).map(({ name }) => name);
    expect(leaders.filter((name) => who.endsWith(name)).length, who).toBeGreaterThan(0);
  }
  expect(claims).toBeGreaterThan(1);
});

test("no host on a page is cheaper than the price that the page calls the lowest", async () => {
  const site = await openBuiltSite();
  const claim = /the lowest price of all hosts that run the model/;
  let claims = 0;
  for (const [slug, text] of await textsBelow(site, "/models/")) {
    if (!claim.test(text)) continue;
    claims++;
    const model = await site.read(`/api/v1/models/${slug}`);
    const lowest = getDefined(model.cheapest_provider, slug).blended ?? 0;
    for (const row of model.providers)
      if (row.host_kind !== "router" && row.billing !== "plan")
        expect(toExpectedBlendedPrice(row, model) ?? lowest, slug).toBeGreaterThanOrEqual(lowest);
  }
  expect(claims).toBeGreaterThan(0);
});
