/** Free text in `q` of models and of search, and in the tools of assistants (SPEC 5.5). */
import fc from "fast-check";
import { describe, expect } from "vitest";
import { readFactsOfKinds } from "../../build/facts/read-facts.ts";
import type { ModelEntry } from "../../generator/endpoints/models/list-models.ts";
import { toPropertyRunCount } from "../builders/runs.ts";
import { type HttpAnswer, type ListAnswer, verifies } from "./harness.ts";
import { joinToolResultTexts } from "./mcp-calls.ts";
import { callMcpTool } from "./mcp-post.ts";

interface Found extends ListAnswer<ModelEntry> {
  meta: ListAnswer<ModelEntry>["meta"] & {
    understood?: Record<string, unknown>;
    ignored?: string[];
    hint?: string;
    sort: string;
  };
}
type Get = (path: string) => Promise<HttpAnswer<Found>>;

const ask = async (get: unknown, q: string, more = "") =>
  (await (get as Get)(`/api/v1/models?q=${encodeURIComponent(q)}${more}`)).body;
/** As parameters of the list: what is said of another model is in the rest of them, too. */
function toQuery(understood: Record<string, unknown> = {}): URLSearchParams {
  const about = ["alternatives_to", "successor_of", "cheaper_than", "than"];
  const own = Object.entries(understood).filter(([name]) => !about.includes(name));
  return new URLSearchParams(own.map(([name, value]) => `${name}=${value}`).join("&"));
}
const slugsOf = (rows: readonly { slug: string }[]) => rows.map(({ slug }) => slug);

