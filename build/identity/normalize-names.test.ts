import { beforeAll, describe, expect, test } from "vitest";
import {
  sampleModel,
  sampleOffer,
  sampleProvider,
  sampleScore,
} from "../../test/builders/fact-builders.ts";
import { samplePrice } from "../../test/builders/price-statements.ts";
import { SAMPLE_FACTS, writeSampleFacts } from "../../test/builders/sample-facts.ts";
import type { Facts } from "../facts/kinds.ts";
import { readFacts } from "../facts/read-facts.ts";
import { PublicAttentionOfDay } from "../schema/activity.ts";
import { PublicAttentionQueries } from "../schema/editorial.ts";
import { createNullFields } from "../schema/values.ts";
import { findOrphanModels, normalizeFactsByNamingRules } from "./normalize-names.ts";

const MEANS = { host: "bazaar", keeps_price: true, reason: "made up", source_url: null };

const counted = (slug: string) => ({
  ...createNullFields(PublicAttentionQueries),
  entity_type: "model" as const,
  slug,
  hn_query: "Acme Large",
});
const mindshare = (day: string, slug: string, hn_mentions: number) => ({
  ...createNullFields(PublicAttentionOfDay),
  ...{ day, slug, hn_mentions, source: "upstream" },
});

let current: Facts;
let normalized: Facts;
beforeAll(async () => {
  const sample = await writeSampleFacts({
    json: {
      ...SAMPLE_FACTS.json,
      providers: [
        ...SAMPLE_FACTS.json.providers,
        sampleProvider("tuner", { is_lab: true, is_host: false }),
      ],
      models: [
        ...SAMPLE_FACTS.json.models,
        sampleModel("acme-acme-large", "acme", {
          release_date: null,
          retirement_date: "2026-12-01",
        }),
        sampleModel("acme-large-precision", "acme", { context_window: 7, max_output_tokens: 7 }),
        sampleModel("acme-large-tuned-x", "acme"),
        sampleModel("acme-nothing", "acme", { release_date: null }),
      ],
    },
    csv: {
      ...SAMPLE_FACTS.csv,
      offers: {
        ...SAMPLE_FACTS.csv.offers,
        bazaar: [
          ...SAMPLE_FACTS.csv.offers.bazaar,
          sampleOffer("acme-acme-large", "acme-acme-large"),
          sampleOffer("acme-large-precision", "acme-large-precision"),
          sampleOffer("acme-small", "acme-latest"),
        ],
      },
      prices: {
        ...SAMPLE_FACTS.csv.prices,
        bazaar: [
          ...SAMPLE_FACTS.csv.prices.bazaar,
          ...["acme-acme-large", "acme-large-precision", "acme-latest"].map((model_id) =>
            samplePrice("2026-03-01", 3, 18, { model_id }),
          ),
        ],
      },
      scores: {
        ...SAMPLE_FACTS.csv.scores,
        words: [sampleScore("acme-acme-large", 62.5), sampleScore("acme-large", 60)],
      },
      modelAliases: {
        models: [
          { alias: "acme-acme-large", model: "acme-large", reason: "a doubled prefix" },
          { alias: "acme-large-precision", model: "acme-large", reason: "a host's word" },
        ],
      },
      movingNames: {
        moving: [
          { ...MEANS, model_id: "acme-latest", since: null, model: "delta-7b" },
          { ...MEANS, model_id: "acme-latest", since: "2026-02-01", model: "acme-large" },
        ],
      },
      labPrefixes: {
        labs: [
          { prefix: "acme", lab: "acme", base_model: null },
          { prefix: "acme-large-tuned", lab: "tuner", base_model: "acme-large" },
        ],
      },
      attention: { attention: [counted("acme-acme-large"), counted("acme-large-precision")] },
      mindshare: {
        model: [
          mindshare("2026-03-01", "acme-acme-large", 3),
          mindshare("2026-03-02", "acme-acme-large", 4),
          mindshare("2026-03-02", "acme-large", 5),
        ],
        agent: [mindshare("2026-03-01", "acme-acme-large", 9)],
      },
    },
  });
  current = await readFacts(sample.data);
  normalized = normalizeFactsByNamingRules(current);
});

const modelOf = (slug: string) => normalized.models.find((one) => one.slug === slug);
const offerOf = (id: string) => normalized.offers.find(({ model_id }) => model_id === id);

describe("models that an alias declares to be one", () => {
  test("become one model with the offers of both, and one score of two for the same run", () => {
    expect(modelOf("acme-acme-large")).toBeUndefined();
    expect(offerOf("acme-acme-large")?.model).toBe("acme-large");
    expect(
      normalized.scores.filter(({ file }) => file === "words").map((row) => [row.model, row.score]),
    ).toEqual([["acme-large", 62.5]]);
  });

  test("fill each other's empty fields and change no others", () => {
    expect(modelOf("acme-large")).toMatchObject({
      context_window: 100_000,
      retirement_date: "2026-12-01",
    });
  });

  test("keep their ids in the service tier that a word of the id names", () => {
    expect(offerOf("acme-large-precision")?.service_tier).toBe("priority");
  });

  test("have one count of public attention a day: the final model's own, if it has one", () => {
    expect(normalized.attention.map(({ slug }) => slug)).toEqual(["acme-large"]);
    const counts = normalized.mindshare.map(({ file, day, slug, hn_mentions }) =>
      [file, day, slug, hn_mentions].join(" "),
    );
    expect(counts.sort()).toEqual([
      "agent 2026-03-01 acme-acme-large 9",
      "model 2026-03-01 acme-large 3",
      "model 2026-03-02 acme-large 5",
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

test("a model without an offer, a score and a release date is removed", () => {
  expect(findOrphanModels(current)).toEqual(["acme-nothing"]);
  expect(modelOf("acme-nothing")).toBeUndefined();
  expect(modelOf("delta-old")).toBeDefined();
});

test("normalizing a second time changes nothing", () => {
  expect(normalizeFactsByNamingRules(normalized)).toEqual(normalized);
});
