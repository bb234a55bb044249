/** Free text in `q` of models and of search, and in the tools of assistants (SPEC 5.5). */
import fc from "fast-check";
import { describe, expect } from "vitest";
import { readFactsOfKinds } from "../../build/facts/read-facts.ts";
import { arbitraryText } from "../builders/any-text.ts";
import { getDefined } from "../builders/get.ts";
import { toPropertyRunCount } from "../builders/runs.ts";
import { type Schemas, toHandlerWithCatalog, verifies, visit } from "./harness.ts";
import { callMcpTool, joinToolResultTexts } from "./mcp-post.ts";
import { verifiesStored } from "./stored-answers.ts";
import { slugsOf } from "./walk.ts";

/**
 * The understood filters as parameters of the list. A relation to another model is left out, because the other filters
 * express it too.
 */
function toQuery(understood: Record<string, unknown> = {}): URLSearchParams {
  const about = ["alternatives_to", "successor_of", "cheaper_than", "than"];
  const own = Object.entries(understood).filter(([name]) => !about.includes(name));
  return new URLSearchParams(own.map(([name, value]) => `${name}=${value}`).join("&"));
}

/** @param texts Separated by `|`. */
const verifiesTexts = (rule: string, name: string, texts: string) => {
  const queries = texts.split("|").map(encodeURIComponent);
  verifiesStored(rule, `free-text-${name}`, ...queries.map((q) => `models?limit=200&q=${q}`));
};

