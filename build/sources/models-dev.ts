/** models.dev: what every host sells, at what price, and what the models are. */
import * as z from "zod";
import { METERS_WITH_PRICE_COLUMN, type Rate, toSlug } from "../cost/rates.ts";
import { hasLookAlikeLetters } from "../rules/names.ts";
import { daysBetween, IsoDate } from "../schema/values.ts";
import type { Collector, SourceDownloadSettings, SourceFileReader } from "./collector.ts";
import {
  ALL_HOSTS_WILDCARD,
  EMPTY_RATE_CARD,
  type ModelTraits,
  NO_MODEL_TRAITS,
  type OfferListing,
  type RateCardListing,
} from "./listing.ts";
import {
  normalizeTierThreshold,
  rejectImpossibleCachePrices,
  roundFloatNoise,
  toKnownTokenLimit,
  toRatesIfPriceKnown,
} from "./parse/prices.ts";
import { formatScoreConfiguration, isSelfReportedScore, toScoreListing } from "./parse/scores.ts";
import { getMakerFromModelId, stripUrlTracking, toCleanText } from "./parse/text.ts";

const ID = "models-dev";
const API = "api.json";
/** Neutral records of models: live a map by id, in a copy JSON lines. */
const RECORDS = "models.json";
const RECORD_LINES = "models.jsonl";
/** Scores: live a part of the records, in a copy JSON lines. */
const SCORE_LINES = "model_benchmarks.jsonl";

const Usd = z.number().nonnegative().transform(roundFloatNoise).optional();
/** When one of these prices is invalid, only this price is dropped. */
const FurtherUsd = Usd.catch(undefined);
const TOKEN_PRICES = {
  input: Usd,
  output: Usd,
  cache_read: Usd,
  cache_write: Usd,
  reasoning: FurtherUsd,
  input_audio: FurtherUsd,
  output_audio: FurtherUsd,
};
const Tier = z.looseObject({
  ...TOKEN_PRICES,
  tier: z.looseObject({ type: z.string().optional(), size: z.int().positive() }),
});
const Cost = z.looseObject({
  ...TOKEN_PRICES,
  tiers: z.array(Tier).optional(),
});
type Cost = z.infer<typeof Cost>;

const Link = z.looseObject({ url: z.string(), type: z.string().optional() });
const Modalities = z.array(z.string()).min(1);
const Flag = z.boolean().optional();
const ReasoningOption = z.looseObject({
  type: z.string(),
  values: z.array(z.string().nullable()).optional(),
  min: z.int().nonnegative().optional(),
  max: z.int().positive().optional(),
});
const Limit = z.number().optional();
const Entry = z.looseObject({
  id: z.string(),
  name: z.string(),
  attachment: Flag,
  reasoning: Flag,
  reasoning_options: z.array(ReasoningOption).optional().catch(undefined),
  tool_call: Flag,
  structured_output: Flag,
  open_weights: Flag,
  knowledge: z.string().optional(),
  release_date: z.string().optional(),
  modalities: z.looseObject({ input: Modalities, output: Modalities }).optional(),
  limit: z.looseObject({ context: Limit, output: Limit }).optional(),
  cost: Cost.optional(),
  status: z.enum(["alpha", "beta", "deprecated"]).optional(),
  license: z.string().optional(),
  weights: z.array(Link).optional(),
  links: z.array(Link).optional(),
  canonical_model_id: z.string().optional().catch(undefined),
});
type Entry = z.infer<typeof Entry>;

/** Our slug of a host: the one in `data/aliases/hosts.csv`, else its id as a slug. */
const toHostSlug = (id: string, reader: SourceFileReader): string =>
  reader.hostOf(id) ?? toSlug(id);

const Host = z.looseObject({
  id: z
    .string()
    .refine(toSlug, "contains no letter or digit, so no slug can be made from it")
    .refine((id) => !hasLookAlikeLetters(id), "has letters of another script"),
  name: z.string(),
  api: z.string().optional(),
  doc: z.string().optional(),
  npm: z
    .string()
    .regex(/^(@[\w.-]+\/)?[\w.-]+(\/[\w.-]+)?$/)
    .optional()
    .catch(undefined),
  env: z
    .array(z.string().regex(/^[A-Z][A-Z0-9_]*$/))
    .optional()
    .catch(undefined),
  models: z.record(z.string(), z.unknown()),
});

/** Both collectors read the same download. Without the records, the table of offers is still a full answer. */
const LIVE: SourceDownloadSettings = {
  requests: () => [
    { url: "https://models.dev/api.json", path: API },
    { url: "https://models.dev/models.json", path: RECORDS, optional: true },
  ],
  megabytes: 30,
  seconds: 120,
};

