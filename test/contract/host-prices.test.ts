/** The price part of same-model-different-host follows from public answers alone; pictures of both tests. */
import { describe, expect } from "vitest";
import type { ModelDetail } from "../../generator/endpoints/models/model-detail.ts";
import { type One, ORIGIN } from "./harness.ts";
import { cents, hosts, hostsLab, type OfferRecord, RESULT_FIELDS, tax } from "./measured.ts";
import { verifies } from "./verifies.ts";

describe("same-model-different-host", () => {
  verifies("4.6-measured", "compares the prices of 200 models or more", async (site) => {
    const { models, results } = await hosts(site);
    expect(models).toBe(results.length);
    expect(results.length).toBeGreaterThanOrEqual(200);
    for (const { metrics } of results) expect(metrics.hosts).toBeGreaterThanOrEqual(3);
  });

  verifies("4.6-results", "is partial: prices, and neither score, grade nor rank", async (site) => {
    const data = await hosts(site);
    expect(data.status).toBe("partial");
    expect(data.headline).toMatch(/^Only prices were compared, no answers yet: .*90 % interval/);
    for (const result of data.results) {
      expect(Object.keys(result)).toEqual(RESULT_FIELDS);
      expect(result).toMatchObject({ grade: null, score: null, rank: null, interval: null });
      expect([result.n_items, result.n_valid]).toEqual([0, 0]);
    }
    const lab = await hostsLab(site);
    expect(lab).toMatchObject({ status: "partial", runs: [] });
  });

  verifies("4.6-recompute", "every spread follows from the offers it lists", async (site) => {
    const { results } = await hosts(site);
    const { records } = await hostsLab(site);
    const byModel = new Map<string, OfferRecord[]>();
    for (const record of records)
      byModel.set(record.model, [...(byModel.get(record.model) ?? []), record]);
    expect([...byModel.keys()]).toEqual(results.map(({ model_slug }) => model_slug));
    for (const { model_slug, metrics, run_date } of results) {
      const offers = byModel.get(model_slug)!;
      const prices = offers.map(({ blended }) => blended);
      const [lowest, highest] = [Math.min(...prices), Math.max(...prices)];
      const windows = offers.flatMap(({ context_window }) => context_window ?? []);
      const quantizations = offers.flatMap(({ quantization }) => quantization ?? []);
      expect(metrics, model_slug).toMatchObject({
        hosts: new Set(offers.map(({ host }) => host)).size,
        blendedLowest: lowest,
        blendedHighest: highest,
        ratio: cents(highest / lowest),
        isPlausible: highest / lowest <= 100,
        contextWindows: [...new Set(windows)].sort((a, b) => b - a),
        quantizations: [...new Set(quantizations)].sort(),
      });
      expect(run_date).toBe(
        offers
          .map(({ as_of }) => as_of)
          .sort()
          .at(-1),
      );
      for (const { input, output, blended } of offers)
        expect(blended).toBeCloseTo((3 * input + output) / 4, 5);
    }
  });

  verifies(
    "4.6-recompute",
    "its records are the offers of the models' own answers",
    async (site) => {
      const { records } = await hostsLab(site);
      for (const record of records.filter((_, index) => index % 50 === 0)) {
        const model = await site.read<One<ModelDetail>>(`/api/v1/models/${record.model}`);
        const offer = model.data.providers.find((row) => row.provider_slug === record.host);
        expect(offer).toMatchObject({ input: record.input, output: record.output });
      }
    },
  );
});

describe("pictures", () => {
  verifies("4.6-pictures", "are SVG with the numbers of the answer", async (site) => {
    const { exact } = site.doors;
    const widest = (await hosts(site)).results
      .filter(({ metrics }) => metrics.isPlausible)
      .sort((a, b) => b.metrics.hosts - a.metrics.hosts)[0]!;
    const [lowest] = (await tax(site)).results;
    for (const [test, words] of [
      ["tokenizer-tax", ["Hindi", "OpenAI o200k_base", `+${Math.round(lowest!.score!)} %`]],
      ["world-map", ["Natural Earth", "no model was asked yet"]],
      ["same-model-different-host", [`(${widest.metrics.hosts})`, `${widest.metrics.ratio} ×`]],
    ] as const) {
      const { body } = await site.get<One<{ pictures: { url: string; type: string }[] }>>(
        `/api/v1/own-tests/${test}`,
      );
      const [picture] = body.data.pictures;
      expect(picture!.url).toBe(`${site.base}/charts/${test}.svg`);
      const answer = await exact(new Request(`${ORIGIN}/charts/${test}.svg`));
      expect(answer.headers.get("Content-Type")).toBe(picture!.type);
      const svg = await answer.text();
      for (const word of words) expect(svg).toContain(word);
      expect(svg).not.toMatch(/NaN|undefined|<script|href=/);
    }
    const { body } = await site.get<One<{ pictures: unknown[] }>>("/api/v1/own-tests/scorecard");
    expect(body.data.pictures).toEqual([]);
  });
});