describe("free text", () => {
  verifies("5.5-understood", "gives the rows of the same parameters", async ({ get }) => {
    for (const [q, understood] of [
      [
        "cheapest reasoning model under $5 with 200k context",
        { max_input_price: 5, min_context: 200000, supports: "reasoning", sort: "pricing_input" },
      ],
      ["northwind models with vision", { provider: "northwind", input_modalities: "image" }],
      ["newest open weights model", { open_source: true, sort: "release_date" }],
    ] as const) {
      const answer = await ask(get, q);
      expect([answer.meta.understood, answer.meta.ignored], q).toEqual([understood, []]);
      const { body } = await get<Found>(`/api/v1/models?${toQuery(understood)}`);
      expect(slugsOf(answer.data)).toEqual(slugsOf(body.data));
      expect(body.meta.understood).toBeUndefined();
    }
  });

  verifies(
    "5.5-understood",
    "parameters of the request win, and nothing is lost in silence",
    async ({ get }) => {
      const answer = await ask(
        get,
        "fast models under $1",
        "&max_input_price=3&sort=context_window",
      );
      expect(answer.meta).toMatchObject({
        ...{ understood: {}, ignored: ["fast"], sort: "context_window" },
        filters: { max_input_price: 3 },
      });
    },
  );

  verifies("5.5", "a name with conditions lists only models of this name", async ({ get }) => {
    const answer = await ask(get, "taiga on cumulus");
    expect(answer.meta.understood).toEqual({ host: "cumulus" });
    expect(answer.data.length).toBeGreaterThan(0);
    for (const { slug } of answer.data) expect(slug).toMatch(/^taiga/);
  });

  verifies("5.5", "a status of one model is no condition", async ({ get }) => {
    const { meta, data } = await ask(get, "norn-4o deprecated");
    expect([meta.understood, meta.ignored, data[0]?.slug]).toEqual([
      ...[{}, ["deprecated"], "norn-4o"],
    ]);
  });

  verifies("5.5", "what one model returns is no condition on what it accepts", async ({ get }) => {
    const { meta, data } = await ask(get, "taiga image 1 image");
    expect([meta.understood, meta.ignored, data[0]?.slug]).toEqual([
      ...[{}, ["image"], "taiga-image-1"],
    ]);
  });

  verifies("5.5-numbers", "a number in a name is none of a condition", async ({ get }) => {
    for (const q of ["taiga 3.3 70b", "norn 4", "quill sonnet 4.5"]) {
      const { meta, data } = await ask(get, q);
      expect([meta.understood, data[0]?.slug.startsWith(q.split(" ")[0] ?? "")]).toEqual([
        {},
        true,
      ]);
    }
  });

  verifies("5.5-words", "other languages mean the same", async ({ get }) => {
    for (const q of [
      "under 1 dollar",
      "unter 1 Dollar",
      "moins de 1 dollar",
      "menos de 1 dollar",
      "低于1美元的模型",
      "1달러 이하",
    ])
      expect((await ask(get, q)).meta.understood, q).toEqual({ max_input_price: 1 });
  });

  verifies("5.5-days", "count from the newest day of the data", async ({ get, context }) => {
    const year = context.catalog.asOf.slice(0, 4);
    const { meta } = await ask(get, "models released this year");
    expect(meta.understood).toEqual({ released_after: `${year}-01-01` });
  });

  verifies(
    "5.5-who",
    "a lab that sells its own models is the host where the text says so",
    async ({ get }) => {
      expect((await ask(get, "northwind models")).meta.understood).toEqual({
        provider: "northwind",
      });
      expect((await ask(get, "models on northwind")).meta.understood).toEqual({
        host: "northwind",
      });
    },
  );

  verifies(
    "5.5-relations",
    "are resolved to models and to their values",
    async ({ get, context }) => {
      const { catalog } = context;
      const older = await ask(get, "released before norn-5");
      expect(older.meta.understood).toEqual({
        ...{ released_before: catalog.getModel("norn-5").release_date, than: "norn-5" },
      });
      const versus = await ask(get, "norn-5 on bazaar vs cumulus");
      expect(versus.meta.ignored).toEqual(["bazaar", "cumulus"]);
      const alternatives = await ask(get, "alternatives to norn-5");
      expect(alternatives.meta.understood).toMatchObject({
        alternatives_to: "norn-5",
        model_type: "text",
      });
      expect(slugsOf(alternatives.data)).not.toContain("norn-5");
      expect(alternatives.data.length).toBeGreaterThan(0);
      expect(slugsOf((await ask(get, "norn 4o vs quill opus 4.1")).data)).toEqual([
        "norn-4o",
        "quill-opus-4-1",
      ]);
      const others = await ask(get, "alternatives to northwind");
      expect([others.meta.understood, others.meta.ignored]).toEqual([
        ...[{ exclude_provider: "northwind" }, []],
      ]);
      const own = await ask(get, "quill cheaper than opus 4.1");
      expect([own.meta.understood?.cheaper_than, own.meta.ignored]).toEqual(["quill-opus-4-1", []]);
      for (const { slug } of own.data) expect(slug).toMatch(/^quill/);
      const cheaper = await ask(get, "cheaper than quill opus 4.1");
      const input = (await get<{ pricing: { input: number } }>("/api/v1/models/quill-opus-4-1"))
        .body.pricing.input;
      for (const { pricing } of cheaper.data) expect(pricing.input).toBeLessThan(input);
      const replaced = catalog.models.find(({ replacement }) => replacement?.slug);
      if (replaced) {
        const answer = await ask(get, `what replaces ${replaced.slug}`);
        expect(slugsOf(answer.data)).toEqual([replaced.replacement?.slug]);
      }
    },
  );

  verifies(
    "5.5-hint",
    "an empty answer says which condition leaves nothing, and what is nearest",
    async ({ get }) => {
      const none = await ask(get, "northwind models under $0.0001");
      expect(none.data).toEqual([]);
      expect(none.meta.hint).toMatch(
        /^No model passes all conditions\. Without .*: \d+ models?, such as /,
      );
      const host = await ask(get, "norn 4 on cumulus");
      expect(host.data).toEqual([]);
      expect(host.meta.hint).toMatch(
        /Without host=cumulus: \d+ model.*Cumulus sells no model that matches "norn 4"; it sells /,
      );
    },
  );

  verifies(
    "5.5-cheapest",
    "the cheapest model is one of text, and of one model itself",
    async ({ get }) => {
      expect((await ask(get, "cheapest model")).meta.understood).toEqual({
        sort: "pricing_input",
        model_type: "text",
      });
      const { data, meta } = await ask(get, "where is norn-4o cheapest");
      expect([data[0]?.slug, meta.understood]).toEqual(["norn-4o", {}]);
    },
  );

  verifies(
    "5.7",
    "models among the results meet the conditions; others match the words",
    async ({ get }) => {
      const { body } = await get<
        ListAnswer<{ type: string; slug: string }> & { meta: { understood: object } }
      >("/api/v1/search?q=reasoning%20models%20on%20cumulus&limit=50");
      expect(body.meta.understood).toEqual({ host: "cumulus", supports: "reasoning" });
      const { body: list } = await get<Found>("/api/v1/models?host=cumulus&supports=reasoning");
      const found = body.data.filter(({ type }) => type === "model");
      expect(slugsOf(found)).toEqual(slugsOf(list.data));
      expect(body.data.filter(({ type }) => type !== "model").map(({ slug }) => slug)).toEqual([
        "cumulus",
      ]);
    },
  );

  verifies(
    "7.2",
    "tools say first what they understood and what they did not use",
    async (site) => {
      const text = joinToolResultTexts(
        await callMcpTool(site.handle, "search_models", { query: "fast vision models under $5" }),
      );
      const [first, second] = text.split("\n");
      expect(first).toBe("Understood: max_input_price=5, input_modalities=image. Not used: fast.");
      expect(second).toMatch(/^\d+ models match/);
      const found = joinToolResultTexts(
        await callMcpTool(site.handle, "search", { query: "vision models on cumulus" }),
      );
      expect(JSON.parse(found)).toMatchObject({
        understood: { host: "cumulus", input_modalities: "image" },
      });
    },
  );

  verifies(
    "5.5-understood",
    "whatever the text, the answer is a list of models that pass it",
    async ({ get, ask: askFunction }) => {
      const { queryWords } = readFactsOfKinds("test/golden/data", ["queryWords"]);
      const phrase = fc.constantFrom(...queryWords.map((word) => word.phrase.replace("*", "")));
      const names = fc.constantFrom(
        ...["norn 5", "taiga", "northwind", "cumulus", "5", "200k", "$2", "2026"],
      );
      const text = fc.array(fc.oneof(phrase, phrase, names), { minLength: 1, maxLength: 6 });
      await fc.assert(
        fc.asyncProperty(text, async (words) => {
          const q = words.join(" ");
          const { status, body } = await get<Found>(
            `/api/v1/models?limit=200&q=${encodeURIComponent(q)}`,
          );
          expect(status, q).toBe(200);
          const query = toQuery(body.meta.understood);
          const same = await askFunction(`/api/v1/models?limit=200&${query}`);
          expect(same.status, `${q}: ${query}`).toBe(200);
          const passing = new Set(slugsOf((same.body as unknown as Found).data));
          expect(
            slugsOf(body.data).filter((slug) => !passing.has(slug)),
            q,
          ).toEqual([]);
          if (q.length > 1) {
            const found = await askFunction(`/api/v1/search?q=${encodeURIComponent(q)}`);
            expect(found.status, q).toBe(200);
          }
        }),
        { numRuns: toPropertyRunCount(40) },
      );
    },
  );
});