export const modelsDevCollector: Collector = {
  id: ID,
  live: LIVE,
  minRows: 4000,
  translate(reader) {
    const api = reader.getJson(API, z.record(z.string(), z.unknown()));
    const blocks = Object.entries(api).flatMap(([key, raw]) => {
      const host = toHostSlug(key, reader) || ALL_HOSTS_WILDCARD;
      return reader.one(`${API}: ${key}`, raw, Host, { host, modelId: null }) ?? [];
    });
    return {
      hosts: blocks.map(({ id, name, api: api_url, doc, npm, env }) => ({
        source: ID,
        slug: toHostSlug(id, reader),
        name: toCleanText(name),
        api_url: stripUrlTracking(api_url),
        documentation_url: stripUrlTracking(doc),
        npm,
        env,
      })),
      offers: blocks.flatMap((block) => readOffers(block, reader)),
      models: readRecords(reader).map((entry) => {
        return { source: ID, name: entry.id, traits: toTraits(entry, reader.context.day) };
      }),
    };
  },
};

function readRecords(reader: SourceFileReader): Entry[] {
  if (reader.files.has(RECORD_LINES)) return reader.jsonLines(RECORD_LINES, Entry);
  return reader.files.has(RECORDS) ? reader.jsonMap(RECORDS, Entry) : [];
}

function readOffers(
  { id, models }: z.infer<typeof Host>,
  reader: SourceFileReader,
): OfferListing[] {
  const host = toHostSlug(id, reader);
  return Object.entries(models).flatMap(([modelId, raw]) => {
    const place = `${host}/${modelId}`;
    const entry = reader.one(place, raw, Entry, { host, modelId });
    if (entry === undefined) return [];
    const { cost, status = "active" } = entry;
    const rates = cost ? toRateCard(cost, place, reader) : EMPTY_RATE_CARD;
    const traits = toTraits(entry, reader.context.day);
    return {
      source: ID,
      host,
      modelId: entry.id,
      ...rates,
      traits,
      status,
      ...(entry.canonical_model_id && { declaredModel: entry.canonical_model_id }),
    };
  });
}

const toRateCard = (cost: Cost, place: string, reader: SourceFileReader): RateCardListing => ({
  prices: rejectImpossibleCachePrices(reader, place, {
    input: cost.input ?? null,
    output: cost.output ?? null,
    cache_read: cost.cache_read ?? null,
    cache_write: cost.cache_write ?? null,
  }),
  rates: toRates(cost),
});

const FURTHER_METERS = ["reasoning", "input_audio", "output_audio"] as const;
const METERS = [...METERS_WITH_PRICE_COLUMN, ...FURTHER_METERS] as const;

/** `context_over_200k`, which repeats the first tier whatever its size, is ignored. */
function toRates(cost: Cost): Rate[] {
  const byPromptSize = (cost.tiers ?? []).filter(
    ({ tier }) => (tier.type ?? "context") === "context",
  );
  return [
    ...FURTHER_METERS.flatMap((meter) => toRatesIfPriceKnown(meter, cost[meter])),
    ...byPromptSize.flatMap((prices) => {
      const above_input_tokens = normalizeTierThreshold(prices.tier.size);
      return METERS.flatMap((meter) =>
        toRatesIfPriceKnown(meter, prices[meter], { above_input_tokens }),
      );
    }),
  ];
}

/** `Acme: Quark 7 (retires Oct 9)`: one host appends the retirement date to the name. */
const RETIRES = / *\(retires ([A-Z][a-z]{2} \d{1,2})\)/;

/** The date in such a name, in the year that puts it closest to the day of the copy; null when there is none. */
function toRetirementDate(name: string, day: string): string | null {
  const [, written] = RETIRES.exec(name) ?? [];
  if (written === undefined) return null;
  const year = Number(day.slice(0, 4));
  const days = [year, year - 1, year + 1].flatMap((one) => {
    const time = Date.parse(`${written} ${one} UTC`);
    return Number.isNaN(time) ? [] : new Date(time).toISOString().slice(0, 10);
  });
  const distance = (one: string) => Math.abs(daysBetween(one, day));
  return days.sort((a, b) => distance(a) - distance(b))[0] ?? null;
}

