/** What is published of a ledger's statements: series, the id of a model at a host, moves and new models. */
import { beforeAll, describe, expect, it } from "vitest";
import { getCheapestProviderEndpoint } from "../../generator/endpoints/models/get-model.ts";
import type { AnswerContext } from "../../generator/http/endpoint.ts";
import type { LoadedPriceCases, PriceCase } from "../builders/price-world.ts";
import { getExpected, loadPriceCases } from "../builders/price-world.ts";

/**
 * Statements at bazaar, or at the host before the colon → the published rows: date, change, input (left out when null)
 * and a new source. genai-prices has precedence at a lab's own host, models-dev at every other host; litellm at neither.
 */
const SERIES: Record<string, string> = {
  "has no row when only rates change that rows do not show":
    "models-dev 2, 02-01 2 rates=input@batch=1; output@batch=1 → 01-01 added 2 models-dev",
  "has a row where the price of cached input changes":
    "models-dev 2, 02-01 2 cache_read=1 → 01-01 added 2 models-dev, 02-01 changed 2",
  "leaves out a price that its source takes back within 7 days":
    "models-dev 2, 02-01 200, 02-08 2 → 01-01 added 2 models-dev",
  "keeps a price that holds for 8 days":
    "models-dev 2, 02-01 3, 02-09 2 → 01-01 added 2 models-dev, 02-01 changed 3, 02-09 changed 2",
  "leaves out a withdrawal that its source takes back within 7 days":
    "models-dev 2, 02-01 gone, 02-05 2 → 01-01 added 2 models-dev",
  "has a row for a withdrawal, and calls a return an addition":
    "models-dev 2, 02-01 gone, 04-01 2 → 01-01 added 2 models-dev, 02-01 removed, 04-01 added 2",
  "begins without a price where the source names none":
    "models-dev none, 02-01 2 → 01-01 added models-dev, 02-01 changed 2",
  "begins without a price where the source replaces a first 0 within three days":
    "models-dev 0, 01-03 2 → 01-01 added models-dev, 01-03 changed 2",
  "begins with a 0 that lasted three days":
    "models-dev 0, 01-04 2 → 01-01 added 0 models-dev, 01-04 changed 2",
  "leaves out suspect statements, which stay in the facts":
    "models-dev 2, 02-01 2000 note=suspect: per token → 01-01 added 2 models-dev",
  "dates a price on the day on which it takes effect": `acme: genai-prices 2,
      05-01 1 effective=2026-03-10 → 01-01 added 2 genai-prices, 03-10 changed 1`,
  "leaves out a price that takes effect later":
    "acme: genai-prices 2, 05-01 1 effective=2026-09-01 → 01-01 added 2 genai-prices",
  "has no row for a second source that states the same price":
    "models-dev 2, litellm 02-01 2 → 01-01 added 2 models-dev",
  "follows a copy that shared a price of cached input and has left it": `models-dev 2 cache_read=1,
      copycat 02-01 2 cache_read=1, 03-01 2 cache_read=0.5 → 01-01 added 2 models-dev,
      03-01 witness 2 copycat`,
  "follows a copy that changed the price after its origin was read last": `spring 04-10 2,
      upstream 04-10 2, copycat 04-10 4, 05-01 3 → 04-10 added 2 spring, 05-01 witness 3 copycat`,
  "does not follow a copy to a price that is doubted": `spring 04-10 2, upstream 04-10 2,
      copycat 04-10 2, 06-01 300 → 04-10 added 2 copycat`,
  "ends where a copy drops the id after its origin was read last":
    "newcomer 2, litellm 2, copycat 2, 05-01 gone → 01-01 added 2 litellm, 05-01 removed copycat",
  "goes on where a person has read the price since": `newcomer 2, copycat 2, 05-01 gone,
      operator 05-20 2 note=https://acme.test/a → 01-01 added 2 copycat`,
  "does not follow a source that keeps a price which another has left":
    "models-dev 2, litellm 01-15 2, models-dev 03-01 1 → 01-01 added 2 models-dev, 03-01 changed 1",
  "does not follow a new bulk import of a price that another has left": `openrouter:
      models-dev 2025-01-01 2, 2025-08-01 1, genai-prices 05-20 2
      → 2025-01-01 added 2 models-dev, 2025-08-01 changed 1`,
  "does not follow the lab's most careful source to a price that another has left": `acme:
      models-dev 2025-01-01 2, 2025-08-01 1, genai-prices 05-20 2
      → 2025-01-01 added 2 models-dev, 2025-08-01 changed 1`,
  "follows the most careful source back to a price": `acme: genai-prices 2025-01-01 2,
      models-dev 2025-01-02 2, 2025-08-01 1, genai-prices 2025-08-02 1, 05-01 2
      → 2025-01-01 added 2 genai-prices, 2025-08-01 changed 1 models-dev,
      05-01 changed 2 genai-prices`,
  "follows a source back that left the price which a more careful one still states": `models-dev 3,
      genai-prices 01-02 3, models-dev 03-01 1, genai-prices 03-02 1, 05-01 3
      → 01-01 added 3 models-dev, 03-01 changed 1, 05-01 changed 3 genai-prices`,
  "does not follow the first statement of a source that contradicts a more careful one":
    "acme: genai-prices 2025-06-01 2, litellm 05-20 3 → 2025-06-01 added 2 genai-prices",
  "does not follow a return that contradicts a more careful source": `litellm 2025-01-01 3,
      2025-03-01 gone, models-dev 2025-06-01 2, litellm 05-20 3 → 2025-01-01 added 3 litellm,
      2025-03-01 removed, 2025-06-01 added 2 models-dev`,
  "does not follow a less careful source back": `litellm 2025-01-01 5,
      models-dev 2025-06-01 2, litellm 05-01 3 → 2025-01-01 added 5 litellm,
      2025-06-01 witness 2 models-dev`,
  "follows two sources rather than one":
    "acme: litellm 05-01 2, models-dev 05-02 2, genai-prices 05-03 3 → 05-01 added 2 litellm",
  "does not follow it either where a person has corrected another id": `yuan: genai-prices 5,
      models-dev 04-01 7, genai-prices 05-20 4,
      operator 02-01 9 id=acme-large-2026-01-01 note=https://acme.example/prices
      → 01-01 added 5 genai-prices, 04-01 witness 7 models-dev`,
  "stays with the price of two sources when a more careful one states another":
    "alps: genai-prices 05-01 3, litellm 05-01 3, models-dev 05-20 5 → 05-01 added 3 genai-prices",
  "follows the more careful of two sources within 30 days": `acme: genai-prices 03-01 4, 04-01 3,
      models-dev 04-02 5, 04-20 2 → 03-01 added 4 genai-prices, 04-01 changed 3`,
  "follows the newer of two sources after 30 days": `acme: genai-prices 03-01 4, 04-01 3,
      models-dev 04-02 5, 05-20 2 → 03-01 added 4 genai-prices, 04-01 changed 3,
      05-20 witness 2 models-dev`,
  "calls it a witness where another source takes over at another price":
    "litellm 3, models-dev 03-01 2 → 01-01 added 3 litellm, 03-01 witness 2 models-dev",
  "calls it a change where the new source saw the old price itself": `models-dev 3,
      litellm 01-02 3, models-dev 02-01 gone, litellm 03-01 2 → 01-01 added 3 models-dev,
      03-01 changed 2 litellm`,
  "stays open until the last source withdraws the id": `models-dev 2, litellm 01-05 2,
      models-dev 03-01 gone, litellm 04-01 gone → 01-01 added 2 models-dev, 04-01 removed litellm`,
  "prefers a price to a statement without one":
    "litellm 2, models-dev 05-01 none → 01-01 added 2 litellm",
  "prefers a person's correction, and does not call it a change": `acme: genai-prices 2,
      models-dev 2, operator 03-01 1 note=https://acme.example/prices → 01-01 added 2 genai-prices,
      03-01 witness 1 operator`,
  "takes a person's dated correction as a change": `acme: genai-prices 2,
      operator 03-01 1 effective=2026-02-20 note=https://acme.example/prices
      → 01-01 added 2 genai-prices, 02-20 changed 1 operator`,
  "takes an announcement of a third party as a change on its day": `newcomer 2,
      third-party 04-20 4 effective=2026-05-01 note=https://blog.test/a
      → 01-01 added 2 newcomer, 05-01 changed 4 third-party`,
  "takes it so even where a person read the host's page before that day": `operator 2 note=https://bazaar.test/a,
      third-party 04-20 4 effective=2026-05-01 note=https://blog.test/a
      → 01-01 added 2 operator, 05-01 changed 4 third-party`,
  "does not follow it where a source states otherwise after that day": `models-dev 2,
      third-party 04-20 4 effective=2026-05-01 note=https://blog.test/a → 01-01 added 2 models-dev`,
  "follows what a person reads on the host's page after that day": `newcomer 2,
      third-party 04-20 4 effective=2026-05-01 note=https://blog.test/a,
      operator 05-02 3 note=https://bazaar.test/a → 01-01 added 2 newcomer,
      05-01 changed 4 third-party, 05-02 witness 3 operator`,
  "keeps that day where a source follows later": `models-dev 2, 05-28 4,
      third-party 05-20 4 effective=2026-05-25 note=https://blog.test/a
      → 01-01 added 2 models-dev, 05-25 changed 4 third-party`,
  "never follows a third party's price of today to another": `newcomer 2,
      third-party 02-01 3 note=https://blog.test/a, 05-20 4 note=https://blog.test/a
      → 01-01 added 2 newcomer`,
  "nor a day in the past that a third party gives": `newcomer 2,
      third-party 05-20 4 effective=2026-05-10 note=https://blog.test/a → 01-01 added 2 newcomer`,
  "does not take a price for outdated because a third party has left it": `litellm 2,
      upstream 04-01 5, third-party 2 note=https://blog.test/a, 03-01 5 note=https://blog.test/a
      → 01-01 added 2 litellm`,
  "prefers every other statement to a reseller's":
    "acme: litellm 2, genai-prices 03-01 1 note=reseller: OpenRouter → 01-01 added 2 litellm",
};

