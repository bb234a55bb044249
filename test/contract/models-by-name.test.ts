import { describe, expect } from "vitest";
import type { ModelDetail } from "../../generator/endpoints/models/get-model.ts";
import type { ModelEntry } from "../../generator/endpoints/models/list-models.ts";
import type { ProviderDetail } from "../../generator/endpoints/providers/providers.ts";
import { type ListAnswer, verifies } from "./harness.ts";

type Models = ListAnswer<ModelEntry>;

describe("models searched by name", () => {
  verifies(
    "5.5",
    "the exact name is first, typing errors are tolerated, and a sort replaces the ranking",
    async ({ get }) => {
      const rank = async (q: string) => {
        const { meta, data } = (await get<Models>(`/api/v1/models?q=${encodeURIComponent(q)}`))
          .body;
        expect(meta.sort).toBe("relevance");
        return data.map(({ slug }) => slug);
      };
      expect((await rank("qiull sonet 4.5")).slice(0, 3)).toContain("quill-sonnet-4-5");
      expect((await rank("norn 4")).slice(0, 3)).toEqual(["norn-4", "norn-4o", "norn-4o-mini"]);
      const ranked = await rank("norn");
      for (const sort of ["avg_score", "release_date"]) {
        const { body } = await get<Models>(`/api/v1/models?q=norn&sort=${sort}`);
        const sorted = body.data.map(({ slug }) => slug);
        expect(body.meta.sort).toBe(sort);
        expect(sorted).not.toEqual(ranked);
        expect([...sorted].sort()).toEqual([...ranked].sort());
      }
    },
  );
});

describe("what sources state of a model and of a host", () => {
  verifies("4.2-status", "a deprecated model names its lab's replacement", async ({ get }) => {
    const { body } = await get<ModelDetail>("/api/v1/models/norn-4");
    expect(body).toMatchObject({
      status: "deprecated",
      retirement_date: "2026-12-31",
      replacement: {
        slug: "norn-5",
        name: "Norn 5",
        source_url: "https://northwind.example/deprecations",
      },
    });
  });

  verifies("4.2-status", "sizes are stated, or read from the name", async ({ get }) => {
    const sizeOf = async (slug: string) =>
      (await get<ModelDetail>(`/api/v1/models/${slug}`)).body.parameters;
    expect(await sizeOf("taiga-r1")).toEqual({ total: 671, active: 37 });
    expect(await sizeOf("taiga-3-3-70b")).toEqual({ total: 70, active: null });
    expect(await sizeOf("norn-5")).toBeNull();
  });

  verifies("4.2-status", "has reasoning options and request parameters", async ({ get }) => {
    const { body } = await get<ModelDetail>("/api/v1/models/quill-sonnet-4-5");
    expect(body.reasoning_options).toEqual({
      toggle: true,
      effort: ["low", "high"],
      budget_tokens: { min: 1024, max: null },
    });
    expect(body.supported_parameters).toEqual(["tool_choice", "tools"]);
  });

  verifies("E-providers", "a host has what a client needs to call it", async ({ get }) => {
    const { body } = await get<ProviderDetail>("/api/v1/providers/quillon");
    expect(body).toMatchObject({
      npm: "@ai-sdk/anthropic",
      api_format: "anthropic",
      env: ["QUILLON_API_KEY"],
      pricing_page: "https://quillon.example/pricing",
    });
  });
});
