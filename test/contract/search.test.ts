import { describe, expect } from "vitest";
import type { components } from "../../clients/typescript/schema.d.ts";
import { SEARCH_HIT_TYPES as TYPES } from "../../generator/search/search-index.ts";
import { getDefined, requireNonEmpty } from "../builders/get.ts";
import { verifies, visit } from "./harness.ts";

type Found = components["schemas"]["SearchAnswer"];

const at = (q: string, more = "") => `/api/v1/search?q=${encodeURIComponent(q)}${more}`;

describe("search", () => {
  verifies("E13", "returns 20 hits, or up to `limit`, at most 50", async ({ get }) => {
    const fifty = await get<Found>(at("no", "&limit=50"));
    expect(fifty.body.data.length).toBeGreaterThan(3);
    for (const [more, limit] of [
      ["", 20],
      ["&limit=3", 3],
      ["&limit=500", 50],
    ] as const) {
      const { body } = await get<Found>(at("no", more));
      expect(body.data).toEqual(fifty.body.data.slice(0, limit));
      expect(body.meta.limit).toBe(limit);
    }
  });

  verifies("4.8", "an item has its fields, meta counts by type", async ({ get, base }) => {
    const { body } = await get<Found>(at("quill"));
    for (const item of body.data) {
      expect(Object.keys(item)).toEqual([
        "type",
        "slug",
        "name",
        "summary",
        "url",
        "page",
        ...(item.type === "model" ? ["price", "context_window"] : []),
        "score",
      ]);
      expect(item.url).toMatch(/^https?:\/\/\S+$/);
      expect(item.page === null || item.page.startsWith(base), String(item.page)).toBe(true);
    }
    const scores = body.data.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    const fields = ["q", "type", "total", "limit", "counts", "understood", "ignored"];
    expect(Object.keys(body.meta)).toEqual(fields);
    expect(Object.keys(body.meta.counts)).toEqual(TYPES);
    const { counts, total, type } = body.meta;
    expect([total, type]).toEqual([Object.values(counts).reduce((sum, n) => sum + n, 0), null]);
    const models = await get<Found>(at("quill", "&type=model"));
    expect(models.body.meta).toMatchObject({ total: counts.model, type: "model", counts });
  });

  verifies("4.8", "a model has its price and context window, also in words", async ({ get }) => {
    const { body } = await get<Found>(at("norn", "&type=model"));
    for (const { slug, summary, price, context_window } of requireNonEmpty(body.data, "models")) {
      const model = await get(`/api/v1/models/${slug}`);
      const { input, output } = model.body.pricing;
      expect([price, context_window], slug).toEqual([{ input, output }, model.body.context_window]);
      if (input) expect(summary).toMatch(/\$[\d.]+ input( \/ \$?[\w.]+ output)? per 1M tokens/);
      if (context_window)
        expect(summary.replaceAll(",", "")).toContain(`context window ${context_window} tokens`);
    }
  });

  verifies("4.8", "the URL and the page of every hit work", async ({ get, ask, base, doors }) => {
    for (const [type, q] of [
      ["model", "taiga"],
      ["provider", "tundra"],
      ["benchmark", "sums"],
      ["glossary", "token"],
    ] as const) {
      const { body } = await get<Found>(at(q, `&type=${type}`));
      for (const { url, page } of requireNonEmpty(body.data, type)) {
        expect((await ask(url.slice(base.length))).status, url).toBe(200);
        const address = getDefined(page, `page of ${url}`).slice(base.length);
        expect((await visit(doors.exact, address)).status, address).toBe(200);
      }
    }
  });

  verifies("5.7", "refuses a query that is missing or too short", async ({ get }) => {
    for (const query of ["", "?q=", "?q=a", "?q=%20a%20", "?q=%F0%9F%98%80", "?type=model"]) {
      const { status, body } = await get(`/api/v1/search${query}`);
      expect([status, body.parameter], query).toEqual([400, "q"]);
    }
  });
});
