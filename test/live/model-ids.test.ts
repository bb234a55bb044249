/** Every id of our own exports leads to its model, at every door; the figure is printed. */
import { describe, expect } from "vitest";
import { groupBy } from "../../build/schema/collections.ts";
import { findModel } from "../../generator/names/find-model.ts";
import { getSome } from "../builders/get.ts";
import { sampled } from "../builders/runs.ts";
import { readCsv } from "../contract/csv.ts";
import { ORIGIN, type Site } from "../contract/harness.ts";
import { call } from "../contract/mcp-post.ts";
import { verifies } from "../contract/verifies.ts";

interface Offer {
  model: string;
  model_id: string;
  provider: string;
}

/** The resolver is asked for every id, the doors for so many; for all of them with LONG_RUNS=1. */
const ASKED = 300;

/** A comparison wants a second model. */
const OTHERS = ["gpt-4o", "claude-sonnet-4-5"];

describe("the ids of the exports", () => {
  verifies("E2", "lead to their model: REST, price history, comparison, tools", async (site) => {
    const { catalog } = site.context;
    const offers = await readOffers(site);
    const ids = [...groupBy(offers, ({ model_id }) => model_id)];
    const atHost = new Map(
      offers.map(({ provider, model_id, model }) => [
        `${provider}/${model_id}`.toLowerCase(),
        model,
      ]),
    );
    const misses: string[] = [];
    const right: Record<string, number> = {};
    const count = (door: string, isRight: boolean, miss: string) => {
      if (isRight) right[door] = (right[door] ?? 0) + 1;
      else misses.push(`${door} ${miss}`);
    };
    for (const [id, uses] of ids) {
      const models = new Set(uses.map(({ model }) => model));
      const sure = findModel(id, catalog)?.slug;
      // An id that is a slug too is that model, one that is a host before its id what that host means by it; one by
      // which hosts mean several is one of them, or 404.
      const known = id === sure ? id : atHost.get(id.toLowerCase());
      const isRight =
        sure === undefined ? models.size > 1 : sure === known || (!known && models.has(sure));
      count("resolver", isRight, `${id}: ${sure}, not ${[...models].join(" or ")}`);
      for (const { provider, model } of uses) {
        const name = `${provider}/${id}`;
        count("host/id", findModel(name, catalog)?.slug === model, `${name}: not ${model}`);
      }
    }
    for (const [id] of sampled(ids, ASKED)) {
      const sure = findModel(id, catalog)?.slug;
      for (const [door, slug] of Object.entries(await meantBy(id, site)))
        count(door, slug === sure, `${id}: ${slug}, not ${sure}`);
    }
    const several = ids.filter(([, uses]) => new Set(uses.map(({ model }) => model)).size > 1);
    console.log(
      `${ids.length} ids (${several.length} of several models), ${offers.length} offers, right: ${JSON.stringify(right)}`,
    );
    expect(misses).toEqual([]);
  });
});

async function readOffers(site: Site): Promise<Offer[]> {
  const { rows } = await readCsv(site, "provider-offers");
  return getSome(rows as unknown as Offer[], "offers").map((offer) => ({
    ...offer,
    model_id: offer.model_id.replace(/^'/, ""),
  }));
}

const escaped = (id: string): string => encodeURIComponent(id);
const withSlashes = (id: string): string => escaped(id).replaceAll("%2F", "/");

async function meantBy(id: string, site: Site) {
  const raw = await canonicalModel(`models/${withSlashes(id)}`, site);
  const other = OTHERS.find((slug) => slug !== raw);
  const compared = await site.handle(
    new Request(`${ORIGIN}/api/v1/compare?models=${escaped(id)},${other}`),
  );
  const { models = [] } = (await compared.json()) as { models?: { slug: string }[] };
  const { structuredContent } = await call(site.handle, "cheapest_provider", { model: id });
  return {
    raw,
    escaped: await canonicalModel(`models/${escaped(id)}`, site),
    history: await canonicalModel(`price-history/${withSlashes(id)}`, site),
    compare: models[0]?.slug,
    tool: structuredContent?.slug as string | undefined,
  };
}

/** The slug of the canonical address; that of the path itself where it is canonical. */
async function canonicalModel(path: string, site: Site): Promise<string | undefined> {
  const { status, headers } = await site.handle(
    new Request(`${ORIGIN}/api/v1/${path}`, { method: "HEAD" }),
  );
  if (status !== 200) return undefined;
  const [, canonical] = /<([^>]+)>; rel="canonical"/.exec(headers.get("Link") ?? "") ?? [];
  return (canonical ?? path).split("/").at(-1);
}
