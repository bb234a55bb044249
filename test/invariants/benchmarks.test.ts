import { describe, expect } from "vitest";
import { requireNonEmpty } from "../builders/get.ts";
import { verifies } from "../contract/harness.ts";
import { compareText, readEveryModelDetail, slugsOf } from "../contract/walk.ts";

const CATEGORIES = ["coding", "reasoning", "math", "knowledge", "other"];

describe("benchmarks", () => {
  verifies("E4", "are filtered by category; an unknown one gives no rows", async ({ get }) => {
    const { body } = await get("/api/v1/benchmarks");
    expect(body.data.length).toBe(body.meta.total);
    requireNonEmpty(body.data, "benchmarks");
    for (const category of CATEGORIES) {
      const some = await get(`/api/v1/benchmarks?category=${category}`);
      expect(some.body.data).toEqual(body.data.filter((row) => row.category === category));
    }
    for (const category of ["cooking", "Coding", "coding,math", "__proto__"]) {
      const none = await get(`/api/v1/benchmarks?category=${category}`);
      expect([none.status, none.body.data, none.body.meta.total]).toEqual([200, [], 0]);
    }
  });

  verifies("4.3", "are ordered by category and slug", async ({ get }) => {
    const { data } = (await get("/api/v1/benchmarks")).body;
    for (const row of requireNonEmpty(data, "benchmarks")) {
      expect(CATEGORIES).toContain(row.category);
      expect(row.max_score === null || row.max_score > 0, row.slug).toBe(true);
    }
    const order = data.map(({ category, slug }) => `${category} ${slug}`);
    expect(order).toEqual([...order].sort(compareText));
  });

  verifies("4.3", "show at most ten top models, self-reported results last", async ({ get }) => {
    const { data } = (await get("/api/v1/benchmarks")).body;
    for (const row of requireNonEmpty(data, "benchmarks")) {
      expect(row.top_models.length, row.slug).toBe(Math.min(10, row.models_tested));
      const sign = row.higher_is_better ? -1 : 1;
      const expected = [...row.top_models].sort(
        (a, b) =>
          Number(a.self_reported === true) - Number(b.self_reported === true) ||
          sign * (a.score - b.score) ||
          compareText(a.slug, b.slug),
      );
      expect(row.top_models, row.slug).toEqual(expected);
    }
  });

  verifies("4.3", "count each model tested once, with its own result", async (site) => {
    const details = await readEveryModelDetail(site);
    const answers = await site.readAll("/api/v1/benchmarks/");
    for (const one of requireNonEmpty(answers, "benchmarks")) {
      const tested = details.filter(({ scores }) =>
        scores.some(({ benchmark_slug }) => benchmark_slug === one.slug),
      );
      expect(one.models_tested, one.slug).toBe(tested.length);
      expect(slugsOf(one.scores).sort(), one.slug).toEqual(slugsOf(tested).sort());
      const top = one.top_models.map(({ slug, score }) => ({ slug, score }));
      expect(one.scores.slice(0, 10)).toMatchObject(top);
    }
  });
});
