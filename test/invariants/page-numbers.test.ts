import fc from "fast-check";
import { expect, test } from "vitest";
import { groupBy } from "../../build/schema/collections.ts";
import { requireNonEmpty } from "../builders/get.ts";
import { toPropertyRunCount } from "../builders/runs.ts";
import { type BuiltSite, openBuiltSite, visit } from "../contract/harness.ts";
import { type PageFact, readPageFacts, readPublishedPages } from "../contract/site-pages.ts";

const SEED = 20_261_122;
const DRAWN = 75;
const DRAWN_OF_A_KIND = 10;

/** Kinds of pages without numbers to check: pages of text and forms. */
const WITHOUT_NUMBERS =
  /^\/(404\.html|compare|glossary\/|docs\/(changelog|cost-vectors|errors|feeds|guides|integrations|methods|proof|reference)?|(own-tests|findings)\/.*)$/;

/** What stands at a JSON Pointer (RFC 6901); undefined where nothing does. */
const pointedAt = (answer: unknown, pointer: string): unknown =>
  pointer
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], answer);

const draw = (facts: readonly PageFact[], count: number): PageFact[] => {
  const size = Math.min(count, facts.length);
  const some = fc.shuffledSubarray([...facts], { minLength: size, maxLength: size });
  return fc.sample(some, { numRuns: 1, seed: SEED }).flat();
};

/** Numbers that differ from the API answer that the page names. Each answer is requested once. */
async function differences(facts: readonly PageFact[], site: BuiltSite): Promise<string[]> {
  const faults: string[] = [];
  for (const [of, named] of groupBy(facts, (fact) => fact.of)) {
    const answer = await visit(site.doors.exact, of);
    const body: unknown = answer.status === 200 ? await answer.json() : undefined;
    for (const { page, at, value } of named)
      if (String(pointedAt(body, at)) !== value)
        faults.push(`${page.address}: ${value}, but ${of}${at} says ${pointedAt(body, at)}`);
  }
  return faults;
}

test("each number on a page equals the one in the API answer that the page names", async () => {
  const site = await openBuiltSite();
  const pages = await readPublishedPages(site);
  const facts = requireNonEmpty(pages.flatMap(readPageFacts), "numbers on pages");
  const kinds = groupBy(facts, ({ page }) => page.kind);
  const ofEveryKind = [...kinds.values()].flatMap((kind) => draw(kind, DRAWN_OF_A_KIND));
  const drawn = [...ofEveryKind, ...draw(facts, toPropertyRunCount(DRAWN))];
  expect(drawn.length).toBeGreaterThanOrEqual(DRAWN);
  expect((await differences(drawn, site)).slice(0, 10)).toEqual([]);
});

test("every kind of page that shows facts names the API answers of its numbers", async () => {
  const pages = await readPublishedPages(await openBuiltSite());
  const kinds = [...groupBy(pages, ({ kind }) => kind)];
  const without = kinds.flatMap(([kind, of]) =>
    of.some((page) => readPageFacts(page).length > 0) ? [] : [kind],
  );
  expect(without.filter((kind) => !WITHOUT_NUMBERS.test(kind))).toEqual([]);
});
