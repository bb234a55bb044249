import { describe, expect, it } from "vitest";
import type { FactOf } from "../../build/facts/kinds.ts";
import type { FindingFactRow } from "../../build/read-model/catalog/rows.ts";
import { model, offer, source } from "../builders/fact-builders.ts";
import { stated } from "../builders/price-statements.ts";
import { loadSample } from "../builders/sample-catalog.ts";
import { SAMPLE } from "../builders/sample-facts.ts";

type Statement = FactOf<"prices">;

/** Every id is called after its model. */
async function factsOf(
  prices: Record<string, Statement[]>,
  json = SAMPLE.json,
): Promise<FindingFactRow[]> {
  const offers = Object.entries(prices).map(([host, rows]) => [
    host,
    [...new Set(rows.map(({ model_id }) => model_id))].map((id) => offer(id, id)),
  ]);
  const csv = { ...SAMPLE.csv, prices, offers: Object.fromEntries(offers) };
  const loaded = await loadSample({ json, csv });
  const { finding_facts } = loaded.catalog;
  await loaded.dispose();
  return finding_facts;
}

const at = (date: string, slug: string, input: number, more: Partial<Statement> = {}) =>
  stated(date, input, input, { model_id: slug, ...more });

describe("a new lowest price", () => {
  const json = {
    ...SAMPLE.json,
    sources: [source("upstream"), source("operator"), source("other")],
    models: [
      ...SAMPLE.json.models,
      ...Array.from({ length: 60 }, (_, index) => model(`delta-m${index}`, "delta")),
    ],
  };
  const others = (date: string, count: number) =>
    Array.from({ length: count }, (_, index) => at(date, `delta-m${index}`, 1));

  /** What is told of bazaar, whose rivals for acme-small ask $10 each; it is on record since January. */
  const told = async (bazaar: Statement[], cumulus: Statement[] = []) => {
    const facts = await factsOf(
      {
        acme: [at("2026-01-01", "acme-small", 10)],
        bazaar: [at("2026-01-01", "delta-old", 1), ...bazaar],
        cumulus: [at("2026-01-01", "acme-small", 10), ...cumulus],
      },
      json,
    );
    return facts
      .filter(({ kind }) => kind === "new_cheapest")
      .map(({ date, model, host, pct_below, own_before }) => [
        date,
        model,
        host,
        pct_below,
        own_before,
      ]);
  };

  it("is told of a price that changed or was added", async () => {
    expect(await told([at("2026-03-01", "acme-small", 5)])).toEqual([
      ["2026-03-01", "acme-small", "bazaar", 50, null],
    ]);
    expect(
      await told([at("2026-02-01", "acme-small", 12), at("2026-03-01", "acme-small", 5)]),
    ).toEqual([["2026-03-01", "acme-small", "bazaar", 50, 12]]);
  });

  it("is not told on the first day that a source names the host", async () => {
    expect(await told([at("2026-03-01", "acme-small", 5, { source: "other" })])).toEqual([]);
  });

  it("is not told where the source writes two dozen prices of the host at once", async () => {
    expect(
      await told([at("2026-03-01", "acme-small", 5), ...others("2026-03-01", 22)]),
    ).toHaveLength(1);
    expect(await told([at("2026-03-01", "acme-small", 5), ...others("2026-03-01", 23)])).toEqual(
      [],
    );
  });

  it("is told of a change, not of an addition, on a day when the source adds four dozen anywhere", async () => {
    const busy = others("2026-03-01", 48);
    expect(await told([at("2026-03-01", "acme-small", 5)], busy)).toEqual([]);
    const changed = [at("2026-02-01", "acme-small", 12), at("2026-03-01", "acme-small", 5)];
    expect(await told(changed, busy)).toHaveLength(1);
  });

  it("is that of the cheapest host where several undercut the others on one day", async () => {
    const cumulus = [at("2026-03-01", "acme-small", 4)];
    const bazaar = [at("2026-02-01", "acme-small", 12), at("2026-03-01", "acme-small", 5)];
    expect(await told(bazaar, cumulus)).toEqual([["2026-03-01", "acme-small", "cumulus", 60, 10]]);
    // Cumulus had but one rival that day, so nothing is told of it; bazaar is not the cheapest all the same.
    expect(await told(bazaar.slice(1), cumulus)).toEqual([]);
  });
});

