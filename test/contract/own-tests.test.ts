import { describe, expect } from "vitest";
import type { Enveloped, List, One } from "./harness.ts";
import { verifies } from "./verifies.ts";

const TESTS = [
  ...["who-are-you", "world-map", "censorship-index", "knowledge-horizon", "tokenizer-tax"],
  ...["same-model-different-host", "model-drift-index"],
];
const LABS = [
  ...["who-are-you", "censorship-index", "knowledge-horizon", "tokenizer-tax"],
  ...["same-model-different-host", "model-drift"],
];

/** The others wait for a model to ask. */
const MEASURED = ["tokenizer-tax", "same-model-different-host"];

interface Summary {
  test: string;
  name: string;
  question: string;
  headline: string | null;
  status: string;
  as_of: string | null;
  models: number;
  url: string;
}

describe("own tests", () => {
  verifies(
    "E6",
    "are listed, all eight, with the scorecard's top line and the newest findings of any kind",
    async ({ get }) => {
      const { body } = await get<
        List<Summary> & { scorecard: { url: string; top: unknown }; findings: unknown[] }
      >("/api/v1/own-tests");
      expect(Object.keys(body).slice(6)).toEqual(["data", "scorecard", "findings"]);
      expect(body.data.map(({ test }) => test).sort()).toEqual([...TESTS, "scorecard"].sort());
      expect(body.findings.length).toBeLessThanOrEqual(5);
      expect(body.scorecard.url).toMatch(/\/api\/scorecard$/);
    },
  );

  verifies("E7", "each of the eight answers under its name", async ({ get, base }) => {
    for (const test of [...TESTS, "scorecard"]) {
      const { status, body } = await get<One<Summary>>(`/api/v1/own-tests/${test}`);
      expect([status, body.test]).toEqual([200, test]);
      expect(body.url).toBe(`${base}/api/v1/own-tests/${test}`);
    }
    const { status, body } = await get("/api/v1/own-tests/tokeniser-tax");
    expect([status, body.suggestions?.[0]?.slug]).toEqual([404, "tokenizer-tax"]);
  });

  verifies("4.6", "that were not run say so", async ({ get }) => {
    const { body } = await get<List<Summary>>("/api/v1/own-tests");
    for (const summary of body.data.filter(({ test }) => !MEASURED.includes(test))) {
      expect(Object.keys(summary)).toEqual(
        ["test", "name", "question", "headline", "status", "as_of", "models", "url"], //
      );
      const { headline, status, as_of, models } = summary;
      expect({ headline, status, as_of, models }).toEqual({
        ...{ headline: null, status: "not_run", as_of: null, models: 0 },
      });
      const one = await get<One<Summary & { results: unknown[] }>>(
        `/api/v1/own-tests/${summary.test}`,
      );
      expect(one.body).toMatchObject({ ...summary, results: [], context: {} });
      expect(one.body.as_of).toBeNull();
    }
  });

  verifies("E8", "six have a dataset of their answers", async ({ get }) => {
    for (const test of LABS) {
      const { status, body } = await get<Enveloped & { test: string }>(`/api/lab/${test}`);
      expect([status, body.test]).toEqual([200, test]);
    }
    for (const test of ["world-map", "scorecard", "model-drift-index"])
      expect((await get(`/api/lab/${test}`)).status, test).toBe(404);
  });

  verifies(
    "4.6-lab",
    "has items and runs after the envelope, no runs before one",
    async ({ get }) => {
      for (const test of LABS) {
        const { body } = await get<Enveloped & Record<string, unknown>>(`/api/lab/${test}`);
        expect(body).toMatchObject({ test, license: "CC BY 4.0" });
        expect(Object.keys(body).slice(6)).toEqual(["test", "status", "items", "runs", "records"]);
        if (!MEASURED.includes(test))
          expect(body).toMatchObject({ status: "not_run", runs: [], records: [] });
      }
    },
  );

  verifies("E10", "the scorecard answers", async ({ get }) => {
    const { status, body } = await get<Enveloped>("/api/scorecard");
    expect(status).toBe(200);
    expect(Object.keys(body).slice(6, 9)).toEqual(["data", "scale", "tests"]);
  });

  verifies("4.6-scorecard", "has a falling scale from A to F and the tests", async ({ get }) => {
    const { body } = await get<{ data: unknown[]; scale: Record<string, number>; tests: string[] }>(
      "/api/scorecard",
    );
    expect(Object.keys(body.scale)).toEqual(["A", "B", "C", "D", "F"]);
    const cuts = Object.values(body.scale);
    expect(cuts).toEqual([...cuts].sort((a, b) => b - a));
    expect([...body.tests].sort()).toEqual([...TESTS].sort());
    expect(body.data).toEqual([]);
  });
});