describe("free text", () => {
  verifies("5.5-understood", "gives the rows of the parameters that it names", async ({ get }) => {
    for (const [q, understood] of [
      [
        "cheapest reasoning model under $5 with 200k context",
        { max_input_price: 5, min_context: 200000, supports: "reasoning", sort: "pricing_input" },
      ],
      ["northwind models with vision", { provider: "northwind", input_modalities: "image" }],
      ["newest open weights model", { open_source: true, sort: "release_date" }],
      ["all AI models", {}],
    ] as const) {
      const { body: answer } = await get(`/api/v1/models?q=${encodeURIComponent(q)}`);
      expect([answer.meta.understood, answer.meta.ignored], q).toEqual([understood, []]);
      const { body } = await get(`/api/v1/models?${toQuery(understood)}`);
      expect(slugsOf(answer.data)).toEqual(slugsOf(body.data));
      expect(body.meta.understood).toBeUndefined();
    }
  });

  // Parameters of the request win, and what has no effect is reported.
  verifiesStored(
    "5.5-understood",
    "free-text-and-parameters",
    "models?q=fast%20models%20under%20%241&max_input_price=3&sort=context_window",
  );

  verifies("5.5", "tolerates typing errors; a sort replaces the ranking", async ({ get }) => {
    const rank = async (q: string, sort?: string) => {
      const query = new URLSearchParams(sort === undefined ? { q } : { q, sort });
      const { meta, data } = (await get(`/api/v1/models?${query}`)).body;
      expect(meta.sort).toBe(sort ?? "relevance");
      return slugsOf(data);
    };
    expect((await rank("qiull sonet 4.5")).slice(0, 3)).toContain("quill-sonnet-4-5");
    expect((await rank("norn 4")).slice(0, 3)).toEqual(["norn-4", "norn-4o", "norn-4o-mini"]);
    const ranked = await rank("norn");
    for (const sort of ["avg_score", "release_date"]) {
      const sorted = await rank("norn", sort);
      expect(sorted).not.toEqual(ranked);
      expect([...sorted].sort()).toEqual([...ranked].sort());
    }
  });

  verifiesTexts(
    "5.5",
    "names",
    "norn-4o -mini|northwind vs quillon under $1|taiga on cumulus|norn-4o deprecated|taiga image 1 image|how many tokens can quill opus read",
  );
  verifiesTexts("5.5-numbers", "numbers", "taiga 3.3 70b|norn 4|quill sonnet 4.5");
  verifiesTexts(
    "5.5-words",
    "languages",
    "under 1 dollar|unter 1 Dollar|moins de 1 dollar|menos de 1 dollar|低于1美元的模型|1달러 이하",
  );
  // Days count from the newest day, and words about news are no condition on models.
  verifiesTexts("5.5-days", "days", "models released this year");
  verifiesTexts("5.5-understood", "news", "price drops this year|norm");
  verifiesTexts("5.5-who", "who", "northwind models|models on northwind");
  verifiesTexts(
    "5.5-hint",
    "hints",
    "northwind models under $0.0001|norn 4 on cumulus|norn-4o under $1|best coding norn embed",
  );
  verifiesTexts(
    "5.5-cheapest",
    "cheapest",
    "cheapest model|cheapest northwind model|where is norn-4o cheapest|cheapest by output price",
  );
  verifiesTexts(
    "5.5-relations",
    "relations",
    "released before norn-5|norn-5 on bazaar vs cumulus|norn 4o vs quill opus 4.1|" +
      "alternatives to norn-5|alternatives to northwind or quillon|cheaper than quill opus 4.1|" +
      "cheaper than northwind|cheaper than quill opus 4.1 and norn-5|newer than norn-4 and cheaper than norn-5|quill cheaper than opus 4.1|norn newer than 4o|norn 4o, taiga r1 and quill opus 4.1|norn and quill under $5|smaller than taiga r1|what replaces norn-4|" +
      "more expensive than norn-4o and newer|same price as norn-5|larger than taiga 3.3 70b|better and cheaper than quill opus 4.1|cheaper than norn-4o under $5|larger than norn-4o|" +
      "norn < 5|norn under 5|norn up to 5|quill >= 4.5 under $10|norn ≤ 4 cheapest|older than quill 4|code gauntlet|newest norn 4|norn-4o / taiga r1",
  );

  verifies("5.5-cheapest", "`newest` with a retired name means all", async ({ context, get }) => {
    const { catalog } = context;
    const models = catalog.models.map((model) =>
      model.slug === "norn-4" ? { ...model, status: "retired" as const } : model,
    );
    const model = (slug: string) => models.find((one) => one.slug === slug);
    const getModel = (slug: string) => getDefined(model(slug), slug);
    const changed = toHandlerWithCatalog(context, { models, model, getModel });
    const path = "/api/v1/models?q=newest%20norn%204";
    const { data, meta } = (await (await visit(changed, path)).json()) as Schemas["ModelList"];
    expect([data[0]?.slug, meta.sort]).toEqual(["norn-4o-mini", "release_date"]);
    expect((await get(path)).body.data[0]?.slug).toBe("norn-4");
    const tool = await callMcpTool(changed, "cheapest_provider", { model: "newest norn 4" });
    expect(joinToolResultTexts(tool)).toMatch(/this is about Norn 4o mini/);
  });

  verifies("5.7", "models found meet the conditions; others match the words", async ({ get }) => {
    const { body } = await get("/api/v1/search?q=reasoning%20models%20on%20cumulus&limit=50");
    expect(body.meta.understood).toEqual({ host: "cumulus", supports: "reasoning" });
    const { body: list } = await get("/api/v1/models?host=cumulus&supports=reasoning");
    // The only result that is not a model is the host itself.
    const found = slugsOf(body.data);
    expect(found).toContain("cumulus");
    expect(found.filter((slug) => slug !== "cumulus")).toEqual(slugsOf(list.data));
  });

  verifies("7.2", "tools say first what they understood and did not use", async ({ handle }) => {
    const call = async (tool: string, query: string) =>
      joinToolResultTexts(await callMcpTool(handle, tool, { query }));
    expect(await call("search_models", "fast vision models under $5")).toMatch(
      /^Understood: max_input_price=5, input_modalities=image\. Not used: fast\.\n\d+ models match/,
    );
    const understood = { host: "cumulus", input_modalities: "image" };
    expect(JSON.parse(await call("search", "vision models on cumulus"))).toMatchObject({
      understood,
    });
  });

  verifies("5.5-understood", "lists only models that pass it", async ({ get, ask }) => {
    const { queryWords } = readFactsOfKinds("test/golden/data", ["queryWords"]);
    const phrase = fc.constantFrom(...queryWords.map((word) => word.phrase.replace("*", "")));
    const names = fc.constantFrom(..."norn 5,taiga,northwind,cumulus,5,200k,$2,2026".split(","));
    const odd = fc.oneof(arbitraryText(20), fc.nat(2_000_000).map(String));
    const text = fc.array(fc.oneof(phrase, phrase, names, odd), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(text, async (words) => {
        const q = words.join(" ").trim();
        const { status, body } = await get(`/api/v1/models?limit=200&q=${encodeURIComponent(q)}`);
        expect(status, q).toBe(200);
        const query = toQuery(body.meta.understood);
        const same = await ask(`/api/v1/models?limit=200&${query}`);
        expect(same.status, `${q}: ${query}`).toBe(200);
        const passing = new Set(slugsOf(same.body.data));
        const others = slugsOf(body.data).filter((slug) => !passing.has(slug));
        expect(others, q).toEqual([]);
        if ([...q].length < 2) return;
        const found = await ask(`/api/v1/search?q=${encodeURIComponent(q)}`);
        expect(found.status, q).toBe(200);
      }),
      { numRuns: toPropertyRunCount(40) },
    );
  });
});
