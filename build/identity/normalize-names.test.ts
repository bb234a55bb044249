import { describe, expect, test } from "vitest";
import { sampleModel, sampleOffer, sampleScore } from "../../test/builders/fact-builders.ts";
import { samplePrice } from "../../test/builders/price-statements.ts";
import type { Facts } from "../facts/kinds.ts";
import { findOrphanModels, normalizeFactsByNamingRules } from "./normalize-names.ts";

const inFile = <Row extends object>(file: string, rows: Row[]) =>
  rows.map((row) => ({ ...row, file }));
const counted = (file: string, day: string, slug: string, hn_mentions: number) => {
  return { file, day, slug, hn_mentions, source: "upstream" };
};
const moving = (since: string | null, model: string) => {
  return { host: "bazaar", model_id: "acme-latest", since, model };
};
const OFFERED = ["acme/acme-large", "acme-acme-large", "acme-large-precision", "acme-latest"];

const current = {
  providers: [{ slug: "acme", own_hosts: ["acme"] }],
  models: [
    sampleModel("acme-large", "acme"),
    sampleModel("acme-small", "acme", { release_date: null }),
    sampleModel("acme-acme-large", "acme", { release_date: null, retirement_date: "2026-12-01" }),
    sampleModel("acme-large-precision", "acme", { context_window: 7 }),
    sampleModel("acme-large-tuned-x", "acme"),
    sampleModel("acme-nothing", "acme", { release_date: null }),
  ],
  offers: inFile("bazaar", [
    sampleOffer("acme-large", "acme/acme-large"),
    sampleOffer("acme-acme-large", "acme-acme-large"),
    sampleOffer("acme-large-precision", "acme-large-precision"),
    sampleOffer("acme-small", "acme-latest"),
  ]),
  prices: inFile(
    "bazaar",
    OFFERED.map((model_id) => samplePrice("2026-03-01", 3, 18, { model_id })),
  ),
  scores: inFile("words", [sampleScore("acme-acme-large", 62.5), sampleScore("acme-large", 60)]),
  modelAliases: [
    { alias: "acme-acme-large", model: "acme-large", reason: "a doubled prefix" },
    { alias: "acme-large-precision", model: "acme-large", reason: "a host's word" },
  ],
  movingNames: [moving(null, "acme-small"), moving("2026-02-01", "acme-large")],
  labPrefixes: [
    { prefix: "acme", lab: "acme", base_model: null },
    { prefix: "acme-large-tuned", lab: "tuner", base_model: "acme-large" },
  ],
  attention: [
    { entity_type: "model", slug: "acme-acme-large" },
    { entity_type: "model", slug: "acme-large-precision" },
  ],
  mindshare: [
    counted("model", "2026-03-01", "acme-acme-large", 3),
    counted("model", "2026-03-02", "acme-acme-large", 4),
    counted("model", "2026-03-02", "acme-large", 5),
    counted("agent", "2026-03-01", "acme-acme-large", 9),
  ],
} as unknown as Facts;
const normalized = normalizeFactsByNamingRules(current);

const modelOf = (slug: string) => normalized.models.find((one) => one.slug === slug);
const offerOf = (id: string) => normalized.offers.find(({ model_id }) => model_id === id);

describe("models that an alias declares to be one", () => {
  test("become one with the offers of both, one score of two for the same run, and no empty field that another fills", () => {
    expect(modelOf("acme-acme-large")).toBeUndefined();
    expect(offerOf("acme-acme-large")?.model).toBe("acme-large");
    expect(normalized.scores).toMatchObject([{ model: "acme-large", score: 62.5 }]);
    const filled = { context_window: 100_000, retirement_date: "2026-12-01" };
    expect(modelOf("acme-large")).toMatchObject(filled);
  });

  test("keep their ids in the service tier that a word of the id names", () => {
    expect(offerOf("acme-large-precision")?.service_tier).toBe("priority");
  });

  test("have one count of public attention a day: the final model's own, if it has one", () => {
    expect(normalized.attention.map(({ slug }) => slug)).toEqual(["acme-large"]);
    expect(normalized.mindshare).toEqual([
      counted("model", "2026-03-01", "acme-large", 3),
      counted("model", "2026-03-02", "acme-large", 5),
      counted("agent", "2026-03-01", "acme-acme-large", 9),
    ]);
  });
});

test("an offer of a moving name belongs to the model that the name means now", () => {
  expect(offerOf("acme-latest")?.model).toBe("acme-large");
});

test("a fine-tuned model has the lab that tuned it, and names its base model", () => {
  expect(modelOf("acme-large-tuned-x")).toMatchObject({ lab: "tuner", base_model: "acme-large" });
  expect(modelOf("acme-large")).toMatchObject({ lab: "acme", base_model: null });
});

test("a model without an offer, a score, a moving name and a release date is removed", () => {
  expect(findOrphanModels(current)).toEqual(["acme-nothing"]);
  const slugs = normalized.models.map(({ slug }) => slug);
  expect(slugs).toEqual(["acme-large", "acme-small", "acme-large-tuned-x"]);
});

test("normalizing a second time changes nothing", () => {
  expect(normalizeFactsByNamingRules(normalized)).toEqual(normalized);
});
