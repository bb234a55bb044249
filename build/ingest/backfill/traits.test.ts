import { afterAll, beforeAll, expect, test } from "vitest";
import { writeSample } from "../../../test/builders/sample-facts.ts";
import type { Facts } from "../../facts/kinds.ts";
import { readFacts } from "../../facts/read-facts.ts";
import type { ModelTraits } from "../../sources/listing.ts";
import { NO_TRAITS } from "../../sources/parse/prices.ts";
import type { Answer } from "../read/read-sources.ts";
import { retellTraits } from "./traits.ts";

let sample: Awaited<ReturnType<typeof writeSample>>;
let facts: Facts;
beforeAll(async () => {
  sample = await writeSample();
  facts = await readFacts(sample.data);
});
afterAll(() => sample.remove());

const answer = (name: string, traits: Partial<ModelTraits>): Answer => ({
  ...{ state: "answered", source: "upstream", rows: 1, missing: [], accept: async () => {} },
  collected: [
    { models: [{ source: "upstream", name, traits: { ...NO_TRAITS, ...traits } }], rejected: [] },
  ],
});
const retold = (answers: readonly Answer[], slug: string) =>
  retellTraits(facts, answers, () => "2026-09-09").models.find((model) => model.slug === slug);

test("what is said stands from its day on, and what nobody repeats becomes unknown", () => {
  const before = facts.models.find(({ slug }) => slug === "delta-7b");
  expect(before).toMatchObject({ is_open_source: true, release_date: expect.any(String) });
  const said = retold([answer("delta-7b", { isOpenWeights: false, tools: true })], "delta-7b");
  expect(said).toMatchObject({
    ...{ slug: "delta-7b", name: before?.name, lab: "delta", model_type: before?.model_type },
    ...{ is_open_source: false, release_date: null, context_window: null, as_of: "2026-09-09" },
    supports: { tools: true, reasoning: null },
  });
});

test("of a model without a voice nobody says that its weights are open; the rest was written by hand", () => {
  const { file: _, ...before } = facts.models.find(({ slug }) => slug === "delta-7b") ?? {
    file: "",
  };
  expect(retold([answer("acme-large", {})], "delta-7b")).toEqual({
    ...before,
    is_open_source: null,
  });
});
