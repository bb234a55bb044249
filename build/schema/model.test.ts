import { expect, test } from "vitest";
import { sampleModel } from "../../test/builders/fact-builders.ts";
import { Model } from "./model.ts";

test("a model that puts out more than its context window holds is no fact", () => {
  const limits = (context_window: number | null, max_output_tokens: number | null) =>
    Model.safeParse(sampleModel("acme-large", "acme", { context_window, max_output_tokens }))
      .success;
  expect(limits(8_000, 8_000)).toBe(true);
  expect(limits(null, 8_000)).toBe(true);
  expect(limits(8_000, 8_001)).toBe(false);
});
