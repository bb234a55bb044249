/** The overall score follows from the public scores. */
import { describe, expect } from "vitest";
import { OVERALL_SCORE_METHOD_ID } from "../../build/model/catalog/catalog.ts";
import { computeOverallModelScores } from "../../build/model/score/scores.ts";
import type { ModelEntry } from "../../generator/endpoints/models/list-models.ts";
import { expectEqual, getDefined, requireNonEmpty } from "../builders/get.ts";
import { type BuiltSite, verifies } from "../contract/harness.ts";
import { readNormalisedScores } from "../contract/normalised.ts";
import { readEveryModelDetail, readEveryModelEntry } from "../contract/walk.ts";

const scoreOf = async (site: BuiltSite) =>
  new Map(
    (await readEveryModelEntry(site, "")).map(({ slug, service_score }) => [slug, service_score]),
  );

describe("service_score", () => {
  verifies("4.2-service-score", "follows from the published scores", async (site) => {
    const entries = await readEveryModelEntry(site, "");
    const expected = computeOverallModelScores((await readNormalisedScores(site)).fit);
    expect(expected.size).toBeGreaterThan(0);
    for (const { slug, service_score } of entries) {
      const score = expected.get(slug);
      expectEqual(
        service_score,
        score ? { ...score, method: OVERALL_SCORE_METHOD_ID } : null,
        slug,
      );
    }
  });

  verifies("4.2-service-score", "is the same in lists, details and comparisons", async (site) => {
    const scores = await scoreOf(site);
    for (const { slug, service_score } of await readEveryModelDetail(site))
      expectEqual(service_score, scores.get(slug), slug);
    const [pair] = Object.keys(site.manifest).filter((path) => path.startsWith("/api/v1/compare/"));
    const { body } = await site.get<{ models: ModelEntry[] }>(getDefined(pair, "comparison"));
    for (const { slug, service_score } of requireNonEmpty(body.models, "models"))
      expectEqual(service_score, scores.get(slug));
  });

  verifies("4.2-service-score", "has a page that explains its method", async (site) => {
    expect(Object.keys(site.manifest)).toContain("/methods/service-score");
  });
});
