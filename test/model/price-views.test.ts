/** What is published of the statements of a ledger: series, which id stands for a model at a host, moves and new models. */
import { beforeAll, describe, expect, it } from "vitest";
import type { FactOfKind } from "../../build/facts/kinds.ts";
import type { PriceRow } from "../../build/model/catalog/rows.ts";
import {
  getExpected,
  joinKnown,
  type LoadedPriceCases,
  loadPriceCases,
  type PriceCase,
} from "../builders/price-world.ts";

/** A model of a type that returns no tokens, for which a source nevertheless states an output limit. */
const withoutTokens = (model_type: FactOfKind<"models">["model_type"]): PriceCase => ({
  model: { model_type, output_modalities: [model_type], sources: { max_output_tokens: "litellm" } },
  prices: "models-dev 1",
  offers: { bazaar: { "acme-large": { max_output_tokens: 1024 } } },
});

/**
 * Statements at bazaar, or at the host before the colon → the published rows: date, change, input (left out when
 * null) and source. genai-prices has precedence at a lab's own host, models-dev at every other host; litellm at
 * neither.
 */
const SERIES: Record<string, string> = {
  "has no row when only rates change that rows do not show": `models-dev 2,
      models-dev 2026-02-01 2 rates=input@batch=1; output@batch=1
    → 2026-01-01 added 2 models-dev`,
  "has a row where the price of cached input changes": `models-dev 2, models-dev 2026-02-01 2 cache_read=1
    → 2026-01-01 added 2 models-dev, 2026-02-01 changed 2 models-dev`,
  "leaves out a price that its source takes back within 7 days": `models-dev 2, models-dev 2026-02-01 200, models-dev 2026-02-08 2
    → 2026-01-01 added 2 models-dev`,
  "keeps a price that holds for 8 days": `models-dev 2, models-dev 2026-02-01 3, models-dev 2026-02-09 2
    → 2026-01-01 added 2 models-dev, 2026-02-01 changed 3 models-dev, 2026-02-09 changed 2 models-dev`,
  "leaves out a withdrawal that its source takes back within 7 days": `models-dev 2, models-dev 2026-02-01 gone,
      models-dev 2026-02-05 2
    → 2026-01-01 added 2 models-dev`,
  "has a row for a withdrawal, and calls a return an addition": `models-dev 2, models-dev 2026-02-01 gone, models-dev 2026-04-01 2
    → 2026-01-01 added 2 models-dev, 2026-02-01 removed models-dev, 2026-04-01 added 2 models-dev`,
  "begins without a price where the source names none": `models-dev none, models-dev 2026-02-01 2
    → 2026-01-01 added models-dev, 2026-02-01 changed 2 models-dev`,
  "leaves out suspect statements, which stay in the facts": `models-dev 2, models-dev 2026-02-01 2000 note=suspect: per token
    → 2026-01-01 added 2 models-dev`,
  "dates a price on the day on which it takes effect, whenever it was recorded": `acme: genai-prices 2,
      genai-prices 2026-05-01 1 effective=2026-03-10
    → 2026-01-01 added 2 genai-prices, 2026-03-10 changed 1 genai-prices`,
  "leaves out a price that takes effect later": `acme: genai-prices 2, genai-prices 2026-05-01 1 effective=2026-09-01
    → 2026-01-01 added 2 genai-prices`,
  "has no row for a second source that states the same price": `models-dev 2, litellm 2026-02-01 2
    → 2026-01-01 added 2 models-dev`,
  "follows a copy that shared a price of cached input and has left it": `models-dev 2 cache_read=1,
      copycat 2026-02-01 2 cache_read=1, copycat 2026-03-01 2 cache_read=0.5
    → 2026-01-01 added 2 models-dev, 2026-03-01 witness 2 copycat`,
  "ends where a copy drops the id after its origin was read last": `newcomer 2, litellm 2, copycat 2, copycat 2026-05-01 gone
    → 2026-01-01 added 2 litellm, 2026-05-01 removed copycat`,
  "goes on where a person has read the price since": `newcomer 2, copycat 2, copycat 2026-05-01 gone,
      operator 2026-05-20 2 note=https://acme.test/a
    → 2026-01-01 added 2 copycat`,
  "does not follow a source that keeps a price which another has left": `models-dev 2, litellm 2026-01-15 2,
      models-dev 2026-03-01 1
    → 2026-01-01 added 2 models-dev, 2026-03-01 changed 1 models-dev`,
  "does not follow a bulk import of a price that another has left, however new": `openrouter: models-dev 2025-01-01 2, models-dev 2025-08-01 1, genai-prices 2026-05-20 2
    → 2025-01-01 added 2 models-dev, 2025-08-01 changed 1 models-dev`,
  "does not follow the first statement of a lab's most careful source to a price that another has left": `acme: models-dev 2025-01-01 2, models-dev 2025-08-01 1, genai-prices 2026-05-20 2
    → 2025-01-01 added 2 models-dev, 2025-08-01 changed 1 models-dev`,
  "follows the most careful source back to a price": `acme: genai-prices 2025-01-01 2, models-dev 2025-01-02 2,
      models-dev 2025-08-01 1,
      genai-prices 2025-08-02 1, genai-prices 2026-05-01 2
    → 2025-01-01 added 2 genai-prices, 2025-08-01 changed 1 models-dev, 2026-05-01 changed 2 genai-prices`,
  "follows a source back that left the price which a more careful one still states": `models-dev 3,
      genai-prices 2026-01-02 3, models-dev 2026-03-01 1, genai-prices 2026-03-02 1,
      genai-prices 2026-05-01 3
    → 2026-01-01 added 3 models-dev, 2026-03-01 changed 1 models-dev, 2026-05-01 changed 3 genai-prices`,
  "does not follow the first statement of a source that contradicts a more careful one": `acme: genai-prices 2025-06-01 2, litellm 2026-05-20 3
    → 2025-06-01 added 2 genai-prices`,
  "does not follow a source that lists the id again and contradicts a more careful one": `litellm 2025-01-01 3,
      litellm 2025-03-01 gone, models-dev 2025-06-01 2, litellm 2026-05-20 3
    → 2025-01-01 added 3 litellm, 2025-03-01 removed litellm, 2025-06-01 added 2 models-dev`,
  "does not follow a source that is not careful where a careful one says otherwise": `litellm 2025-01-01 5,
      models-dev 2025-06-01 2, litellm 2026-05-01 3
    → 2025-01-01 added 5 litellm, 2025-06-01 witness 2 models-dev`,
  "follows two sources rather than one": `acme: litellm 2026-05-01 2, models-dev 2026-05-02 2, genai-prices 2026-05-03 3
    → 2026-05-01 added 2 litellm`,
  "does not follow it either where a person has corrected another id": `yuan: genai-prices 5,
      models-dev 2026-04-01 7, genai-prices 2026-05-20 4,
      operator 2026-02-01 9 id=acme-large-2026-01-01 note=https://acme.example/prices
    → 2026-01-01 added 5 genai-prices, 2026-04-01 witness 7 models-dev`,
  "stays with the price of two sources when a more careful one states another": `alps: genai-prices 2026-05-01 3,
      litellm 2026-05-01 3, models-dev 2026-05-20 5
    → 2026-05-01 added 3 genai-prices`,
  "follows the more careful of two sources within 30 days": `acme: genai-prices 2026-03-01 4,
      genai-prices 2026-04-01 3, models-dev 2026-04-02 5, models-dev 2026-04-20 2
    → 2026-03-01 added 4 genai-prices, 2026-04-01 changed 3 genai-prices`,
  "follows the newer of two sources after 30 days": `acme: genai-prices 2026-03-01 4, genai-prices 2026-04-01 3,
      models-dev 2026-04-02 5, models-dev 2026-05-20 2
    → 2026-03-01 added 4 genai-prices, 2026-04-01 changed 3 genai-prices, 2026-05-20 witness 2 models-dev`,
  "calls it a witness where another source takes over at another price": `litellm 3, models-dev 2026-03-01 2
    → 2026-01-01 added 3 litellm, 2026-03-01 witness 2 models-dev`,
  "calls it a change where the new source saw the old price itself": `models-dev 3, litellm 2026-01-02 3,
      models-dev 2026-02-01 gone, litellm 2026-03-01 2
    → 2026-01-01 added 3 models-dev, 2026-03-01 changed 2 litellm`,
  "stays open until the last source withdraws the id": `models-dev 2, litellm 2026-01-05 2,
      models-dev 2026-03-01 gone, litellm 2026-04-01 gone
    → 2026-01-01 added 2 models-dev, 2026-04-01 removed litellm`,
  "prefers a price to a statement without one": `litellm 2, models-dev 2026-05-01 none
    → 2026-01-01 added 2 litellm`,
  "prefers a person's correction to every source, and does not call it a change": `acme: genai-prices 2,
      models-dev 2, operator 2026-03-01 1 note=https://acme.example/prices
    → 2026-01-01 added 2 genai-prices, 2026-03-01 witness 1 operator`,
  "takes a person's dated correction as a change": `acme: genai-prices 2,
      operator 2026-03-01 1 effective=2026-02-20 note=https://acme.example/prices
    → 2026-01-01 added 2 genai-prices, 2026-02-20 changed 1 operator`,
  "prefers every other statement to a reseller's": `acme: litellm 2, genai-prices 2026-03-01 1 note=reseller: OpenRouter
    → 2026-01-01 added 2 litellm`,
};

