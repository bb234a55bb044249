/** Checks the published questions and the method of each of our own tests. */
import { describe, expect } from "vitest";
import type { OwnTestItem } from "../../generator/endpoints/own-tests/own-test.ts";
import { escapeHtml } from "../../generator/site/components/html.ts";
import { requireNonEmpty } from "../builders/get.ts";
import { type BuiltSite, verifies } from "./harness.ts";

const itemsOf = async ({ get }: BuiltSite, lab: string): Promise<OwnTestItem[]> =>
  (await get(`/api/lab/${lab}`)).body.items;

const distinct = (items: readonly OwnTestItem[], field: string): unknown[] => [
  ...new Set(items.map(({ meta }) => meta[field])),
];

describe("the items", () => {
  verifies("9-items", "are enough, and of enough kinds", async (site) => {
    for (const [lab, count, field, kinds] of [
      ["who-are-you", 12, "language", 5],
      ["knowledge-horizon", 200, "month", 48],
      ["same-model-different-host", 30, "kind", 4],
      ["censorship-index", 80, "region", 20],
      ["model-drift", 30, "kind", 5],
    ] as const) {
      const items = await itemsOf(site, lab);
      expect(items.length, lab).toBeGreaterThanOrEqual(count);
      expect(distinct(items, field).length, lab).toBeGreaterThanOrEqual(kinds);
      const test = lab === "model-drift" ? "model-drift-index" : lab;
      const { body } = await site.get(`/api/v1/own-tests/${test}`);
      expect([...new Set(items.map(({ version }) => version))]).toEqual([body.version]);
    }
    const languages = distinct(await itemsOf(site, "who-are-you"), "language");
    expect(languages).toEqual(expect.arrayContaining(["en", "fr", "zh"]));
  });

  verifies("9-items", "have a source, cover every month, and mark thin months", async (site) => {
    const items = await itemsOf(site, "knowledge-horizon");
    const months = (distinct(items, "month") as string[]).sort();
    const count = (month = "") => Number(month.slice(0, 4)) * 12 + Number(month.slice(5));
    expect(months).toHaveLength(count(months.at(-1)) - count(months[0]) + 1);
    for (const month of months) {
      const own = items.filter(({ meta }) => meta.month === month);
      for (const { meta } of own) {
        expect(meta.thin, month).toBe(own.length < 5);
        expect(meta.source).toMatch(/^(https:\/\/|models\/)/);
      }
    }
  });

  verifies("9-items", "have the release dates of the catalogue as answers", async (site) => {
    const items = await itemsOf(site, "knowledge-horizon");
    const releases = items.filter(({ meta }) => meta.kind === "release");
    expect(releases.length).toBeGreaterThan(0);
    for (const { answer, meta } of releases) {
      const [, , slug] = String(meta.source).split("/");
      const model = await site.get(`/api/v1/models/${slug}`);
      expect(model.body.release_date?.slice(0, 7), slug).toBe(answer);
    }
  });

  verifies("9-items", "have correct products, and a neutral question per pair", async (site) => {
    const products = (await itemsOf(site, "same-model-different-host")).flatMap(
      ({ answer, prompt }) => {
        const [, a, b] = /(\d+) × (\d+)/.exec(prompt) ?? [];
        return b === undefined ? [] : [[Number(answer), Number(a) * Number(b)]];
      },
    );
    expect(products.length).toBeGreaterThan(0);
    for (const [answer, product] of products) expect(answer).toBe(product);
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
    expect(answer.headers.get("Content-Type"), test).toBe("text/html; charset=utf-8");
    const text = (await answer.text()).replace(/<[^>]+>/g, "");
    for (const paragraph of body.methodology.split("\n\n"))
      expect(text, test).toContain(escapeHtml(paragraph.replaceAll("`", "")));
  }
});
