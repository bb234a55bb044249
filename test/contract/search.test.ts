import { describe, expect } from "vitest";
import * as z from "zod";
import { searchEverything } from "../../generator/endpoints/search/search.ts";
import { SEARCH_HIT_TYPES as TYPES } from "../../generator/search/search-index.ts";
import { getDefined, requireNonEmpty } from "../builders/get.ts";
import { readCsvFile } from "./csv.ts";
import { verifies, visit } from "./harness.ts";

const at = (q: string, more = "") => `/api/v1/search?q=${encodeURIComponent(q)}${more}` as const;

describe("search", () => {
  verifies("E13", "returns 20 hits, or up to `limit`, at most 50", async ({ get }) => {
    const fifty = await get(at("no", "&limit=50"));
    expect(fifty.body.data.length).toBeGreaterThan(3);
    for (const [more, limit] of Object.entries({ "": 20, "&limit=3": 3, "&limit=500": 50 })) {
      const { body } = await get(at("no", more));
      expect(body.data).toEqual(fifty.body.data.slice(0, limit));
      expect(body.meta.limit).toBe(limit);
    }
  });

  verifies("4.8", "an item has its fields, meta counts by type", async ({ get, base }) => {
    const { body } = await get(at("quill"));
    for (const item of body.data) {
      const ofModels = item.type === "model" ? "price context_window " : "";
      expect(Object.keys(item)).toEqual(
        `type slug name summary url page ${ofModels}score`.split(" "),
      );
      expect(item.url).toMatch(/^https?:\/\/\S+$/);
      expect(item.page === null || item.page.startsWith(base), String(item.page)).toBe(true);
    }
    const scores = body.data.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(Object.keys(body.meta).join()).toBe("q,type,total,limit,counts,understood,ignored");
    const { counts, total, type } = body.meta;
    expect(Object.keys(counts)).toEqual(TYPES);
    expect([total, type]).toEqual([Object.values(counts).reduce((sum, n) => sum + n, 0), null]);
    const models = await get(at("quill", "&type=model"));
    expect(models.body.meta).toMatchObject({ total: counts.model, type: "model", counts });
  });

  verifies("4.8", "a model has its price and context window, also in words", async ({ get }) => {
    const { body } = await get(at("norn", "&type=model"));
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
    const words = { model: "taiga", provider: "tundra", benchmark: "sums", glossary: "token" };
    for (const [type, q] of Object.entries(words)) {
      const { body } = await get(at(q, `&type=${type}`));
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

/** A query on the golden names for which people have written down the right first results. */
const JudgedQuery = z.strictObject({
  query: z.string().min(1),
  type: z.preprocess((text) => text || undefined, z.enum(TYPES).optional()),
  /** `type:slug` of every result that is right in first place, or `nothing`. */
  expected: z.string().transform((text) => text.split(" ")),
  kind: z.string().min(1),
});

verifies("5.7", "each judged query has a right answer first", async ({ context }) => {
  const rows = readCsvFile(new URL("judged-queries.csv", import.meta.url));
  const queries = z.array(JudgedQuery).parse(rows);
  const types = queries.flatMap(({ expected }) => expected.map((one) => one.split(":")[0]));
  expect(new Set(types)).toEqual(new Set([...TYPES, "nothing"]));
  const wrong = queries.flatMap(({ query, type, expected }) => {
    const [first] = searchEverything({ q: query, type, limit: 1 }, context).hits;
    const found = first ? `${first.type}:${first.slug}` : "nothing";
    return expected.includes(found) ? [] : [`${query} → ${found}`];
  });
  expect(wrong).toEqual([]);
});