/** Cases for which id represents the model at bazaar. */
const IDS = {
  "the standard tier comes before another": {
    prices: "models-dev 2, models-dev 2 id=acme-large-fast, models-dev 2 id=acme-large-2026-01-01",
    offers: { bazaar: { "acme-large-fast": { service_tier: "fast" } } },
  },
  "neither a withdrawn one nor one without a price": {
    prices: "models-dev 2 id=acme-large-2026-01-01, models-dev none, models-dev 1 id=acme-large-x",
    offers: { bazaar: { "acme-large-x": { status: "deprecated" } } },
  },
} satisfies Record<string, PriceCase>;

const DEFAULTS = {
  "the list price": "bazaar: models-dev 1 | acme: models-dev 2026-03-01 2",
  "what was the list price":
    "bazaar: models-dev 1 | acme: models-dev 2026-03-01 2, models-dev 2026-05-01 gone",
  "the longest record": "alps: models-dev 2026-03-01 2 | bazaar: models-dev 1",
} satisfies Record<string, PriceCase>;

const OTHERS = {
  "sold no more": "models-dev 2, models-dev 2026-02-01 gone",
  cached: "models-dev 2 cache_read=3 cache_write=3",
  "read again":
    "yuan: models-dev 3, models-dev 2026-02-01 2, operator 2026-05-01 2 note=https://acme.example/prices",
  "believed again": "delta: models-dev 2, genai-prices 2026-03-01 3, genai-prices 2026-05-28 gone",
  "listed again": "models-dev 2, models-dev 2026-03-01 gone, models-dev 2026-05-30 2",
  "sold before its release": {
    prices: "alps: models-dev 2026-03-01 2 | bazaar: models-dev 2",
    model: { release_date: "2026-02-01" },
  },
  "sold since its release": {
    prices: "models-dev 2026-02-01 2",
    model: { release_date: "2026-02-01" },
  },
  announced: `acme: genai-prices 2 cache_read=0.2 rates=input@batch=1,
      genai-prices 2026-05-01 1 effective=2026-09-01,
      genai-prices 2026-05-01 3 effective=2026-10-01 cache_read=0.3 rates=input@batch=1.5`,
  embedding: withoutTokens("embedding"),
  rerank: withoutTokens("rerank"),
  video: withoutTokens("video"),
  image: withoutTokens("image"),
} satisfies Record<string, PriceCase>;