/** @param day Day of the copy. */
function toTraits(entry: Entry, day: string): ModelTraits {
  const linkOf = (wanted: string) => entry.links?.find(({ type }) => type === wanted)?.url;
  return {
    ...NO_MODEL_TRAITS,
    display_name: toCleanText(entry.name.replace(RETIRES, "")) || null,
    retirement_date: toRetirementDate(entry.name, day),
    maker: getMakerFromModelId(entry.id),
    is_open_source: entry.open_weights ?? null,
    release_date: entry.release_date || null,
    knowledge_cutoff: entry.knowledge || null,
    context_window: toKnownTokenLimit(entry.limit?.context),
    max_output_tokens: toKnownTokenLimit(entry.limit?.output),
    input_modalities: entry.modalities?.input ?? [],
    output_modalities: entry.modalities?.output ?? [],
    tools: entry.tool_call ?? null,
    reasoning: entry.reasoning ?? null,
    structured_output: entry.structured_output ?? null,
    attachments: entry.attachment ?? null,
    weights_license: entry.license ?? null,
    weights: stripUrlTracking(entry.weights?.[0]?.url),
    announcement: stripUrlTracking(linkOf("announcement")),
    documentation: stripUrlTracking(linkOf("docs")),
    more: { reasoning_options: toReasoningOptions(entry) },
  };
}

function toReasoningOptions({ reasoning, reasoning_options: options }: Entry) {
  if (options === undefined || reasoning === false) return null;
  const find = (wanted: string) => options.find(({ type }) => type === wanted);
  const budget = find("budget_tokens");
  return {
    toggle: find("toggle") !== undefined,
    effort: find("effort")?.values?.flatMap((level) => level || []) ?? [],
    budget_tokens: budget ? { min: budget.min ?? null, max: budget.max ?? null } : null,
  };
}

/** A score, with the page it was read from. */
const ScoreLine = z.looseObject({
  /** `anthropic/claude-opus-4-7`: the maker's path and the model. */
  model: z.string(),
  name: z.string(),
  score: z.number(),
  source: z.string().transform(stripUrlTracking),
  date: IsoDate.optional(),
  /** Edition of the test, where it is not in the name. */
  version: z.string().optional(),
  harness: z.string().optional(),
  variant: z.string().optional(),
});
type ScoreLine = z.infer<typeof ScoreLine>;

const Scored = z.looseObject({
  id: z.string(),
  benchmarks: z.array(z.record(z.string(), z.unknown())).optional(),
});

/** Names that point at another model from time to time: which one was tested is unknown. */
const MOVING = /-latest$|^deepseek\/deepseek-(chat|reasoner)$/;

/** `max effort; with tools` too, but not `without tools`. */
const WITH_TOOLS = /(^|[;,] *)with tools($|[;,])/;

/** A separate collector, so that a truncated list of scores does not stop the prices. */
export const modelsDevBenchmarksCollector: Collector = {
  id: ID,
  isOptional: true,
  live: LIVE,
  minRows: 180,
  translate(reader) {
    const lines = readScoreLines(reader);
    const nameOf = ({ model, name }: ScoreLine) => `${model}: ${name}`;
    const scores = reader.each(SCORE_LINES, lines, nameOf, (line) => {
      const { name, model: modelName, source: source_url, version, score } = line;
      if (source_url === null) return "its source is not an address";
      // Live, Artificial Analysis' own scores are among the others.
      const { hostname } = new URL(source_url);
      if (name.startsWith("Artificial Analysis") || hostname === "artificialanalysis.ai")
        return "no licence to reuse Artificial Analysis's own scores is known";
      if (MOVING.test(modelName)) return "an alias whose model changes over time, not one model";
      const maker = modelName.split("/")[0] ?? null;
      const benchmark = version ? `${name} ${version}` : name;
      return toScoreListing({
        source: ID,
        modelName,
        maker,
        score,
        source_url,
        // With search or code execution, an exam counts as another benchmark.
        benchmark: WITH_TOOLS.test(line.variant ?? "") ? `${benchmark} with tools` : benchmark,
        configuration: formatScoreConfiguration(line.harness ?? null, line.variant ?? null),
        self_reported: isSelfReportedScore(source_url, maker),
        as_of: line.date ?? reader.context.day,
      });
    });
    return { scores };
  },
};

function readScoreLines(reader: SourceFileReader): ScoreLine[] {
  if (reader.files.has(SCORE_LINES)) return reader.jsonLines(SCORE_LINES, ScoreLine);
  const lines = reader
    .jsonMap(RECORDS, Scored)
    .flatMap(({ id, benchmarks = [] }) => benchmarks.map((line) => ({ ...line, model: id })));
  return reader.check(RECORDS, lines, ScoreLine);
}
