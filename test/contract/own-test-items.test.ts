/** What each of our own tests asks, and how it says that it asks. */
import { describe, expect } from "vitest";
import type { LabItem } from "../../generator/endpoints/own-tests/own-test.ts";
import { escapeHtml } from "../../generator/site/components/html.ts";
import type { Enveloped, One, Site } from "./harness.ts";
import { verifies } from "./verifies.ts";

const itemsOf = async ({ get }: Site, lab: string): Promise<LabItem[]> => {
  const { body } = await get<Enveloped & { items: LabItem[] }>(`/api/lab/${lab}`);
  const test = lab === "model-drift" ? "model-drift-index" : lab;
  const { version: published } = (await get<One<{ version: string }>>(`/api/v1/own-tests/${test}`))
    .body;
  const ids = body.items.map(({ item_id }) => item_id);
  expect(new Set(ids).size, lab).toBe(ids.length);
  for (const { prompt, version } of body.items)
    expect([version, prompt !== ""]).toEqual([published, true]);
  return body.items;
};

const distinct = (items: readonly LabItem[], field: string): unknown[] => [
  ...new Set(items.map(({ meta }) => meta[field])),
];

describe("the items", () => {
  verifies("9-items", "ask who a model is in five languages or more", async (site) => {
    const items = await itemsOf(site, "who-are-you");
    expect(items.length).toBeGreaterThanOrEqual(12);
    for (const language of ["en", "fr", "zh"])
      expect(distinct(items, "language")).toContain(language);
    expect(distinct(items, "language").length).toBeGreaterThanOrEqual(5);
  });

  verifies("9-items", "ask of every month, with a source; a thin month says so", async (site) => {
    const items = await itemsOf(site, "knowledge-horizon");
    const months = distinct(items, "month") as string[];
    expect(months.length).toBeGreaterThanOrEqual(48);
    const [first, last] = [
      months.reduce((a, b) => (a < b ? a : b)),
      months.reduce((a, b) => (a > b ? a : b)),
    ];
    const count = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5));
    expect(months).toHaveLength(count(last) - count(first) + 1);
    for (const month of months) {
      const own = items.filter(({ meta }) => meta.month === month);
      for (const { answer, meta } of own) {
        expect(answer).not.toBe("");
        expect(meta.thin, month).toBe(own.length < 5);
        expect(meta.source).toMatch(/^(https:\/\/|models\/)/);
      }
    }
    const { status } = (
      await site.get<One<{ status: string }>>("/api/v1/own-tests/knowledge-horizon")
    ).body;
    expect(status).toBe("not_run");
  });

  verifies("9-items", "name models of the catalogue where they ask of a release", async (site) => {
    const items = await itemsOf(site, "knowledge-horizon");
    const releases = items.filter(({ meta }) => meta.kind === "release");
    expect(releases.length).toBeGreaterThan(0);
    for (const { answer, meta } of releases) {
      const [, , slug] = String(meta.source).split("/");
      const { body } = await site.get<One<{ release_date: string | null }>>(
        `/api/v1/models/${slug}`,
      );
      expect(body.release_date?.slice(0, 7), slug).toBe(answer);
    }
  });

  verifies("9-items", "have exact answers, thirty or more for hosts", async (site) => {
    const items = await itemsOf(site, "same-model-different-host");
    expect(items.length).toBeGreaterThanOrEqual(30);
    expect(distinct(items, "kind")).toHaveLength(4);
    for (const { answer, prompt } of items) {
      expect(answer).not.toBe("");
      const product = /(\d+) × (\d+)/.exec(prompt);
      if (product) expect(Number(answer)).toBe(Number(product[1]) * Number(product[2]));
    }
  });

  verifies("9-items", "pair forty sensitive questions or more with neutral twins", async (site) => {
    const items = await itemsOf(site, "censorship-index");
    const sensitive = items.filter(({ meta }) => meta.kind === "sensitive");
    const neutral = items.filter(({ meta }) => meta.kind === "neutral");
    expect(sensitive.length).toBeGreaterThanOrEqual(40);
    expect(neutral.map(({ meta }) => meta.pair)).toEqual(sensitive.map(({ meta }) => meta.pair));
    expect(distinct(sensitive, "region").length).toBeGreaterThanOrEqual(20);
  });

  verifies("9-items", "are mixed, thirty or more, where drift is measured", async (site) => {
    const items = await itemsOf(site, "model-drift");
    expect(items.length).toBeGreaterThanOrEqual(30);
    expect(distinct(items, "kind").length).toBeGreaterThanOrEqual(5);
  });
});

describe("the methodology", () => {
  verifies("9-methodology", "is a few hundred words, in the answer and on a page", async (site) => {
    const { data } = (await site.get<{ data: { test: string }[] }>("/api/v1/own-tests")).body;
    for (const test of [...data.map(({ test }) => test), "scorecard"]) {
      const { body } = await site.get<One<{ methodology: string; page: string; version: string }>>(
        `/api/v1/own-tests/${test}`,
      );
      const { methodology, page, version } = body;
      expect(methodology.split(/\s+/).length, test).toBeGreaterThanOrEqual(200);
      expect(methodology, test).toMatch(/cannot tell/i);
      expect(version).toMatch(/^\d+$/);
      const answer = await site.doors.exact(new Request(page));
      expect([answer.status, answer.headers.get("Content-Type")], page).toEqual([
        ...[200, "text/html; charset=utf-8"],
      ]);
      const text = (await answer.text()).replace(/<[^>]+>/g, "");
      for (const paragraph of methodology.split("\n\n"))
        expect(text, test).toContain(escapeHtml(paragraph.replaceAll("`", "")));
    }
  });
});
