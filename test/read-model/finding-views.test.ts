import { describe, expect, it } from "vitest";
import type { FactOf } from "../../build/facts/kinds.ts";
import type { FindingFactRow } from "../../build/read-model/catalog/rows.ts";
import { model, offer, priceEvent, source } from "../builders/fact-builders.ts";
import { loadSample } from "../builders/sample-catalog.ts";
import { SAMPLE, type SampleFacts } from "../builders/sample-facts.ts";

type Event = FactOf<"priceHistory">;

async function factsOf(
  sample: Partial<SampleFacts["csv"]>,
  json = SAMPLE.json,
): Promise<FindingFactRow[]> {
  const loaded = await loadSample({ json, csv: { ...SAMPLE.csv, ...sample } });
  const { finding_facts } = loaded.catalog;
  await loaded.dispose();
  return finding_facts;
}

const at = (date: string, slug: string, input: number, more: Partial<Event> = {}) =>
  priceEvent(date, slug, input, input, more);

describe("a new lowest price", () => {
  const json = {
    ...SAMPLE.json,
    sources: [source("upstream"), source("operator"), source("other")],
    models: [
      ...SAMPLE.json.models,
      ...Array.from({ length: 60 }, (_, index) => model(`delta-m${index}`, "delta")),
    ],
  };
  const others = (date: string, count: number, more: Partial<Event> = {}) =>
    Array.from({ length: count }, (_, index) => at(date, `delta-m${index}`, 1, more));

  /** What is told of bazaar, whose rivals for acme-small ask $10 each; it is on record since January. */
  const told = async (bazaar: Event[], cumulus: Event[] = []) => {
    const facts = await factsOf(
      {
        priceHistory: {
          acme: [at("2026-01-01", "acme-small", 10)],
          bazaar: [at("2026-01-01", "delta-old", 1), ...bazaar],
          cumulus: [at("2026-01-01", "acme-small", 10), ...cumulus],
        },
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
  const isNews = async (slug: string, offers: Record<string, FactOf<"offers">[]>) => {
    const json = { ...SAMPLE.json, models: [...SAMPLE.json.models, model(slug, "acme")] };
    const priceHistory = { acme: [at("2026-02-03", slug, 8)] };
    const facts = await factsOf({ offers, priceHistory }, json);
    return facts.some(({ kind, model }) => kind === "new_model" && model === slug);
  };
  const everywhere = (slug: string) =>
    Object.fromEntries(
      ["acme", "bazaar", "cumulus"].map((host) => [host, [offer(slug, slug, 1, 1)]]),
    );

  it("is news when three hosts sell it, not when only a lab does of which few sell anything", async () => {
    expect(await isNews("acme-next", everywhere("acme-next"))).toBe(true);
    expect(await isNews("acme-next", { acme: [offer("acme-next", "acme-next", 1, 1)] })).toBe(
      false,
    );
  });

  it("is no name that moves from model to model", async () => {
    expect(await isNews("acme-latest", everywhere("acme-latest"))).toBe(false);
  });

  it("has the price it was first recorded at, not the one of today", async () => {
    const priceHistory = {
      acme: [
        at("2026-02-03", "acme-large", 8, { model_id: "acme-large-v1" }),
        at("2026-03-01", "acme-large", 4, { model_id: "acme-large-v1" }),
      ],
    };
    const offers = { ...SAMPLE.csv.offers, cumulus: [offer("acme-large", "acme-large", 4, 4)] };
    const [found] = (await factsOf({ priceHistory, offers })).filter(
      ({ kind }) => kind === "new_model",
    );
    expect(found).toMatchObject({ model: "acme-large", host: "acme", input: 8, output: 8 });
  });
});
