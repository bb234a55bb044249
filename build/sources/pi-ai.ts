/** pi-ai's npm package: tables made from models.dev and OpenRouter, no independent source but often newer. */
import * as z from "zod";
import type { Rate } from "../cost/rates.ts";
import {
  type Collector,
  type DataSourceFileTexts,
  readIdOfRow,
  type SourceFileReader,
} from "./collector.ts";
import {
  type ModelTraits,
  NO_MODEL_TRAITS,
  NO_OFFER_PRICES,
  type OfferListing,
  type OfferPrices,
} from "./listing.ts";
import {
  normalizeTierThreshold,
  rejectImpossibleCachePrices,
  roundFloatNoise,
  toKnownTokenLimit,
  toRatesIfPriceKnown,
} from "./parse/prices.ts";
import { getMakerFromModelId, toCleanText } from "./parse/text.ts";

const ID = "pi-ai";
const REGISTRY = "https://registry.npmjs.org/@earendil-works/pi-ai/latest";
const RELEASE = "release.json";
/** Path of a table, such as `dist/providers/data/openai.json`. A table maps API kind → id → entry. */
const TABLE = /^(?:dist\/providers\/data\/)?(?!release\.json$)([a-z0-9-]+)\.json$/;

const Usd = z.number().nonnegative().transform(roundFloatNoise);
/** USD per 1M tokens; upstream writes 0 for a price that it does not know. */
const TOKEN_PRICES = { input: Usd, output: Usd, cacheRead: Usd, cacheWrite: Usd };
const Cost = z.looseObject({
  ...TOKEN_PRICES,
  tiers: z
    .array(z.looseObject({ ...TOKEN_PRICES, inputTokensAbove: z.int().positive() }))
    .optional(),
});
type Cost = z.infer<typeof Cost>;
const Modalities = z.array(z.string());
const Entry = z.looseObject({
  id: z.string(),
  name: z.string(),
  /** Absent in releases before version 1.3, which had chat models only. */
  type: z.enum(["chat", "image", "classifier"]).default("chat"),
  baseUrl: z.string().optional(),
  reasoning: z.boolean().optional(),
  input: Modalities.optional(),
  output: Modalities.optional(),
  contextWindow: z.number().optional(),
  maxTokens: z.number().optional(),
  cost: Cost,
});
type Entry = z.infer<typeof Entry>;
const Table = z.record(z.string(), z.record(z.string(), z.unknown()));
const Release = z.looseObject({ dist: z.looseObject({ tarball: z.url() }) });

export const piAiCollector: Collector = {
  id: ID,
  live: {
    requests: () => [{ url: REGISTRY, path: RELEASE }],
    megabytes: 40,
    seconds: 120,
    follow: (files) => [{ url: toPackageUrl(files), path: "", unpack: "tarball" }],
  },
  minRows: 1000,
  translate(reader) {
    return { offers: reader.eachHostFile(TABLE, (path, host) => readTable(path, host, reader)) };
  },
};

const toPackageUrl = (files: DataSourceFileTexts): string =>
  Release.parse(JSON.parse(files.get(RELEASE) ?? "")).dist.tarball;

/** An id may be called in several ways; classifiers are rejected: their price is not per token of text. */
function readTable(path: string, host: string, reader: SourceFileReader): OfferListing[] {
  const raw = Object.values(reader.json(path, Table, { host, modelId: null }) ?? {}).flatMap(
    Object.values,
  );
  const entries = reader.check(path, raw, Entry, (row) => {
    return { host, modelId: readIdOfRow(row) };
  });
  return reader.each(
    path,
    entries,
    ({ id }) => id,
    (entry) =>
      entry.type === "classifier"
        ? "a classifier, whose price is not per token of text"
        : toOffer(entry, host, reader),
  );
}

function toOffer(entry: Entry, host: string, reader: SourceFileReader): OfferListing {
  const { id, cost } = entry;
  return {
    source: ID,
    host,
    modelId: id,
    prices: rejectImpossibleCachePrices(reader, `${host}/${id}`, toPrices(id, cost)),
    rates: toTierRates(cost),
    traits: toTraits(entry, host),
    status: "active",
    isBeyondChat: entry.type === "image",
  };
}

const SAYS_FREE = /[:-]free$/;

/** When all prices are 0 and the id does not say `free`, the prices are unknown. */
function toPrices(id: string, cost: Cost): OfferPrices {
  const { input, output } = cost;
  if (input === 0 && output === 0 && SAYS_FREE.test(id))
    return { ...NO_OFFER_PRICES, input, output };
  const known = METERS.map(([field, meter]) => [meter, cost[field] || null]);
  return Object.fromEntries(known) as OfferPrices;
}

const METERS = [
  ["input", "input"],
  ["output", "output"],
  ["cacheRead", "cache_read"],
  ["cacheWrite", "cache_write"],
] as const;

const toTierRates = ({ tiers = [] }: Cost): Rate[] =>
  tiers.flatMap((tier) => {
    const above_input_tokens = normalizeTierThreshold(tier.inputTokensAbove);
    return METERS.flatMap(([field, meter]) =>
      toRatesIfPriceKnown(meter, tier[field], { above_input_tokens }),
    );
  });

/** A tier's threshold, written as the context window, is dropped; listed chat models call tools. */
function toTraits(entry: Entry, host: string): ModelTraits {
  const { id, name, cost, contextWindow, input = [], output = [] } = entry;
  const isThreshold = cost.tiers?.some(
    ({ inputTokensAbove }) => inputTokensAbove === contextWindow,
  );
  const shown = host === "openrouter" ? name.replace(/^[^:]+: /, "") : name;
  return {
    ...NO_MODEL_TRAITS,
    display_name: toCleanText(shown) || null,
    maker: getMakerFromModelId(id),
    context_window: isThreshold ? null : toKnownTokenLimit(contextWindow),
    max_output_tokens: toKnownTokenLimit(entry.maxTokens),
    input_modalities: input,
    output_modalities: output,
    tools: entry.type === "chat" ? true : null,
    reasoning: entry.reasoning ?? null,
  };
}
