import { describe, expect } from "vitest";
import type { ModelEntry } from "../../generator/endpoints/models/list-models.ts";
import { type ListAnswer, verifies } from "./harness.ts";

type Models = ListAnswer<ModelEntry>;

describe("models asked by name", () => {
  verifies("5.5", "q puts the exact name first, then beginnings", async ({ get }) => {
    for (const [q, slugs] of [
      ["norn-4o", ["norn-4o", "norn-4o-mini"]],
      ["NORN 4o", ["norn-4o", "norn-4o-mini"]],
      ["norn 4", ["norn-4", "norn-4o", "norn-4o-mini"]],
      ["quill sonnet 4.5", ["quill-sonnet-4-5"]],
      ["taiga v4 pro", ["taiga-v4-pro"]],
    ] as const) {
      const { body } = await get<Models>(`/api/v1/models?q=${encodeURIComponent(q)}`);
      expect(body.meta.sort).toBe("relevance");
      expect(
        body.data.slice(0, slugs.length).map(({ slug }) => slug),
        q,
      ).toEqual(slugs);
    }
  });

  verifies("5.5", "typing errors are forgiven, a sort replaces the ranking", async ({ get }) => {
    const slugs = async (query: string) =>
      (await get<Models>(`/api/v1/models?${query}`)).body.data.map(({ slug }) => slug);
    expect((await slugs("q=qiull%20sonet%204.5")).slice(0, 3)).toContain("quill-sonnet-4-5");
    const ranked = await slugs("q=norn");
    for (const sort of ["avg_score", "release_date"]) {
      const { body } = await get<Models>(`/api/v1/models?q=norn&sort=${sort}`);
      const sorted = body.data.map(({ slug }) => slug);
      expect(body.meta.sort).toBe(sort);
      expect(sorted).not.toEqual(ranked);
      expect([...sorted].sort()).toEqual([...ranked].sort());
    }
  });
});