const RELEASED = { release_date: "2026-02-01" };
/** Model types that return no tokens, for which a source nevertheless states an output limit. */
const WITHOUT_TOKENS = ["embedding", "rerank", "video", "image"] as const;
const OTHERS: Record<string, PriceCase> = {
  "of several tiers":
    "models-dev 2, 2 id=acme-large-fast service_tier=fast, 2 id=acme-large-2026-01-01",
  "without a price":
    "models-dev 2 id=acme-large-2026-01-01, none, 1 id=acme-large-x status=deprecated",
  "sold no more": "models-dev 2, 02-01 gone",
  "read again": "yuan: models-dev 3, 02-01 2, operator 05-01 2 note=https://acme.example/prices",
  "believed again": "delta: models-dev 2, genai-prices 03-01 3, 05-28 gone",
  "listed again": "models-dev 2, 03-01 gone, 05-30 2",
  "dated later": "models-dev 2, 03-01 1, 05-01 1 effective=2026-03-01",
  "dated by another": "delta: models-dev 2, 03-05 1, genai-prices 05-01 1 effective=2026-03-01",
  "sold before its release": { prices: "alps: models-dev 03-01 2 | bazaar: 2", model: RELEASED },
  "sold since its release": { prices: "models-dev 02-01 2", model: RELEASED },
  announced: `acme: genai-prices 2 cache_read=0.2 rates=input@batch=1, 05-01 1 effective=2026-09-01,
      05-01 3 effective=2026-10-01 cache_read=0.3 rates=input@batch=1.5`,
  ...Object.fromEntries(
    WITHOUT_TOKENS.map((model_type) => {
      const sources = { max_output_tokens: "litellm" };
      const model = { model_type, output_modalities: [model_type], sources };
      return [model_type, { model, prices: "models-dev 1 max_output_tokens=1024" }];
    }),
  ),
};

