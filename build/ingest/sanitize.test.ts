import { expect, test } from "vitest";
import { readFactsOfKinds } from "../facts/read-facts.ts";
import { DataQualityRuleSet } from "../rules/rules.ts";
import {
  mergeCollectedListings,
  NO_MODEL_TRAITS,
  NO_OFFER_PRICES,
  type SourceListings,
} from "../sources/listing.ts";
import { removeBadListings } from "./sanitize.ts";

const CONTEXT = {
  source: "upstream",
  day: "2026-06-01",
  rules: new DataQualityRuleSet(readFactsOfKinds("data", ["rules"]).rules),
};

const clean = (stated: SourceListings) =>
  removeBadListings(mergeCollectedListings([{ ...stated, rejected: [] }]), CONTEXT);

const limits = (context_window: number | null, max_output_tokens: number | null) => ({
  source: "upstream",
  name: "quark-7",
  traits: { ...NO_MODEL_TRAITS, context_window, max_output_tokens },
});
const offer = (modelId: string, max_output_tokens: number | null) => ({
  ...limits(8_000, max_output_tokens),
  host: "acme",
  modelId,
  prices: NO_OFFER_PRICES,
  rates: [],
  status: "active" as const,
});

test.each([
  [8_000, 32_000, null],
  [8_000, 8_000, 8_000],
  [null, 32_000, 32_000],
  [8_000, null, null],
])("a context window of %s and a maximum output of %s leave %s", (context, output, left) => {
  const { models, rejected } = clean({ models: [limits(context, output)] });
  expect(models[0]?.traits).toMatchObject({ context_window: context, max_output_tokens: left });
  expect(rejected.map(({ place, value }) => [place, value])).toEqual(
    left === output ? [] : [["models", "quark-7"]],
  );
});

test("an offer whose maximum output is above its context window is kept without it, and this is reported", () => {
  const { offers, rejected } = clean({ offers: [offer("quark-7", 32_000)] });
  expect(offers[0]?.traits.max_output_tokens).toBeNull();
  expect(rejected[0]).toMatchObject({
    place: "offers of acme",
    value: "quark-7",
    reason: "the maximum output of 32000 is above the context window of 8000",
  });
});

test.each([
  ["inference.net/quark-7", "inference.net/quark-7"],
  ["quark 7 [link](x)", null],
])("the unusable id %s is rejected; %s is unread", (modelId, unread) => {
  const { offers, rejected } = clean({ offers: [offer(modelId, null)] });
  expect(offers).toEqual([]);
  expect(rejected[0]?.unread).toEqual({ host: "acme", modelId: unread });
});
