/**
 * Checks that every id in our own exports leads to its model. `test/contract/names.test.ts` tests names at every entry
 * point.
 */
import { expect } from "vitest";
import { readFactsOfKinds } from "../../build/facts/read-facts.ts";
import { groupBy } from "../../build/schema/collections.ts";
import { findModelByName } from "../../generator/http/names.ts";
import { requireNonEmpty } from "../builders/get.ts";
import { readCsvExport } from "../contract/csv.ts";
import { verifies } from "../contract/harness.ts";
import { FACTS_FOLDER } from "../contract/run-build.ts";

interface Offer {
  model: string;
  model_id: string;
  provider: string;
}

const toLastPart = (id: string): string => id.slice(id.lastIndexOf("/") + 1).toLowerCase();

verifies("E2", "the host's id of a model leads to that model", async (site) => {
  const { catalog } = site.context;
  const { movingNames } = readFactsOfKinds(FACTS_FOLDER, ["movingNames"]);
  const { rows } = await readCsvExport(site, "provider-offers");
  const offers = requireNonEmpty(rows as unknown as Offer[], "offers").map((offer) => ({
    ...offer,
    model_id: offer.model_id.replace(/^'/, ""),
  }));
  const atHost = new Map(
    offers.map(({ provider, model_id, model }) => [`${provider}/${model_id}`.toLowerCase(), model]),
  );
  // Skipped: moving names mean their current model at their own host, and other hosts may use them for another one.
  const moving = new Set(movingNames.map(({ model_id }) => toLastPart(model_id)));
  const misses: string[] = [];
  for (const [id, uses] of groupBy(offers, ({ model_id }) => model_id)) {
    if (moving.has(toLastPart(id))) continue;
    const models = new Set(uses.map(({ model }) => model));
    const found = findModelByName(id, catalog)?.slug;
    // An id that equals a slug means that model; an id with a host before it means that host's model; an id that hosts
    // use for several models means one of them, or none. The name of a family means its newest model.
    const known = id === found ? id : atHost.get(id.toLowerCase());
    const isRight =
      found === undefined
        ? models.size > 1
        : found === known || found.startsWith(`${id}-`) || (!known && models.has(found));
    if (!isRight) misses.push(`${id}: ${found}, not ${[...models].join(" or ")}`);
    for (const { provider, model } of uses)
      if (findModelByName(`${provider}/${id}`, catalog)?.slug !== model)
        misses.push(`${provider}/${id}: not ${model}`);
  }
  expect(misses).toEqual([]);
});

verifies(
  "E2",
  "a withdrawn id after its host leads to its model",
  async ({ context: { catalog } }) => {
    const { offers, movingNames } = readFactsOfKinds(FACTS_FOLDER, ["offers", "movingNames"]);
    const moving = new Set(movingNames.map(({ host, model_id }) => `${host}/${model_id}`));
    const sold = new Set(
      catalog.offers
        .flatMap(({ model_id, variants }) => [model_id, ...variants.map((one) => one.model_id)])
        .map((id) => id.toLowerCase()),
    );
    const misses = offers.flatMap(({ file: host, model_id, model }) => {
      const name = `${host}/${model_id}`;
      // Skipped: `mistral/mistral-small` is also the whole id of a model at other hosts, and a lab's name without a
      // version means what the lab sells now.
      const isOfFamily = !/\d/.test(model_id) && catalog.model(model)?.lab === host;
      if (moving.has(name) || sold.has(name.toLowerCase()) || isOfFamily) return [];
      if (!catalog.model(model)) return [];
      // A folder that is no maker (`unsloth/gemma-3-4b-it`) is known without its former host.
      const found = findModelByName(name, catalog) ?? findModelByName(model_id, catalog);
      return found?.slug === model ? [] : `${name}: ${found?.slug}, not ${model}`;
    });
    expect(offers.length).toBeGreaterThan(10_000);
    expect(misses).toEqual([]);
  },
);