const MOVES: Record<string, PriceCase> = {
  "that held for 7 days": "models-dev 20, models-dev 2026-05-25 10",
  "that a second source confirms": "models-dev 20, models-dev 2026-06-01 10, litellm 2026-06-01 10",
  "that comes back after more than 90 days":
    "models-dev 20, models-dev 2026-02-01 10, models-dev 2026-05-03 20",
  "to what one other host charged all along":
    "acme: models-dev 20, models-dev 2026-05-01 10 | bazaar: models-dev 2026-01-05 10",
  "to what two others charged all along, of a price that two sources state": `acme: models-dev 20,
      litellm 2026-01-03 20, models-dev 2026-05-01 10
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
  "of a price that is doubted": "models-dev 20/8, models-dev 2026-03-01 10/4",
  "to 0": "models-dev 20, litellm 20, models-dev 2026-03-01 0, litellm 2026-03-01 0",
  "by a factor of ten": "models-dev 20, models-dev 2026-03-01 2",
  "of output alone by a factor of ten": "models-dev 20/2, models-dev 2026-03-01 20",
  "of output alone by a hundredth, but for a rounding":
    "models-dev 20/240, models-dev 2026-03-01 20/2.436",
  "of input alone by a factor of ten": "models-dev 4/40, models-dev 2026-03-01 40",
  "of a list price to what two others charged all along": `acme: models-dev 20, models-dev 2026-05-01 10
      | bazaar: models-dev 2026-01-15 10
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

/** All sources except latecomer have followed some host since January. */
const NEW: Record<string, [PriceCase, isNew: boolean]> = {
  "without a release date": [
    { prices: "models-dev 2026-05-01 2", model: { release_date: null } },
    true,
  ],
  "released long before": ["models-dev 2026-05-01 2", true],
  "that a source brings along when it begins": ["latecomer 2026-05-01 2", false],
};

const textOf = ({ date, change, input, source }: PriceRow) =>
  joinKnown(date, change, input, source);

let market: LoadedPriceCases<string>;
beforeAll(async () => {
  market = await loadPriceCases({
    ...SERIES,
    ...IDS,
    ...DEFAULTS,
    ...OTHERS,
    ...MOVES,
    ...NO_MOVES,
    ...moved(24, "2026-03-01"),
    ...moved(23, "2026-04-01"),
    ...moved(24, "2026-02-01", true),
    ...Object.fromEntries(Object.entries(NEW).map(([name, [one]]) => [name, one])),
  });
});

describe("a series", () => {
  it.each(Object.entries(SERIES))("%s", (name, text) => {
    const [host = "bazaar"] = /^[a-z]+(?=: )/.exec(text) ?? [];
    const published = market.series(name, host);
    expect(published.map(textOf).join(", ")).toBe(getExpected(text));
    const offer = market.at(name, host);
    const last = published.at(-1);
    expect(offer?.input).toBe(last?.change === "removed" ? undefined : last?.input);
  });

  it("never shows a cache read above fresh input", () => {
    expect(market.at("cached", "bazaar")).toMatchObject({ cache_read: null, cache_write: 3 });
  });

  it("remains without an offer when the host no longer sells the model", () => {
    expect(market.at("sold no more", "bazaar")).toBeUndefined();
    expect(market.series("sold no more", "bazaar")).toHaveLength(2);
    expect(market.model("sold no more")).toMatchObject({ offers: 0, first_seen: "2026-01-01" });
  });

  it("leaves prices that take effect later to the offer, which lists them with their day", () => {
    const stated = {
      cache_write: null,
      cache_days: null,
      source: "genai-prices",
      as_of: "2026-05-01",
    };
    expect(market.at("announced", "acme")?.announced).toEqual([
      { effective: "2026-09-01", input: 1, output: 1, cache_read: null, cards: [], ...stated },
      {
        effective: "2026-10-01",
        input: 3,
        output: 3,
        cache_read: 0.3,
        ...stated,
        cards: [{ source: "genai-prices", valid_from: "2026-05-01", rates: "input@batch=1.5" }],
      },
    ]);
  });
});

describe("the id that stands for a model at a host", () => {
  const idsOf = (name: string) => {
    const { model_id, variants } = market.at(name, "bazaar") ?? { model_id: "", variants: [] };
    const others = variants.map((one) => [market.plain(name, one.model_id), one.service_tier]);
    return [market.plain(name, model_id), others];
  };

  it("is the undated one of the standard tier; the others are variants with their tier", () => {
    expect(idsOf("the standard tier comes before another")).toEqual([
      "acme-large",
      [
        ["acme-large-2026-01-01", "standard"],
        ["acme-large-fast", "fast"],
      ],
    ]);
  });

  it("is neither one that is deprecated nor one without a price", () => {
    expect(idsOf("neither a withdrawn one nor one without a price")[0]).toBe(
      "acme-large-2026-01-01",
    );
  });

  it.each([
    ["its source states the same price", "cached", "bazaar", { as_of: "2026-01-01" }],
    [
      "a person reads the same price",
      "read again",
      "yuan",
      { source: "operator", as_of: "2026-02-01", last_confirmed: "2026-06-01" },
    ],
    [
      "another source took precedence for a time",
      "believed again",
      "delta",
      { as_of: "2026-01-01" },
    ],
  ])("keeps the day of its price when %s", (_, name, host, offer) => {
    expect(market.at(name, host)).toMatchObject(offer);
  });

  it("has a new day for its price after nobody listed it for a time", () => {
    expect(market.at("listed again", "bazaar")).toMatchObject({ as_of: "2026-05-30" });
  });
});

describe("the default series", () => {
  it.each([
    ["the list price", "acme", true],
    ["what was the list price", "acme", true],
    ["the longest record", "bazaar", false],
  ])("is %s", (name, host, isListPrice) => {
    const model = market.model(name);
    expect([model.default_host, model.default_is_list_price]).toEqual([host, isListPrice]);
    const marked = market.catalog.pricesOf(model.slug).filter(({ is_list_price }) => is_list_price);
    expect(new Set(marked.map((row) => row.host))).toEqual(new Set(isListPrice ? [host] : []));
  });
});

describe("a model", () => {
  it.each(["embedding", "rerank", "video", "image"] as const)(
    "of %s has no output limit",
    (type) => {
      expect(market.model(type)).toMatchObject({ max_output_tokens: null, sources: null });
      expect(market.at(type, "bazaar")).toMatchObject({ max_output_tokens: null });
    },
  );

  it("keeps a release date after its first price, with a mark", () => {
    expect(market.model("sold before its release")).toMatchObject({
      release_date: "2026-02-01",
      release_date_basis: "after_first_price",
    });
    expect(market.model("sold since its release").release_date_basis).toBe("stated");
  });
});

const changesOf = (name: string, types: readonly string[]) =>
  market.catalog.changes.filter(
    ({ model, type }) => model === market.model(name).slug && types.includes(type),
  );
const movesOf = (name: string) => changesOf(name, ["price_drop", "price_increase"]);

describe("a price move is published: a move", () => {
  it.each(Object.keys(MOVES))("%s", (name) => {
    expect(movesOf(name)[0]).toMatchObject({ type: "price_drop", pct_input: -50, pct_output: -50 });
  });

  it("that a person dates links to the page that the person read", () => {
    expect(movesOf("that a person dates")[0]).toMatchObject({
      date: "2026-05-30",
      source_url: "https://acme.example/prices",
    });
  });

  it("on a day on which its source moves 23 ids", () => {
    for (let index = 0; index < 23; index++) expect(movesOf(`2026-04-01 ${index}`)).toHaveLength(1);
  });

  it("on a day on which its source moves 24 ids, where a second one states the new price", () => {
    for (let index = 0; index < 24; index++) expect(movesOf(`2026-02-01 ${index}`)).toHaveLength(1);
  });
});

describe("no price move is published: a move", () => {
  it.each(Object.keys(NO_MOVES))("%s", (name) => {
    expect(movesOf(name)).toEqual([]);
  });

  it("on a day on which its source moves 24 ids", () => {
    for (let index = 0; index < 24; index++) expect(movesOf(`2026-03-01 ${index}`)).toEqual([]);
  });
});

describe("a tenfold jump", () => {
  it("is a correction in the history", () => {
    for (const name of ["by a factor of ten", "of output alone by a factor of ten"])
      expect(market.series(name, "bazaar").map(({ change }) => change)).toEqual([
        "added",
        "correction",
      ]);
  });
});

describe("whether a model is new: one", () => {
  it.each(Object.entries(NEW))("%s", (name, [, isNew]) => {
    const [change] = changesOf(name, ["new_model"]);
    expect(change !== undefined).toBe(isNew);
    if (change) expect(change.date).toBe(change.first_seen);
    expect(market.model(name).first_seen).toMatch(/^2026-05-/);
  });
});