const MOVES: Record<string, PriceCase> = {
  "that held for 7 days": "models-dev 20, 05-25 10",
  "that a second source confirms": "models-dev 20, 06-01 10, litellm 06-01 10",
  "that comes back after more than 90 days": "models-dev 20, 02-01 10, 05-03 20",
  "to what one other host charged all along": "acme: models-dev 20, 05-01 10 | bazaar: 01-05 10",
  "to what two others charged all along, of a price that two sources state": `acme: models-dev 20,
      litellm 01-03 20, models-dev 05-01 10 | bazaar: 01-15 10 | cirrus: 01-15 10`,
  "to what others charged after a fortnight":
    "acme: models-dev 20, 05-01 10 | bazaar: 01-16 10 | cirrus: 01-16 10",
  "to what the host charged in a region for less than a month":
    "models-dev 20, 04-02 10 id=eu.acme-large service_tier=regional, 05-01 10",
  "that a person dates":
    "models-dev 20, operator 06-01 10 effective=2026-05-30 note=https://acme.example/prices",
  "that a third party announced and another source confirms": `copycat 20, 05-28 10,
      third-party 05-20 10 effective=2026-05-25 note=https://blog.test/a`,
};

const NO_MOVES: Record<string, PriceCase> = {
  "that held for 6 days and nobody confirms": "models-dev 20, 05-26 10",
  "whose source was not read again": "spring 20, 04-10 10",
  "of another witness": "litellm 20, models-dev 03-01 10",
  "that corrects a first price within 7 days": "models-dev 20, 01-08 10",
  "there and back within 90 days": "models-dev 20, 02-01 10, 05-02 20",
  "of a name that moves from model to model":
    "models-dev 20 id=acme-large-latest, 03-01 10 id=acme-large-latest",
  "that its source marks as another model's": "models-dev 20, 03-01 10 note=repointed: acme-small",
  "of another service tier": "models-dev 20 service_tier=fast, 03-01 10",
  "of a price that is doubted": "models-dev 20/8, 03-01 10/4",
  "that rounds to 0.0 %": "models-dev 20, 03-01 20.009",
  "to 0": "models-dev 20, litellm 20, models-dev 03-01 0, litellm 03-01 0",
  "by a factor of ten": "models-dev 20, 03-01 2",
  "of output alone by a factor of ten": "models-dev 20/2, 03-01 20",
  "of output alone by a hundredth, but for a rounding": "models-dev 20/240, 03-01 20/2.436",
  "of input alone by a factor of ten": "models-dev 4/40, 03-01 40",
  "of a list price to what two others charged all along":
    "acme: models-dev 20, 05-01 10 | bazaar: 01-15 10 | cirrus: 01-15 10",
  "to what another source has stated for a month":
    "models-dev 20, litellm 02-01 10, models-dev 05-01 10",
  "to what the host charged in a region for a month":
    "models-dev 20, 04-01 10 id=eu.acme-large service_tier=regional, 05-01 10",
  "of a router": "router-a: models-dev 20, 03-01 10",
  "that a third party announced and nobody confirms":
    "newcomer 20, third-party 04-20 10 effective=2026-05-01 note=https://blog.test/a",
  "that a person does not date":
    "models-dev 20, operator 03-01 10 note=https://acme.example/prices",
};

