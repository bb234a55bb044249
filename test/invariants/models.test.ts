import { describe, expect } from "vitest";
import { OVERALL_SCORE_METHOD_ID } from "../../build/model/catalog/catalog.ts";
import type { BenchmarkRow } from "../../build/model/catalog/rows.ts";
import { fitScores } from "../../build/model/score/fit.ts";
import {
  computeOverallModelScores,
  createAverageScoreGetter,
} from "../../build/model/score/scores.ts";
import { groupBy } from "../../build/schema/collections.ts";
import type { ModelEntry } from "../../generator/endpoints/models/list-models.ts";
import { isFloatingModelAlias } from "../../generator/search/documents.ts";
import { expectEqual, getDefined, requireNonEmpty } from "../builders/get.ts";
import { memoizePerSite, verifies } from "../contract/harness.ts";
import {
  compareNullsLast,
  compareText,
  readEveryModelDetail,
  readEveryModelEntry,
  slugsOf,
} from "../contract/walk.ts";

/** The public scores mapped to 0–100, and the benchmarks of the average: whole ones in percent with 15 models or more. */
const readNormalisedScores = memoizePerSite(async (site) => {
  const { benchmarks } = await site.read<{ benchmarks: BenchmarkRow[] }>("/api/v1/dump.json");
  const whole = benchmarks.filter(({ part_of }) => part_of === null);
  const scored = whole.map(async ({ slug: benchmark, max_score, floor, higher_is_better }) => {
    const { scores } = await site.read(`/api/v1/benchmarks/${benchmark}`);
    if (max_score === null) return [];
    return scores.map(({ slug: model, score, self_reported }) => {
      const part = higher_is_better ? score - floor : max_score - score;
      const normalised = Math.min(100, Math.max(0, (100 * part) / (max_score - floor)));
      return { model, benchmark, normalised, is_independent: self_reported !== true };
    });
  });
  const observations = (await Promise.all(scored)).flat();
  const common = whole.filter(({ unit, models_tested }) => unit === "%" && models_tested >= 15);
  const slugs: ReadonlySet<string> = new Set(slugsOf(common));
  return { fit: fitScores(observations), observations, common: slugs };
});

const SUPPORTS = ["attachments", "reasoning", "structured_output", "tools"];

describe("the list of models", () => {
  verifies("E1", "returns rows and meta, fifty by default, best score first", async (site) => {
    const { status, body } = await site.get("/api/v1/models");
    expect(status).toBe(200);
    expect(Object.keys(body).slice(6)).toEqual(["data", "meta"]);
    const { total } = body.meta;
    expect(body.data).toHaveLength(Math.min(50, total));
    const details = Object.keys(site.manifest).filter((path) => path.startsWith("/api/v1/models/"));
    expect(total).toBe(details.length);
    const page = { total, page: 1, limit: 50, pages: Math.ceil(total / 50) };
    expect(body.meta).toEqual({ ...page, sort: "avg_score", order: "desc", filters: {} });
  });

  verifies("4.1", "has models with all four capabilities and no other", async (site) => {
    for (const entry of requireNonEmpty(await readEveryModelEntry(site, ""), "models"))
      expectEqual(Object.keys(entry.supports).sort(), SUPPORTS, entry.slug);
  });

  verifies("4.1-traits", "unknown is null, and output fits into the context", async (site) => {
    const details = await readEveryModelDetail(site);
    const models = [...(await readEveryModelEntry(site, "")), ...details];
    for (const { slug, is_open_source, model_type, max_output_tokens } of models) {
      expectEqual([true, false, null].includes(is_open_source), true, slug);
      if (["embedding", "rerank", "video"].includes(model_type))
        expectEqual(max_output_tokens, null, slug);
    }
    const offers = details.flatMap(({ providers }) => providers);
    for (const { context_window, max_output_tokens, slug } of [...models, ...offers])
      expectEqual((max_output_tokens ?? 0) <= (context_window ?? Infinity), true, `${slug}`);
  });

  verifies("4.1-release-date", "the basis says what the release date means", async (site) => {
    for (const entry of await readEveryModelEntry(site, "")) {
      const { slug, release_date, release_date_basis: basis, first_seen } = entry;
      if (release_date === null) expect([null, "first_seen"], slug).toContain(basis);
      else if (first_seen !== null && release_date > first_seen)
        expectEqual(basis, "after_first_price", slug);
      else expectEqual(basis, "stated", slug);
      if (basis === "first_seen") expect(first_seen, slug).not.toBeNull();
    }
  });

  verifies("4.1-pricing", "is the list price, else the cheapest offer", async (site) => {
    const bases = new Set<string | null>();
    const details = await readEveryModelDetail(site);
    for (const { slug, pricing, list_price, cheapest_provider } of details) {
      const shown = list_price ?? cheapest_provider;
      const basis = list_price ? "list" : cheapest_provider ? "cheapest_offer" : null;
      const { rate, ...plain } = pricing;
      const { input, output } = shown ?? { input: null, output: null };
      expectEqual(plain, { input, output, basis }, slug);
      if (input !== null || basis === null) expect(rate, slug).toBeNull();
      else if (!list_price) expectEqual(rate, cheapest_provider?.rate, slug);
      else if (rate) expect(list_price.rates, slug).toContainEqual(rate);
      bases.add(basis);
    }
    expect(bases.size).toBe(3);
  });

  verifies("4.1-avg-score", "is the average over one set of benchmarks", async (site) => {
    const { fit, observations, common } = await readNormalisedScores(site);
    const averageOf = createAverageScoreGetter(fit, common);
    const counted = observations.filter(({ benchmark }) => common.has(benchmark));
    const takenBy = groupBy(counted, ({ model }) => model);
    for (const { slug, avg_score, avg_score_basis } of await readEveryModelEntry(site, "")) {
      const taken = takenBy.get(slug) ?? [];
      const { score, ...basis } = averageOf(slug);
      expectEqual([avg_score, avg_score_basis], [score, basis], slug);
      const provisional = taken.filter(({ is_independent }) => is_independent).length < 2;
      const benchmarks = common.size;
      expectEqual(basis, { measured: taken.length, benchmarks, provisional }, slug);
      expectEqual(avg_score === null, taken.length < 4, slug);
      if (avg_score !== null) expectEqual(avg_score, Math.round(avg_score * 100) / 100, slug);
    }
  });

  verifies("4.1-scores", "are one run of each benchmark that the model took", async (site) => {
    const details = new Map((await readEveryModelDetail(site)).map((one) => [one.slug, one]));
    for (const { slug, scores } of await readEveryModelEntry(site, "")) {
      const runs = groupBy(getDefined(details.get(slug), slug).scores, (row) => row.benchmark_slug);
      expectEqual(Object.keys(scores).sort(), [...runs.keys()].sort(), slug);
      for (const [benchmark, own] of runs)
        expect(
          own.map(({ score }) => score),
          slug,
        ).toContain(scores[benchmark]);
    }
  });
});

