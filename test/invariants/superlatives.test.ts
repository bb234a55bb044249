/** What pages say to be first, lowest or best is so among all that the same page shows. */
import { expect, test } from "vitest";
import type { BenchmarkDetail } from "../../generator/endpoints/benchmarks/benchmarks.ts";
import type { ModelDetail } from "../../generator/endpoints/models/get-model.ts";
import { type BuiltSite, openBuiltSite } from "../contract/harness.ts";
import { readPublishedPages, unescapeHtml } from "../contract/site-pages.ts";

/** Texts of the pages below a path, by what follows it, without markup. */
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

test("who leads on a benchmark has the best result of those that the sentence compares", async () => {
  const site = await openBuiltSite();
  const texts = await textsBelow(site, "/benchmarks/");
  let claims = 0;
  for (const [slug, text] of texts) {
    const [, who = "", among, value, , others] =
      /(.+) leads( the results that are not self-reported)? with (-?[\d.,]+)([^,;]*?)(?: \(self-reported\))?, ahead of ([\d,]+) others?/.exec(
        text,
      ) ?? [];
    if (value === undefined) continue;
    claims++;
    const { scores, higher_is_better } = await site.read<BenchmarkDetail>(
      `/api/v1/benchmarks/${slug}`,
    );
    const compared = scores.filter(({ self_reported }) => !among || self_reported !== true);
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

test("the lowest price of all hosts is below that of every host on the page", async () => {
  const site = await openBuiltSite();
  const claim = /the lowest price of all hosts that run it/;
  const blended = ({ input, output }: { input: number | null; output: number | null }) =>
    input === null || output === null ? null : (3 * input + output) / 4;
  let claims = 0;
  for (const [slug, text] of await textsBelow(site, "/models/")) {
    if (!claim.test(text)) continue;
    claims++;
    const { providers, cheapest_provider } = await site.read<ModelDetail>(`/api/v1/models/${slug}`);
    const lowest = cheapest_provider && blended(cheapest_provider);
    const lower = providers.filter((row) => {
      const price = blended(row);
      const isCompared = row.host_kind !== "router" && row.billing !== "plan";
      return isCompared && price !== null && lowest != null && price < lowest - 1e-6;
    });
    expect(
      lower.map(({ provider }) => provider),
      slug,
    ).toEqual([]);
  }
  expect(claims).toBeGreaterThan(0);
});