/** Cases in which a source moves so many ids of one host on a day. */
const moved = (count: number, day: string, witness = (_: number) => ""): [string, PriceCase][] =>
  Array.from({ length: count }, (_, index) => [
    `${day} ${index}`,
    `upstream ${20 + index}, ${day} ${10 + index}${witness(10 + index)}`,
  ]);
const BULK = moved(24, "03-01");
const FEW = moved(23, "04-01");
const CONFIRMED = moved(24, "02-01", (price) => `, litellm 05-01 ${price}`);

/** All sources except latecomer have followed some host since January. */
const NEW: Record<string, PriceCase> = {
  "without a release date": { prices: "models-dev 05-01 2 → new", model: { release_date: null } },
  "released long before": "models-dev 05-01 2 → new",
  "that a source brings along when it begins": "latecomer 05-01 2 → not new",
};

let market: LoadedPriceCases;
beforeAll(async () => {
  const bulk = Object.fromEntries([...BULK, ...FEW, ...CONFIRMED]);
  const cases = { ...SERIES, ...OTHERS, ...MOVES, ...NO_MOVES, ...NEW, ...bulk };
  market = await loadPriceCases(cases);
});

describe("a series", () => {
  it.each(Object.entries(SERIES))("%s", (name, text) => {
    const [host = "bazaar"] = /^[a-z]+(?=:\s)/.exec(text) ?? [];
    let last = "";
    const rows = market.rows(name, host, ({ source }) => {
      const isSame = source === last;
      last = source;
      return isSame ? [] : [source];
    });
    expect(rows.join(", ")).toBe(getExpected(text));
    const latest = market.series(name, host).at(-1);
    const sold = latest?.change === "removed" ? undefined : latest?.input;
    expect(market.at(name, host)?.input).toBe(sold);
  });

  it("remains without an offer when the host no longer sells the model", () => {
    expect(market.at("sold no more", "bazaar")).toBeUndefined();
    expect(market.series("sold no more", "bazaar")).toHaveLength(2);
    expect(market.model("sold no more")).toMatchObject({ offers: 0, first_seen: "2026-01-01" });
  });

  it("leaves prices that take effect later to the offer, which lists them with their day", () => {
    const stated = { cache_write: null, cache_days: null, as_of: "2026-05-01" };
    const batch = { source: "genai-prices", valid_from: "2026-05-01", rates: "input@batch=1.5" };
    expect(market.at("announced", "acme")?.announced).toEqual(
      [
        { effective: "2026-09-01", input: 1, output: 1, cache_read: null, cards: [] },
        { effective: "2026-10-01", input: 3, output: 3, cache_read: 0.3, cards: [batch] },
      ].map((one) => ({ ...one, ...stated, source: "genai-prices", source_url: null })),
    );
  });
});

