import { expect, test } from "vitest";
import { SAMPLE_RULES } from "../../test/builders/rules.ts";
import {
  mergeCollectedListings,
  NO_MODEL_TRAITS,
  NO_OFFER_PRICES,
  type SourceListings,
} from "../sources/listing.ts";
import { removeBadListings } from "./sanitize.ts";

const CONTEXT = { source: "upstream", day: "2026-06-01", rules: SAMPLE_RULES };

const clean = (stated: SourceListings) =>
  removeBadListings(mergeCollectedListings([{ ...stated, rejected: [] }]), CONTEXT);

const limits = (context_window: number | null, max_output_tokens: number | null) => ({
  source: "upstream",
  name: "quark-7",
  traits: { ...NO_MODEL_TRAITS, context_window, max_output_tokens },
});

test.each([
  [8_000, 32_000, null],
  [8_000, 8_000, 8_000],
  [null, 32_000, 32_000],
  [8_000, null, null],
])("a context window of %s and a maximum output of %s leave %s", (context, output, left) => {
  const { models, rejected } = clean({ models: [limits(context, output)] });
  expect(models[0]?.traits).toMatchObject({ context_window: context, max_output_tokens: left });
  const reason = "the maximum output of 32000 is above the context window of 8000";
  const row = { place: "models", value: "quark-7", reason };
  expect(rejected).toMatchObject(left === output ? [] : [row]);
});

test.each([
  ["inference.net/quark-7", "inference.net/quark-7"],
  ["quark 7 [link](x)", null],
])("the unusable id %s is rejected; %s is unread", (modelId, unread) => {
  const priced = { prices: NO_OFFER_PRICES, rates: [], status: "active" as const };
  const offer = { ...limits(8_000, null), ...priced, host: "acme", modelId };
  const { offers, rejected } = clean({ offers: [offer] });
  expect(offers).toEqual([]);
  expect(rejected[0]?.unread).toEqual({ host: "acme", modelId: unread });
});
