/** Compares the packaged facts, which the npm package reads, with the catalog they were made from. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { createModelByNameFinder } from "../../build/identity/name-finder.ts";
import { PACKAGED_FACTS_URL_PATH, parsePackagedFacts } from "../../build/model/package-facts.ts";
import { findModelByName } from "../../generator/http/names.ts";
import { openBuiltSite, verifies } from "./harness.ts";
import { slugsOf } from "./walk.ts";

async function readPublished() {
  const { dist, context } = await openBuiltSite();
  const text = await readFile(join(dist, PACKAGED_FACTS_URL_PATH), "utf8");
  return { text, facts: parsePackagedFacts(text), catalog: context.catalog };
}

verifies("E-package-facts", "a name means the same model as in the API", async () => {
  const { facts, catalog } = await readPublished();
  const finder = createModelByNameFinder(facts);
  const ids = catalog.offers.flatMap(({ host, model_id, variants }) =>
    [model_id, ...variants.map((variant) => variant.model_id)].flatMap((id) => [
      id,
      `${host}/${id}`,
      id.toUpperCase(),
    ]),
  );
  const names = catalog.models.flatMap(({ slug, name, lab, aliases }) => [
    slug,
    name,
    `${lab}/${slug}`,
    ...aliases,
  ]);
  for (const name of [...ids, ...names, "no such model"]) {
    const [slug, ...others] = finder.slugsMeantBy(name);
    expect(others.length > 0 ? undefined : slug, name).toBe(findModelByName(name, catalog)?.slug);
  }
});

verifies(
  "E-package-facts",
  "the facts have the rate card of every day, and announced prices after them",
  async () => {
    const { facts, catalog } = await readPublished();
    expect(slugsOf(facts.models)).toEqual(slugsOf(catalog.models));
    for (const { slug } of catalog.models) {
      const cards = facts.rateCardsOf(slug);
      const past = cards.filter(({ date }) => date <= catalog.asOf);
      expect(past.map((card) => ({ model: slug, ...card }))).toEqual(catalog.rateCardsOf(slug));
      const announced = catalog
        .offersOf(slug)
        .flatMap((offer) => offer.announced.map(({ effective }) => [offer.host, effective]));
      expect(cards.slice(past.length).map(({ host, date }) => [host, date])).toEqual(announced);
    }
  },
);

verifies(
  "E-package-facts",
  "truncated facts and facts of another format are refused with the next step",
  async () => {
    const { text } = await readPublished();
    expect(() => parsePackagedFacts(text.slice(0, text.lastIndexOf("\n")))).toThrow(
      /incomplete.*--refresh/,
    );
    expect(() => parsePackagedFacts(text.replace('"format":1', '"format":2'))).toThrow(
      /have the format 2, but this version reads 1; update model-almanac/,
    );
    expect(() => parsePackagedFacts("<html>")).toThrow(/format none/);
  },
);