describe("the id that stands for a model at a host", () => {
  it("is the undated one of the standard tier; the others are variants with their tier", () => {
    const name = "of several tiers";
    const { model_id, variants = [] } = market.at(name, "bazaar") ?? {};
    const others = variants.map((one) => [market.plain(name, one.model_id), one.service_tier]);
    expect([market.plain(name, model_id ?? ""), ...others]).toEqual([
      "acme-large",
      ["acme-large-2026-01-01", "standard"],
      ["acme-large-fast", "fast"],
    ]);
  });

  it("is neither one that is deprecated nor one without a price", () => {
    expect(market.at("without a price", "bazaar")?.model_id).toMatch(/-2026-01-01$/);
  });

  const READ = { source: "operator", as_of: "2026-02-01", last_confirmed: "2026-06-01" };
  it.each([
    ["is the same when a person reads the same price", "read again", "yuan", READ],
    ["is the same after another source's", "believed again", "delta", { as_of: "2026-01-01" }],
    ["is that of its first record", "dated later", "bazaar", { as_of: "2026-03-01" }],
    ["is that of its first record", "dated by another", "delta", { as_of: "2026-03-05" }],
    ["is new after nobody listed it", "listed again", "bazaar", { as_of: "2026-05-30" }],
  ])("has a price whose day %s", (_, name, host, offer) => {
    expect(market.at(name, host)).toMatchObject(offer);
  });
});

describe("a model", () => {
  it.each(WITHOUT_TOKENS)("of %s has no output limit", (type) => {
    expect(market.model(type)).toMatchObject({ max_output_tokens: null, sources: null });
    expect(market.at(type, "bazaar")).toMatchObject({ max_output_tokens: null });
  });

  it("keeps a release date after its first price, with a mark", () => {
    const basis = { ...RELEASED, release_date_basis: "after_first_price" };
    expect(market.model("sold before its release")).toMatchObject(basis);
    expect(market.model("sold since its release").release_date_basis).toBe("stated");
  });
});

const changesOf = (name: string, types: RegExp) =>
  market.catalog.changes.filter(
    (change) => change.model === market.model(name).slug && types.test(change.type),
  );
const movesOf = (name: string) => changesOf(name, /^price_(drop|increase)$/);

describe("a price move is published: a move", () => {
  it.each(Object.keys(MOVES))("%s", (name) => {
    expect(movesOf(name)[0]).toMatchObject({ type: "price_drop", pct_input: -50, pct_output: -50 });
  });

  it("that a person dates links to the page that the person read", () => {
    const expected = { date: "2026-05-30", source_url: "https://acme.example/prices" };
    expect(movesOf("that a person dates")[0]).toMatchObject(expected);
  });

  it("on a day on which its source moves 23 ids, or 24 if a second one states the price", () => {
    for (const [name] of [...FEW, ...CONFIRMED]) expect(movesOf(name)).toHaveLength(1);
  });
});

describe("no price move is published: a move", () => {
  it.each(Object.keys(NO_MOVES))("%s", (name) => {
    expect(movesOf(name)).toEqual([]);
  });

  it("on a day on which its source moves 24 ids", () => {
    for (const [name] of BULK) expect(movesOf(name)).toEqual([]);
  });
});

it("a model without a price has no day in the answer about its cheapest host", () => {
  const request = { params: { slug: market.model("sold no more").slug }, query: {} };
  const answer = getCheapestProviderEndpoint.respond(request, market as unknown as AnswerContext);
  expect(answer).toMatchObject({ asOf: null });
});

it("a tenfold jump is a correction in the history", () => {
  for (const name of ["by a factor of ten", "of output alone by a factor of ten"])
    expect(market.rows(name, "bazaar")[1]).toMatch(/^03-01 correction/);
});

it.each(Object.entries(NEW))("whether a model is new: one %s", (name, one) => {
  const [change] = changesOf(name, /^new_model$/);
  expect(change ? "new" : "not new").toBe(getExpected(one));
  if (change) expect(change.date).toBe(change.first_seen);
  expect(market.model(name).first_seen).toMatch(/^2026-05-/);
});
