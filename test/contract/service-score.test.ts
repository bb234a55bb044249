/** The service score and the average follow from the public scores, and order models as everybody knows they came. */
import { readFile } from "node:fs/promises";
import { describe, expect } from "vitest";
import { METHOD_ID } from "../../build/read-model/scoring/method.ts";
import { scoreFigures } from "../../build/read-model/scoring/score-figures.ts";
import { serviceScores } from "../../build/read-model/scoring/service-score.ts";
import type { ModelEntry } from "../../generator/endpoints/models/model-entry.ts";
import type { ServiceScore } from "../../generator/endpoints/models/service-score.ts";
import type { Site } from "./harness.ts";
import { normalisedScores } from "./normalised.ts";
import { verifies } from "./verifies.ts";
import { everyDetail, everyEntry } from "./walk.ts";

const FIELDS = [
  ...["score", "rank", "ranked", "benchmarks", "independent", "low", "high", "method"],
];

/** Each better than the one before by every account, years or sizes apart. */
const LADDERS = [
  ["gpt-3-5-turbo", "gpt-4", "gpt-4o", "o1", "o3", "gpt-5"],
  ["claude-2", "claude-3-opus", "claude-3-5-sonnet", "claude-opus-4", "claude-opus-4-5"],
  ["llama-2-7b", "llama-2-13b", "llama-2-70b"],
];

/**
 * Epoch AI's Capabilities Index, the best version of each model, by our slugs: https://epoch.ai/benchmarks, CC BY 4.0,
 * recorded with their benchmark scores. It stands here to be compared with and is published nowhere.
 */
const EPOCH_INDEX = new URL("./epoch-index.csv", import.meta.url);

const scoreOf = async (site: Site) =>
  new Map((await everyEntry(site, "")).map(({ slug, service_score }) => [slug, service_score]));

describe("service_score", () => {
  verifies("4.2-service-score", "follows from the published scores", async (site) => {
    const entries = await everyEntry(site, "");
    const expected = serviceScores((await normalisedScores(site)).fit);
    expect(expected.size).toBeGreaterThan(0);
    for (const { slug, service_score } of entries) {
      const score = expected.get(slug);
      expect(service_score, slug).toEqual(score ? { ...score, method: METHOD_ID } : null);
    }
  });

  verifies("4.2-service-score", "is the same in lists, details and comparisons", async (site) => {
    const scores = await scoreOf(site);
    for (const { slug, service_score } of await everyDetail(site))
      expect(service_score, slug).toEqual(scores.get(slug));
    const { body } = await site.get<{ data: { models: ModelEntry[] } }>(
      "/api/v1/compare/gpt-4o/o3",
    );
    for (const { slug, service_score } of body.data.models)
      expect(service_score).toEqual(scores.get(slug));
  });

  verifies(
    "4.2-service-score",
    "runs from 0 to 100 within its interval, ranked by score",
    async (site) => {
      const ranked = [...(await scoreOf(site)).values()].filter(
        (score): score is NonNullable<ServiceScore> => score !== null,
      );
      const scores = ranked.map(({ score }) => score);
      expect([Math.min(...scores), Math.max(...scores)]).toEqual([0, 100]);
      for (const one of ranked) {
        expect(Object.keys(one)).toEqual(FIELDS);
        expect(one.low).toBeLessThanOrEqual(one.score);
        expect(one.high).toBeGreaterThanOrEqual(one.score);
        expect(one.ranked).toBe(ranked.length);
        expect(one.rank).toBe(1 + scores.filter((score) => score > one.score).length);
        expect(one.benchmarks).toBeGreaterThanOrEqual(4);
        expect(one.independent).toBeGreaterThanOrEqual(2);
        expect(one.independent).toBeLessThanOrEqual(one.benchmarks);
      }
    },
  );

  verifies(
    "4.2-service-score",
    "puts the members of a family in their known order",
    async (site) => {
      const scores = await scoreOf(site);
      for (const ladder of LADDERS) {
        const found = ladder.map((slug) => scores.get(slug)?.score);
        expect(found, ladder.join(" < ")).not.toContain(undefined);
        expect(found, ladder.join(" < ")).toEqual([...found].sort((a, b) => a! - b!));
      }
    },
  );

  verifies("4.2-service-score", "and avg_score rank models as Epoch's index", async (site) => {
    const lines = (await readFile(EPOCH_INDEX, "utf8")).trim().split("\n").slice(1);
    const index = lines.map((line): [string, number] => {
      const [slug = "", value] = line.split(",");
      return [slug, Number(value)];
    });
    const figures = scoreFigures(site.context.catalog, new Map(index));
    for (const { correlation, models } of [figures.service_score, figures.avg_score]) {
      expect(models).toBeGreaterThanOrEqual(100);
      expect(correlation).toBeGreaterThanOrEqual(0.95);
    }
  });

  verifies("4.2-service-score", "has its method explained", async (site) => {
    expect(Object.keys(site.manifest)).toContain("/methods/service-score");
  });
});