describe("the parameters of the list", () => {
  verifies("5.1", "orders by each sort, unknown last, ties by hosts, then slug", async (site) => {
    const keys: Record<string, (entry: ModelEntry) => number | null> = {
      avg_score: ({ avg_score }) => negative(avg_score),
      context_window: ({ context_window }) => negative(context_window),
      release_date: (entry) => {
        const day = orderDay(entry);
        return negative(day && Date.parse(day));
      },
      pricing_input: ({ pricing }) => pricing.input,
      service_score: ({ service_score }) => negative(service_score?.score ?? null),
    };
    for (const [sort, key] of Object.entries(keys)) {
      const rows = await readEveryModelEntry(site, `sort=${sort}`);
      const expected = [...rows].sort(
        (a, b) =>
          compareNullsLast(key(a), key(b)) || b.offers - a.offers || compareText(a.slug, b.slug),
      );
      expect(slugsOf(rows), sort).toEqual(slugsOf(expected));
      expect(rows.map(key), sort).toContain(null);
    }
  });

  verifies("5.2", "a limit above the maximum is it; one below 1 is refused", async (site) => {
    const most = await site.get("/api/v1/models?limit=200");
    const { total } = most.body.meta;
    expect([most.body.meta.limit, most.body.data.length]).toEqual([200, Math.min(200, total)]);
    for (const limit of ["201", "9".repeat(30)])
      expect((await site.get(`/api/v1/models?limit=${limit}`)).text).toBe(most.text);
    for (const limit of ["0", "-1", "1.5", "ten", "0x10", "1e3", "%2B5", "٣", "NaN"]) {
      const { status, body } = await site.get(`/api/v1/models?limit=${limit}`);
      expect([status, body.parameter], limit).toEqual([400, "limit"]);
    }
  });

  verifies("5.3", "a page past the end is empty; one below 1 is refused", async (site) => {
    const { meta } = (await site.get("/api/v1/models?limit=200")).body;
    const last = await site.get(`/api/v1/models?limit=200&page=${meta.pages}`);
    expect(last.body.data).toHaveLength(meta.total - 200 * (meta.pages - 1));
    for (const page of [meta.pages + 1, 10 ** 9]) {
      const { body } = await site.get(`/api/v1/models?limit=200&page=${page}`);
      expect([body.data, body.as_of, body.meta]).toEqual([[], null, { ...meta, page }]);
    }
    for (const page of ["0", "-1", "2.0", "first"])
      expect((await site.get(`/api/v1/models?page=${page}`)).body.parameter, page).toBe("page");
  });
});

/**
 * Models of the same name share first place. An alias that changes its model (`kimi-latest`, with the name `Kimi`) need
 * not come first under its name, only under its slug.
 */
verifies("5.7", "every model comes first under its own name and slug", async ({ context }) => {
  const first = (query: string) => context.search.find(query, { type: "model", limit: 1 }).hits[0];
  const wrong = requireNonEmpty(context.catalog.models, "models").filter(
    ({ slug, name }) =>
      first(slug)?.slug !== slug ||
      !(isFloatingModelAlias(slug) || first(name)?.name.toLowerCase() === name.toLowerCase()),
  );
  expect(slugsOf(wrong)).toEqual([]);
});

/** The overall score follows from the public scores. */
describe("service_score", () => {
  verifies("4.2-service-score", "follows from the published scores", async (site) => {
    const expected = computeOverallModelScores((await readNormalisedScores(site)).fit);
    expect(expected.size).toBeGreaterThan(0);
    for (const { slug, service_score } of await readEveryModelEntry(site, "")) {
      const score = expected.get(slug);
      const own = score ? { ...score, method: OVERALL_SCORE_METHOD_ID } : null;
      expectEqual(service_score, own, slug);
    }
  });
});

const orderDay = ({ release_date, release_date_basis, first_seen }: ModelEntry): string | null =>
  release_date ?? (release_date_basis === "first_seen" ? first_seen : null);

/** Negates a value so that sorting puts the largest first and unknown values last. */
const negative = (value: number | string | null): number | null =>
  value === null ? null : -Number(value);