describe("a new model", () => {
  const HOSTS = ["acme", "bazaar", "cumulus"];
  /** A source that followed the hosts before told of the model on the day after its release. */
  const isNews = async (
    slug: string,
    hosts: readonly string[],
    more: Partial<FactOf<"models">> = {},
  ) => {
    const json = { ...SAMPLE.json, models: [...SAMPLE.json.models, model(slug, "acme", more)] };
    const prices = Object.fromEntries(
      hosts.map((host) => [host, [at("2026-01-01", "delta-old", 1), at("2026-02-03", slug, 8)]]),
    );
    const facts = await factsOf(prices, json);
    return facts.some(({ kind, model }) => kind === "new_model" && model === slug);
  };

  it("is news when three hosts sell it, not when only a lab does of which few sell anything", async () => {
    expect(await isNews("acme-next", HOSTS)).toBe(true);
    expect(await isNews("acme-next", ["acme"])).toBe(false);
  });

  it("is news without a release date, not with one long before", async () => {
    expect(await isNews("acme-next", HOSTS, { release_date: null })).toBe(true);
    expect(await isNews("acme-next", HOSTS, { release_date: "2025-02-01" })).toBe(false);
    expect(await isNews("acme-next", HOSTS, { release_date: "2026-03-11" })).toBe(false);
  });

  it("is no name that moves from model to model", async () => {
    expect(await isNews("acme-latest", HOSTS)).toBe(false);
  });

  it("has the price it was first recorded at, not the one of today", async () => {
    const known = at("2026-01-01", "delta-old", 1);
    const facts = await factsOf({
      acme: [known, at("2026-02-03", "acme-large", 8), at("2026-03-01", "acme-large", 4)],
      bazaar: [known, at("2026-02-10", "acme-large", 4)],
      cumulus: [known, at("2026-02-10", "acme-large", 4)],
    });
    const found = facts.find(({ kind }) => kind === "new_model");
    expect(found).toMatchObject({ model: "acme-large", host: "acme", input: 8, output: 8 });
  });
});

describe("a spread", () => {
  const prices = (...steps: readonly [date: string, price: number][]) => [
    at("2025-12-01", "delta-old", 1),
    ...steps.map(([date, price]) => at(date, "acme-large", price)),
  ];
  /** Of cumulus, beside acme at $6 and bazaar at $4. */
  const spreadsOf = async (cumulus: Statement[]) => {
    const facts = await factsOf({
      acme: prices(["2026-01-01", 6]),
      bazaar: prices(["2026-01-01", 4]),
      cumulus,
    });
    return facts.filter(({ kind }) => kind === "spread").map(({ date, ratio }) => [date, ratio]);
  };

  it("is an event of the day on which the dearest came to ask three times the cheapest", async () => {
    const steps = prices(["2026-01-01", 4], ["2026-02-01", 2], ["2026-02-15", 1.9]);
    expect(await spreadsOf(steps)).toEqual([["2026-02-01", 3]]);
  });

  it("is told again when it opens again after three months, not sooner", async () => {
    const until = (last: string) =>
      prices(["2026-01-01", 2.5], ["2026-02-01", 2], ["2026-02-20", 2.5], [last, 2]);
    expect(await spreadsOf(until("2026-04-01"))).toEqual([["2026-02-01", 3]]);
    const late = until("2026-06-01");
    expect(await spreadsOf(late)).toEqual([
      ["2026-06-01", 3],
      ["2026-02-01", 3],
    ]);
  });

  it("is none that stood when the third host came, and none of a price that is doubted", async () => {
    expect(await spreadsOf(prices(["2026-01-01", 2]))).toEqual([]);
    expect(await spreadsOf(prices(["2026-01-01", 4], ["2026-02-01", 0.1]))).toEqual([]);
  });
});
