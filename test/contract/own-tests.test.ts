/** Answers about our own tests: their items, methods and datasets, and the results where a test was run. */
import { describe, expect } from "vitest";
import type { OwnTestItem } from "../../generator/endpoints/own-tests/own-test.ts";
import { escapeHtml } from "../../generator/site/components/html.ts";
import { requireNonEmpty } from "../builders/get.ts";
import { type BuiltSite, verifies } from "./harness.ts";

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

/** The only tests with results; the others were not run. */
const MEASURED = ["tokenizer-tax", "same-model-different-host"];

describe("own tests", () => {
  verifies("E6", "are listed, with the scorecard's URL and findings", async ({ get }) => {
    const { body } = await get("/api/v1/own-tests");
    expect(body.data.map(({ test }) => test)).toEqual(TESTS);
    expect(body.findings.length).toBeLessThanOrEqual(5);
    expect(body.scorecard.url).toMatch(/\/api\/scorecard$/);
  });

  verifies("E7", "are each answered under their name", async ({ get, base }) => {
    for (const test of TESTS) {
      const { status, body } = await get(`/api/v1/own-tests/${test}`);
      const url = `${base}/api/v1/own-tests/${test}`;
      expect([status, body.test, body.url]).toEqual([200, test, url]);
    }
  });

  verifies("4.6", "have the status not_run when they were not run", async ({ get }) => {
    const { body } = await get("/api/v1/own-tests");
    const notRun = body.data.filter(({ test }) => !MEASURED.includes(test));
    for (const summary of requireNonEmpty(notRun, "own tests that were not run")) {
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
      if (!MEASURED.includes(name))
        expect(body).toMatchObject({ status: "not_run", runs: [], records: [] });
    }
  });

  verifies("E10", "have a scorecard, which has no rows before a run", async ({ get }) => {
    const { body } = await get("/api/scorecard");
    expect([...body.tests, "scorecard"]).toEqual(TESTS);
    expect(body.data).toEqual([]);
  });

  verifies("4.6-scorecard", "have a scale from A to F", async ({ get }) => {
    const { body } = await get("/api/scorecard");
    expect(body.scale).toEqual({ A: 90, B: 75, C: 60, D: 40, F: 0 });
  });
});

const itemsOf = async ({ get }: BuiltSite, lab: string): Promise<OwnTestItem[]> =>
  (await get(`/api/lab/${lab}`)).body.items;

const distinct = (items: readonly OwnTestItem[], field: string): unknown[] => [
  ...new Set(items.map(({ meta }) => meta[field])),
];

describe("the items", () => {
  verifies("9-items", "have a source, cover every month, and mark thin months", async (site) => {
    const items = await itemsOf(site, "knowledge-horizon");
    const months = (distinct(items, "month") as string[]).sort();
    const count = (month = "") => Number(month.slice(0, 4)) * 12 + Number(month.slice(5));
    expect(months).toHaveLength(count(months.at(-1)) - count(months[0]) + 1);
    for (const { answer, meta } of items) {
      const own = items.filter((other) => other.meta.month === meta.month);
      expect(meta.thin, String(meta.month)).toBe(own.length < 5);
      expect(meta.source).toMatch(/^(https:\/\/|models\/)/);
      if (meta.kind !== "release") continue;
      const [, , slug] = String(meta.source).split("/");
      const { body } = await site.get(`/api/v1/models/${slug}`);
      expect(body.release_date?.slice(0, 7), slug).toBe(answer);
    }
    expect(distinct(items, "kind")).toContain("release");
  });

  verifies("9-items", "have correct products, and a neutral question per pair", async (site) => {
    const products = (await itemsOf(site, "same-model-different-host")).flatMap(
      ({ answer, prompt }) => {
        const [, a, b] = /(\d+) × (\d+)/.exec(prompt) ?? [];
        return b === undefined ? [] : [[Number(answer), Number(a) * Number(b)]];
      },
    );
    for (const [answer, product] of requireNonEmpty(products, "products"))
      expect(answer).toBe(product);
    const items = await itemsOf(site, "censorship-index");
    const pairsOf = (kind: string) =>
      items.filter(({ meta }) => meta.kind === kind).map(({ meta }) => meta.pair);
    expect(requireNonEmpty(pairsOf("neutral"), "pairs")).toEqual(pairsOf("sensitive"));
  });
});

verifies("9-methodology", "is 200 words or more, in the answer and on a page", async (site) => {
  const { data } = (await site.get("/api/v1/own-tests")).body;
  for (const { test } of requireNonEmpty(data, "own tests")) {
    const { body } = await site.get(`/api/v1/own-tests/${test}`);
    expect(body.methodology.split(/\s+/).length, test).toBeGreaterThanOrEqual(200);
    expect(body.methodology, test).toMatch(/\bLimits\b/);
    const answer = await site.doors.exact(new Request(body.page));
    const text = (await answer.text()).replace(/<[^>]+>/g, "");
    for (const paragraph of body.methodology.split("\n\n"))
      expect(text, test).toContain(escapeHtml(paragraph.replaceAll("`", "")));
  }
});
