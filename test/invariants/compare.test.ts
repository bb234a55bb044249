import { describe, expect } from "vitest";
import type { ModelDetail } from "../../generator/endpoints/models/get-model.ts";
import { getDefined, requireNonEmpty } from "../builders/get.ts";
import { type BuiltSite, verifies } from "../contract/harness.ts";
import { compareText, readEveryModelDetail, slugsOf } from "../contract/walk.ts";

/** The models with the most scores. */
async function measured(site: BuiltSite, count: number): Promise<ModelDetail[]> {
  const details = await readEveryModelDetail(site);
  return details.toSorted((a, b) => b.scores.length - a.scores.length).slice(0, count);
}

async function twoWithAliases(site: BuiltSite): Promise<[ModelDetail, ModelDetail]> {
  const [a, b] = (await measured(site, 40)).filter(({ aliases }) => aliases.length > 0);
  return [getDefined(a, "model with an alias"), getDefined(b, "second model with an alias")];
}

describe("a comparison", () => {
  verifies("E3", "compares two to six models in the requested order", async (site) => {
    const slugs = slugsOf(await measured(site, 6));
    for (const count of [2, 3, 6]) {
      const asked = slugs.slice(-count).reverse();
      const { status, body } = await site.get(`/api/v1/compare?models=${asked}`);
      expect(status).toBe(200);
      expect(Object.keys(body).slice(6)).toEqual(["models", "benchmarks"]);
      expect(slugsOf(body.models)).toEqual(asked);
    }
  });

  verifies("4.4", "has the values of details, and benchmarks most shared first", async (site) => {
    const details = await measured(site, 4);
    const { models, benchmarks } = (await site.get(`/api/v1/compare?models=${slugsOf(details)}`))
      .body;
    for (const [at, { slug, cheapest_provider, avg_score, pricing }] of details.entries()) {
      const { input, output } = pricing;
      const values = { slug, avg_score, pricing: { input, output } };
      expect(models[at], slug).toMatchObject(values);
      expect(models[at]?.cheapest_provider, slug).toEqual(cheapest_provider);
    }
    const taken = details.flatMap(({ scores }) => scores.map((score) => score.benchmark_slug));
    expect(new Set(slugsOf(benchmarks))).toEqual(new Set(taken));
    const shared = (row: { scores: object }) => Object.keys(row.scores).length;
    const expected = [...benchmarks].sort(
      (a, b) =>
        shared(b) - shared(a) || compareText(a.category, b.category) || compareText(a.slug, b.slug),
    );
    expect(slugsOf(benchmarks)).toEqual(slugsOf(expected));
    const list = (await site.get("/api/v1/benchmarks")).body.data;
    const lower = new Set(slugsOf(list.filter((row) => !row.higher_is_better)));
    // The leader is null when the best scores are equal.
    for (const { slug, scores, leader } of requireNonEmpty(benchmarks, "benchmarks")) {
      const best = (lower.has(slug) ? Math.min : Math.max)(...Object.values(scores));
      const leaders = Object.keys(scores).filter((name) => scores[name] === best);
      expect(leader, slug).toBe(leaders.length === 1 ? leaders[0] : null);
    }
  });

  verifies("5.6", "drops duplicates, and refuses less than two and more than six", async (site) => {
    const slugs = slugsOf(await measured(site, 7));
    const [a, b] = slugs as [string, string];
    const plain = await site.get(`/api/v1/compare?models=${a},${b}`);
    const twice = await site.get(`/api/v1/compare?models=${a},,${b},${a},`);
    expect(twice.text).toBe(plain.text);
    for (const models of ["", a, `${a},${a}`, slugs.join(), ",,,"]) {
      const { status, body } = await site.get(`/api/v1/compare?models=${models}`);
      expect([status, body.parameter], models).toEqual([400, "models"]);
    }
    expect((await site.get("/api/v1/compare")).status).toBe(400);
  });

  verifies("5.6", "resolves aliases; two names of one model are one model", async (site) => {
    const [a, b] = await twoWithAliases(site);
    const { body } = await site.get(`/api/v1/compare?models=${a.aliases[0]},${b.slug}`);
    expect(slugsOf(body.models)).toEqual([a.slug, b.slug]);
    const same = await site.get(`/api/v1/compare?models=${a.aliases[0]},${a.slug}`);
    expect([same.status, same.body.detail?.includes(a.slug)]).toEqual([400, true]);
  });
});

describe("a pair", () => {
  verifies("E-compare-pair", "has the query form's body under its own address", async (site) => {
    const [a, b] = slugsOf(await measured(site, 2));
    const pair = await site.get(`/api/v1/compare/${a}/${b}`);
    const query = await site.get(`/api/v1/compare?models=${a},${b}`);
    expect(pair.body.url).toBe(`${site.base}/api/v1/compare/${a}/${b}`);
    expect(pair.text.replaceAll(pair.body.url, query.body.url)).toBe(query.text);
  });

  verifies("E-compare-pair", "is a file in slug order for the fifty top models", async (site) => {
    const paths = Object.keys(site.manifest).filter((path) => path.startsWith("/api/v1/compare/"));
    const top = Math.min(50, (await readEveryModelDetail(site)).length);
    expect(paths).toHaveLength((top * (top - 1)) / 2);
    for (const path of requireNonEmpty(paths, "pairs")) {
      const [a = "", b = ""] = path.split("/").slice(-2);
      expect(compareText(a, b), path).toBe(-1);
    }
    const [a, b] = getDefined(paths[0], "pair").split("/").slice(-2);
    const { body } = await site.get(`/api/v1/compare/${b}/${a}`);
    expect(slugsOf(body.models)).toEqual([b, a]);
  });

  verifies("E-compare-pair", "of aliases points to the canonical pair", async (site) => {
    const [a, b] = await twoWithAliases(site);
    const { headers, body } = await site.get(`/api/v1/compare/${a.aliases[0]}/${b.slug}`);
    expect(body.url).toBe(`${site.base}/api/v1/compare/${a.slug}/${b.slug}`);
    expect(headers.get("Link")).toBe(`<${body.url}>; rel="canonical"`);
    expect((await site.get(`/api/v1/compare/${a.slug}/${a.slug}`)).status).toBe(400);
  });
});
