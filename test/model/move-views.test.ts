/** Which changes of a published price are moves, and which models are new. */
import { beforeAll, describe, expect, it } from "vitest";
import { type LoadedPriceCases, loadPriceCases, type PriceCase } from "../builders/price-world.ts";

const MOVES: Record<string, PriceCase> = {
  "that held for 7 days": "models-dev 20, models-dev 2026-05-25 10",
  "that a second source confirms": "models-dev 20, models-dev 2026-06-01 10, litellm 2026-06-01 10",
  "that comes back after more than 90 days":
    "models-dev 20, models-dev 2026-02-01 10, models-dev 2026-05-03 20",
  "to what one other host charged all along":
    "acme: models-dev 20, models-dev 2026-05-01 10 | bazaar: models-dev 2026-01-05 10",
  "to what two others charged all along, of a price that two sources state": `acme: models-dev 20, litellm 2026-01-03 20, models-dev 2026-05-01 10
      | bazaar: models-dev 2026-01-15 10 | cirrus: models-dev 2026-01-15 10`,
  "to what others charged after a fortnight": `acme: models-dev 20, models-dev 2026-05-01 10 | bazaar: models-dev 2026-01-16 10
      | cirrus: models-dev 2026-01-16 10`,
  "that a person dates":
    "models-dev 20, operator 2026-06-01 10 effective=2026-05-30 note=https://acme.example/prices",
};

const NO_MOVES: Record<string, PriceCase> = {
  "that held for 6 days and nobody confirms": "models-dev 20, models-dev 2026-05-26 10",
  "of another witness": "litellm 20, models-dev 2026-03-01 10",
  "that corrects a first price within 7 days": "models-dev 20, models-dev 2026-01-08 10",
  "there and back within 90 days":
    "models-dev 20, models-dev 2026-02-01 10, models-dev 2026-05-02 20",
  "of a name that moves from model to model":
    "models-dev 20 id=acme-large-latest, models-dev 2026-03-01 10 id=acme-large-latest",
  "that its source marks as another model's":
    "models-dev 20, models-dev 2026-03-01 10 note=repointed: acme-small",
  "of another service tier": {
    prices: "models-dev 20, models-dev 2026-03-01 10",
    offers: { bazaar: { "acme-large": { service_tier: "fast" } } },
  },
  "of a price that is doubted": "models-dev 20, models-dev 2026-03-01 10/4",
  "to nothing": "models-dev 20, models-dev 2026-03-01 0",
  "by a factor of ten": "models-dev 20, models-dev 2026-03-01 2",
  "of output alone by a factor of ten": "models-dev 20/2, models-dev 2026-03-01 20",
  "of output alone by a hundredth, but for a rounding":
    "models-dev 20/240, models-dev 2026-03-01 20/2.436",
  "of input alone by a factor of ten": "models-dev 4/40, models-dev 2026-03-01 40",
  "of a list price to what two others charged all along": `acme: models-dev 20, models-dev 2026-05-01 10 | bazaar: models-dev 2026-01-15 10
      | cirrus: models-dev 2026-01-15 10`,
  "to what another source has stated for a month":
    "models-dev 20, litellm 2026-02-01 10, models-dev 2026-05-01 10",
  "of a router": "router-a: models-dev 20, models-dev 2026-03-01 10",
  "that a person does not date":
    "models-dev 20, operator 2026-03-01 10 note=https://acme.example/prices",
};

/** As many of one host as make a day on which a source corrects its record, and one less. */
const moved = (count: number, day: string, isConfirmed = false): Record<string, PriceCase> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `${day} ${index}`,
      `upstream ${20 + index}, upstream ${day} ${10 + index}${isConfirmed ? `, litellm 2026-05-01 ${10 + index}` : ""}`,
    ]),
  );

/** Every source but newcomer has followed some host since January. */
const NEW: Record<string, [PriceCase, isNew: boolean]> = {
  "without a release date": [
    { prices: "models-dev 2026-05-01 2", model: { release_date: null } },
    true,
  ],
  "released days before": ["models-dev 2026-03-10 2", true],
  "released long before": ["models-dev 2026-05-01 2", true],
  "that a source brings along when it begins": ["newcomer 2026-05-01 2", false],
};

let market: LoadedPriceCases<string>;
beforeAll(async () => {
  market = await loadPriceCases({
    ...MOVES,
    ...NO_MOVES,
    ...moved(24, "2026-03-01"),
    ...moved(23, "2026-04-01"),
    ...moved(24, "2026-02-01", true),
    ...Object.fromEntries(Object.entries(NEW).map(([name, [one]]) => [name, one])),
  });
});

const changesOf = (name: string, types: readonly string[]) =>
  market.catalog.changes.filter(
    ({ model, type }) => model === market.model(name).slug && types.includes(type),
  );
const movesOf = (name: string) => changesOf(name, ["price_drop", "price_increase"]);

describe("a price move is a change", () => {
  it.each(Object.keys(MOVES))("%s", (name) => {
    expect(movesOf(name)[0]).toMatchObject({ type: "price_drop", pct_input: -50, pct_output: -50 });
  });

  it("leads to the page that a person read", () => {
    expect(movesOf("that a person dates")[0]).toMatchObject({
      ...{ date: "2026-05-30", source_url: "https://acme.example/prices" },
    });
  });

  it("on a day on which its source moves 23 ids", () => {
    for (let index = 0; index < 23; index++) expect(movesOf(`2026-04-01 ${index}`)).toHaveLength(1);
  });

  it("on a day on which its source moves 24 ids, where a second one states the new price", () => {
    for (let index = 0; index < 24; index++) expect(movesOf(`2026-02-01 ${index}`)).toHaveLength(1);
  });
});

describe("a price move is none", () => {
  it.each(Object.keys(NO_MOVES))("%s", (name) => {
    expect(movesOf(name)).toEqual([]);
  });

  it("on a day on which its source moves 24 ids", () => {
    for (let index = 0; index < 24; index++) expect(movesOf(`2026-03-01 ${index}`)).toEqual([]);
  });
});

describe("a tenfold jump", () => {
  it("stands in the history as a correction", () => {
    for (const name of ["by a factor of ten", "of output alone by a factor of ten"])
      expect(market.series(name, "bazaar").map(({ change }) => change)).toEqual([
        "added",
        "correction",
      ]);
  });
});

describe("a model first seen", () => {
  it.each(Object.entries(NEW))("%s", (name, [, isNew]) => {
    const [change] = changesOf(name, ["new_model"]);
    expect(change !== undefined).toBe(isNew);
    if (change) expect(change.date).toBe(change.first_seen);
    expect(market.model(name).first_seen).toMatch(/^2026-0[35]-/);
  });
});
