/**
 * Words for what a model can do, so that `cheap vision model` finds some. Each is in a model's document only
 * when the catalog's facts say so; the rules are all here.
 */
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import type { ModelRow } from "../../build/model/catalog/rows.ts";
import { groupBy } from "../../build/schema/collections.ts";
import type { BenchmarkCategory } from "../../build/schema/values.ts";

interface Measures {
  /** Share of the models of its type that cost more; null without a price. */
  cheaperThan: number | null;
  beats: SharesBeaten;
  isFree: boolean;
}

/** Tokens from which people call a context window long; most current flagships have it. */
const LONG_CONTEXT = 1_000_000;
/** A model is cheap when this share of its type costs more. */
const CHEAP = 2 / 3;
/** Shares of the tested models that strong and best ones beat: nobody is ahead in all tests. */
const STRONG = 0.6;
const BEST = 0.75;
/** Billions of parameters, as the name says, that run on one machine. */
const SMALL = 20;

type Rule = [words: string, holds: (model: ModelRow, measures: Measures) => boolean];

const takes = (model: ModelRow, modality: string) =>
  model.model_type === "text" && model.input_modalities.includes(modality);
const gives = (model: ModelRow, modality: string) => model.output_modalities.includes(modality);
const isType = (type: ModelRow["model_type"]) => (model: ModelRow) => model.model_type === type;

const RULES: readonly Rule[] = [
  ["model models ai", () => true],
  ["llm language chat", isType("text")],
  ["vision multimodal visual images input", (model) => takes(model, "image")],
  ["audio multimodal voice input", (model) => takes(model, "audio")],
  ["video multimodal input understanding", (model) => takes(model, "video")],
  ["image images picture generation generator text to", isType("image")],
  ["video generation generator text to", isType("video")],
  ["audio generation", isType("audio")],
  ["text to speech tts voice", (model) => isType("audio")(model) && gives(model, "audio")],
  [
    "speech to text recognition transcription transcribe stt asr",
    (model) => model.input_modalities.join() === "audio" && gives(model, "text"),
  ],
  ["embedding embeddings vector", isType("embedding")],
  ["rerank reranker reranking", isType("rerank")],
  ["open source weights", ({ is_open_source }) => is_open_source === true],
  ["closed source proprietary", ({ is_open_source }) => is_open_source === false],
  ["reasoning thinking", ({ supports }) => supports.reasoning === true],
  ["tool tools function calling agentic", ({ supports }) => supports.tools === true],
  ["structured output json", ({ supports }) => supports.structured_output === true],
  ["long large context window 1m million", (model) => (model.context_window ?? 0) >= LONG_CONTEXT],
  [
    "cheap cheapest budget affordable inexpensive low cost price",
    (_, { cheaperThan }) => (cheaperThan ?? 0) >= CHEAP,
  ],
  ["free", (_, { isFree }) => isFree],
  [
    "coding code programming",
    ({ slug }, { beats }) =>
      (beats.coding ?? 0) >= STRONG || /cod(e|er|ing|ex|estral)|devstral/.test(slug),
  ],
  ["best top coding", (_, { beats }) => (beats.coding ?? 0) >= BEST],
  ["math mathematics maths", (_, { beats }) => (beats.math ?? 0) >= STRONG],
  ["best top math", (_, { beats }) => (beats.math ?? 0) >= BEST],
  ["best top reasoning", (_, { beats }) => (beats.reasoning ?? 0) >= BEST],
  [
    "small tiny lightweight local",
    ({ name }) => (parameterBillionsInName(name) ?? SMALL + 1) <= SMALL,
  ],
];

/** Whether a word says what a model can do, rather than naming one. */
const CAPABILITY_WORDS = new Set(RULES.flatMap(([words]) => words.split(" ")));
export const isCapabilityWord = (word: string): boolean => CAPABILITY_WORDS.has(word);

/** @returns For a model: the words that its facts support. */
export function createCapabilityWordFinder(catalog: Catalog): (model: ModelRow) => string[] {
  const cheaperThan = byPrice(catalog);
  const beats = shareOfModelsBeaten(catalog);
  return (model) => {
    const measures: Measures = {
      cheaperThan: cheaperThan.get(model.slug) ?? null,
      beats: beats.get(model.slug) ?? {},
      isFree: catalog.offersOf(model.slug).some(({ is_free }) => is_free),
    };
    const words = RULES.filter(([, holds]) => holds(model, measures)).map(([text]) => text);
    return [...new Set(words.flatMap((text) => text.split(" ")))];
  };
}

/** Models by the price at their own lab, or else at the median host, among those of their type. */
function byPrice({ models, offersOf }: Catalog): Map<string, number> {
  const types = groupBy(models, ({ model_type }) => model_type);
  const shares = [...types.values()].flatMap((ofType) => {
    const prices = ofType.flatMap(({ slug }) => {
      const paid = offersOf(slug).filter(({ blended }) => blended);
      const offer = paid.find(({ is_list_price }) => is_list_price) ?? paid[paid.length >> 1];
      return offer?.blended ? [{ slug, price: offer.blended }] : [];
    });
    prices.sort((a, b) => b.price - a.price);
    return prices.map(({ slug }, rank) => [slug, rank / prices.length] as const);
  });
  return new Map(shares);
}

type SharesBeaten = Partial<Record<BenchmarkCategory, number>>;

/** One or two results say too little of a category. */
const MIN_TESTS = 3;

/**
 * @returns Model → category → share (0–1) of the other models that it beats, in the mean of at least three benchmarks.
 * Makers' own reports do not count.
 */
export function shareOfModelsBeaten(catalog: Catalog): Map<string, SharesBeaten> {
  const shares = catalog.benchmarks.flatMap(({ slug, category, higher_is_better }) => {
    const scores = catalog
      .scoresOn(slug)
      .filter(({ is_default, self_reported }) => is_default && !self_reported)
      .sort((a, b) => (a.score - b.score) * (higher_is_better ? 1 : -1));
    return scores.map(({ model }, rank) => ({ model, category, share: rank / scores.length }));
  });
  const mean = (all: readonly { share: number }[]) =>
    all.reduce((sum, { share }) => sum + share, 0) / all.length;
  return new Map(
    Array.from(
      groupBy(shares, ({ model }) => model),
      ([model, own]) => {
        const categories = [...groupBy(own, ({ category }) => category)]
          .filter(([, all]) => all.length >= MIN_TESTS)
          .map(([category, all]) => [category, mean(all)]);
        return [model, Object.fromEntries(categories)];
      },
    ),
  );
}

/** `8x22B`, `30B A3B`, `0.6B`, `350m`: experts, digits, unit. */
const SIZE = /(?<![\w.])(?:(\d+)x)?(\d+(?:\.\d+)?) ?([bm])\b/gi;

/** Billions of parameters, as the largest number in a model's name says; null when it says none. */
export function parameterBillionsInName(name: string): number | null {
  const sizes = [...name.matchAll(SIZE)].map(
    ([, experts, digits, unit]) =>
      (Number(experts ?? 1) * Number(digits)) / (unit?.toLowerCase() === "m" ? 1000 : 1),
  );
  return sizes.length === 0 ? null : Math.max(...sizes);
}
