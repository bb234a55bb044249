import { describe, expect } from "vitest";
import { requireNonEmpty } from "../builders/get.ts";
import { verifies } from "./harness.ts";

/** Own test → id of its dataset; null when it has none. */
const LABS: Record<string, string | null> = {
  "who-are-you": "who-are-you",
  "world-map": null,
  "censorship-index": "censorship-index",
  "knowledge-horizon": "knowledge-horizon",
  "tokenizer-tax": "tokenizer-tax",
  "same-model-different-host": "same-model-different-host",
  "model-drift-index": "model-drift",
  scorecard: null,
};
const TESTS = Object.keys(LABS);

/** The only tests with results in the golden facts; the others were not run. */
const MEASURED = ["tokenizer-tax", "same-model-different-host"];

describe("own tests", () => {
  verifies("E6", "are listed, with the scorecard's URL and findings", async ({ get }) => {
    const { body } = await get("/api/v1/own-tests");
    expect(Object.keys(body).slice(6)).toEqual(["data", "scorecard", "findings"]);
    expect(body.data.map(({ test }) => test)).toEqual(TESTS);
    expect(body.findings.length).toBeLessThanOrEqual(5);
    expect(body.scorecard.url).toMatch(/\/api\/scorecard$/);
  });

  verifies("E7", "are each answered under their name", async ({ get, base }) => {
    for (const test of TESTS) {
      const { status, body } = await get(`/api/v1/own-tests/${test}`);
      expect([status, body.test]).toEqual([200, test]);
      expect(body.url).toBe(`${base}/api/v1/own-tests/${test}`);
    }
  });

  verifies("4.6", "have the status not_run when they were not run", async ({ get }) => {
    const { body } = await get("/api/v1/own-tests");
    const notRun = body.data.filter(({ test }) => !MEASURED.includes(test));
    for (const summary of requireNonEmpty(notRun, "own tests that were not run")) {
      expect(Object.keys(summary)).toEqual(
        "test name question headline status as_of models url".split(" "),
      );
      expect(summary).toMatchObject({ headline: null, status: "not_run", as_of: null, models: 0 });
      const one = await get(`/api/v1/own-tests/${summary.test}`);
      expect(one.body).toMatchObject({ ...summary, results: [], context: {} });
    }
  });

  verifies("E8", "have a dataset of their answers where it is public", async ({ get }) => {
    for (const [test, lab] of Object.entries(LABS))
      expect((await get(`/api/lab/${lab ?? test}`)).status, test).toBe(lab === null ? 404 : 200);
    expect((await get("/api/lab/model-drift-index")).status).toBe(404);
  });

  verifies("4.6-lab", "have items, and no runs before the first", async ({ get }) => {
    for (const [name, lab] of Object.entries(LABS)) {
      if (lab === null) continue;
      const { body } = await get(`/api/lab/${lab}`);
      expect(body).toMatchObject({ test: lab, license: "CC BY 4.0" });
      expect(Object.keys(body).slice(6)).toEqual(["test", "status", "items", "runs", "records"]);
      if (!MEASURED.includes(name))
        expect(body).toMatchObject({ status: "not_run", runs: [], records: [] });
    }
  });

  verifies("E10", "have a scorecard, which has no rows before a run", async ({ get }) => {
    const { body } = await get("/api/scorecard");
    expect(Object.keys(body).slice(6, 9)).toEqual(["data", "scale", "tests"]);
    expect([...body.tests, "scorecard"]).toEqual(TESTS);
    expect(body.data).toEqual([]);
  });

  verifies("4.6-scorecard", "have a scale from A to F", async ({ get }) => {
    const { body } = await get("/api/scorecard");
    expect(body.scale).toEqual({ A: 90, B: 75, C: 60, D: 40, F: 0 });
  });
});
