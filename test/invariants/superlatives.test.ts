/** Checks that what a page calls first, lowest or best is so among everything that the same page shows. */
import { expect, test } from "vitest";
import { formatWithCommas } from "../../generator/site/components/html.ts";
import { getDefined } from "../builders/get.ts";
import { type BuiltSite, openBuiltSite } from "../contract/harness.ts";
import { readPublishedPages, unescapeHtml } from "../contract/site-pages.ts";

test("the host named as selling most, or as most often the cheapest, is first among all hosts", async () => {
  const site = await openBuiltSite();
  const pages = await readPublishedPages(site);
  const page = pages.find(({ address }) => address === "/providers/")?.text ?? "";
  const figure = (label: string) =>
    new RegExp(
      `<dt>${label}</dt><dd><b><a href="/providers/([^"]+)">[^<]+</a></b> <span>(?:of )?([\\d,]+) models?<`,
    ).exec(page);
  const { providers, models } = site.context.catalog;
  const cheapest = (slug: string) => models.filter((row) => row.cheapest_host === slug).length;
  const counts = [
    ["Sells the most models", new Map(providers.map(({ slug, offers }) => [slug, offers]))],
    ["Most often the cheapest host", new Map(providers.map(({ slug }) => [slug, cheapest(slug)]))],
  ] as const;
  for (const [label, of] of counts) {
    const most = Math.max(...of.values());
    const first = [...of].filter(([, count]) => count === most).map(([slug]) => slug);
    const [, slug, count] = figure(label) ?? [];
    // When several share first place, none is named.
    const isNamed = first.length === 1;
    expect([count, slug], label).toEqual(
      isNamed ? [formatWithCommas(most), first[0]] : [undefined, undefined],
    );
  }
});

/** Rest of the address → text without markup, for the pages below a path. */
async function textsBelow(site: BuiltSite, path: string): Promise<Map<string, string>> {
  const pages = await readPublishedPages(site);
  const below = pages.filter(({ address }) => address.startsWith(path) && address !== path);
  return new Map(
    below.map(({ address, text }) => [
      address.slice(path.length),
      unescapeHtml(text.replaceAll(/<[^>]+>/g, "")),
    ]),
  );
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
    expect(
      leaders.some((name) => who.endsWith(name)),
      `${slug}: ${who}`,
    ).toBe(true);
  }
  expect(claims).toBeGreaterThan(1);
});

test("no host on a page is cheaper than the price that the page calls the lowest", async () => {
  const site = await openBuiltSite();
  const claim = /the lowest price of all hosts that run the model/;
  const blended = ({ input, output }: { input: number | null; output: number | null }) =>
    input === null || output === null ? null : (3 * input + output) / 4;
  let claims = 0;
  for (const [slug, text] of await textsBelow(site, "/models/")) {
    if (!claim.test(text)) continue;
    claims++;
    const { providers, cheapest_provider } = await site.read(`/api/v1/models/${slug}`);
    const lowest = blended(getDefined(cheapest_provider, `cheapest host of ${slug}`));
    const lower = providers.filter((row) => {
      const price = blended(row);
      const isCompared = row.host_kind !== "router" && row.billing !== "plan";
      return isCompared && price !== null && lowest !== null && price < lowest - 1e-6;
    });
    expect(
      lower.map(({ provider }) => provider),
      slug,
    ).toEqual([]);
  }
  expect(claims).toBeGreaterThan(0);
});
