/** models.dev: what every host sells, at what price, and what the models are. */
import { z } from "zod";
import { IsoDate, toSlug } from "../schema/values.ts";
import {
  type Collected,
  type Collector,
  EVERY_HOST,
  type HostListing,
  type ModelListing,
  type ModelTraits,
  type OfferListing,
  type Prices,
  type ScoreListing,
} from "./listing.ts";
import type { UpstreamFiles } from "./live.ts";
import {
  hasImpossibleCache,
  NO_PRICES,
  NO_TRAITS,
  PLAIN_OFFER,
  toTokens,
  withoutFloatNoise,
} from "./parse/prices.ts";
import {
  checkRows,
  createRejects,
  getUpstreamText,
  parseJsonLines,
  parseJsonMap,
  shown,
  type UpstreamRows,
} from "./parse/rows.ts";
import { isOwnReport, joinConfiguration, toScoreListing } from "./parse/scores.ts";
import { toCleanText, toCleanUrl } from "./parse/text.ts";

const ID = "models-dev";
const API = { source: ID, file: "api.json" };
/** Neutral records of models: live a map by id, in a copy JSON lines. */
const RECORDS = { source: ID, file: "models.json" };
const RECORD_LINES = { source: ID, file: "models.jsonl" };
/** Scores: live a part of the records, in a copy JSON lines. */
const SCORE_LINES = { source: ID, file: "model_benchmarks.jsonl" };

const Usd = z.number().nonnegative().transform(withoutFloatNoise).optional();
const Cost = z.looseObject({
  input: Usd,
  output: Usd,
  cache_read: Usd,
  // Two hosts' files spell it differently.
  cache_input: Usd,
  cached_input: Usd,
  cached_write: Usd,
  cache_write: Usd,
  reasoning: Usd,
  tiers: z
    .array(
      z.looseObject({
        tier: z.looseObject({ size: z.number() }),
        input: Usd,
        output: Usd,
        cache_read: Usd,
      }),
    )
    .optional(),
});
type Cost = z.infer<typeof Cost>;

const Link = z.looseObject({ url: z.string(), type: z.string().optional() });
const Modalities = z.array(z.string()).min(1);
const Entry = z.looseObject({
  id: z.string(),
  name: z.string(),
  attachment: z.boolean().optional(),
  reasoning: z.boolean().optional(),
  tool_call: z.boolean().optional(),
  structured_output: z.boolean().optional(),
  open_weights: z.boolean().optional(),
  knowledge: z.string().optional(),
  release_date: z.string().optional(),
  modalities: z.looseObject({ input: Modalities, output: Modalities }).optional(),
  limit: z
    .looseObject({ context: z.number().optional(), output: z.number().optional() })
    .optional(),
  cost: Cost.optional(),
  status: z.enum(["alpha", "beta", "deprecated"]).optional(),
  license: z.string().optional(),
  weights: z.array(Link).optional(),
  links: z.array(Link).optional(),
});
type Entry = z.infer<typeof Entry>;

const Host = z.looseObject({
  id: z.string(),
  name: z.string(),
  api: z.string().optional(),
  doc: z.string().optional(),
  models: z.record(z.string(), z.unknown()),
});
/** A host under its key. */
const Block = z
  .tuple([z.string(), Host])
  .transform(([, host]) => host)
  .refine(({ id }) => toSlug(id) !== "", "no slug can be made of its id");

const LIMITS = { everyDays: 1, maxBytes: 30_000_000, limitMs: 120_000 };
const RECORDS_REQUEST = { url: "https://models.dev/models.json", path: RECORDS.file };

export const modelsDev: Collector = {
  source: {
    id: ID,
    name: "models.dev",
    url: "https://models.dev",
    data_url: "https://models.dev/api.json",
    license: "MIT",
    license_url: "https://github.com/anomalyco/models.dev/blob/dev/LICENSE",
    copyright: "Copyright (c) 2025 models.dev",
    credit: "models.dev, https://models.dev",
    provides: ["hosts", "models", "offers", "price history"],
  },
  live: {
    requests: () => [{ url: "https://models.dev/api.json", path: API.file }, RECORDS_REQUEST],
    ...LIMITS,
  },
  minRows: 4000,
  translate,
};

function translate(files: UpstreamFiles): Collected {
  const records = readRecords(files);
  const { hosts, offers, rejected } = readOffers(files);
  const models = records.rows.map(toModel);
  return { hosts, offers, models, rejected: [...rejected, ...records.rejected] };
}

function readRecords(files: UpstreamFiles): UpstreamRows<Entry> {
  if (files.has(RECORD_LINES.file)) return parseJsonLines(files, RECORD_LINES, Entry);
  if (files.has(RECORDS.file)) return parseJsonMap(files, RECORDS, Entry);
  return { rows: [], rejected: [] };
}

function readOffers(files: UpstreamFiles) {
  const api = z.record(z.string(), z.unknown()).parse(JSON.parse(getUpstreamText(files, API)));
  const blocks = checkRows(Object.entries(api), API, Block, ([key]) => ({
    host: toSlug(key) || EVERY_HOST,
    modelId: null,
  }));
  const { rejected, reject } = createRejects(ID);
  const hosts: HostListing[] = [];
  const offers: OfferListing[] = [];
  for (const { id, name, api: apiUrl, doc, models } of blocks.rows) {
    const slug = toSlug(id);
    hosts.push({
      source: ID,
      slug,
      name: toCleanText(name),
      apiUrl: toCleanUrl(apiUrl),
      documentationUrl: toCleanUrl(doc),
    });
    for (const [modelId, raw] of Object.entries(models)) {
      const place = `${slug}/${modelId}`;
      const entry = Entry.safeParse(raw);
      if (!entry.success) {
        const reason = entry.error.issues[0]?.message ?? "unknown shape";
        reject(place, shown(raw), reason, { host: slug, modelId });
        continue;
      }
      const { cost, status = "active" } = entry.data;
      const listed = cost ? toPrices(cost) : NO_PRICES;
      const isSwapped = hasImpossibleCache(listed);
      if (isSwapped)
        reject(
          place,
          `${listed.cacheRead} > ${listed.input}`,
          "cache read above input: the fields are swapped",
        );
      offers.push({
        ...PLAIN_OFFER,
        source: ID,
        host: slug,
        modelId: entry.data.id,
        traits: toTraits(entry.data),
        prices: isSwapped ? { ...listed, cacheRead: null, cacheWrite: null } : listed,
        reasoningPrice: cost?.reasoning ?? null,
        tiers: cost ? toTiers(cost) : [],
        status,
      });
    }
  }
  return { hosts, offers, rejected: [...blocks.rejected, ...rejected] };
}

const toPrices = (cost: Cost): Prices => ({
  input: cost.input ?? null,
  output: cost.output ?? null,
  cacheRead: cost.cache_read ?? cost.cache_input ?? cost.cached_input ?? null,
  cacheWrite: cost.cache_write ?? cost.cached_write ?? null,
});

function toTiers({ tiers = [] }: Cost): OfferListing["tiers"] {
  return tiers.flatMap(({ tier, input, output, cache_read }) =>
    input === undefined || output === undefined
      ? []
      : [{ above: tier.size, input, output, cacheRead: cache_read ?? null }],
  );
}

function toModel(entry: Entry): ModelListing {
  return { source: ID, name: entry.id, traits: toTraits(entry) };
}

function toTraits(entry: Entry): ModelTraits {
  const maker = entry.id.includes("/") ? (entry.id.split("/").at(-2) ?? null) : null;
  const linkOf = (wanted: string) => entry.links?.find(({ type }) => type === wanted)?.url;
  return {
    ...NO_TRAITS,
    displayName: toCleanText(entry.name) || null,
    maker,
    isOpenWeights: entry.open_weights ?? null,
    releaseDate: entry.release_date || null,
    knowledgeCutoff: entry.knowledge || null,
    contextWindow: toTokens(entry.limit?.context),
    maxOutputTokens: toTokens(entry.limit?.output),
    inputModalities: entry.modalities?.input ?? [],
    outputModalities: entry.modalities?.output ?? [],
    tools: entry.tool_call ?? null,
    reasoning: entry.reasoning ?? null,
    structuredOutput: entry.structured_output ?? null,
    attachments: entry.attachment ?? null,
    weightsLicense: entry.license ?? null,
    weightsUrl: toCleanUrl(entry.weights?.[0]?.url),
    announcementUrl: toCleanUrl(linkOf("announcement")),
    documentationUrl: toCleanUrl(linkOf("docs")),
  };
}

/** A score, with the page it was read from. */
const ScoreLine = z.looseObject({
  /** `anthropic/claude-opus-4-7`: the maker's path and the model. */
  model: z.string(),
  name: z.string(),
  score: z.number(),
  source: z.string(),
  date: IsoDate.optional(),
  /** Edition of the test, where it is not in the name. */
  version: z.string().optional(),
  harness: z.string().optional(),
  variant: z.string().optional(),
});

/** A record with its scores. */
const Scored = z.looseObject({
  id: z.string(),
  benchmarks: z.array(z.record(z.string(), z.unknown())).optional(),
});

/** The benchmark records of models.dev: another collector, because a cut-off list of them must not stop the prices. */
export const modelsDevBenchmarks: Collector = {
  source: { ...modelsDev.source, provides: ["scores"] },
  live: { requests: () => [RECORDS_REQUEST], ...LIMITS },
  minRows: 180,
  translate: translateScores,
};

/** Names that point at another model from time to time: which one was tested is unknown. */
const MOVING = /-latest$|^deepseek\/deepseek-(chat|reasoner)$/;

function translateScores(files: UpstreamFiles, recordedOn: string): Collected {
  const lines = readScoreLines(files);
  const { rejected, reject } = createRejects(ID);
  const scores: ScoreListing[] = [];
  for (const line of lines.rows) {
    const sourceUrl = toCleanUrl(line.source);
    const maker = line.model.split("/")[0] ?? null;
    const reason =
      sourceUrl === null ? "its source is not an address" : reasonToSkip(line, sourceUrl);
    if (sourceUrl === null || reason !== null)
      reject(SCORE_LINES.file, `${line.model}: ${line.name}`, reason ?? "");
    else
      scores.push(
        toScoreListing({
          source: ID,
          benchmark: line.version ? `${line.name} ${line.version}` : line.name,
          modelName: line.model,
          maker,
          configuration: joinConfiguration(line.harness ?? null, line.variant ?? null),
          score: line.score,
          selfReported: isOwnReport(sourceUrl, maker),
          asOf: line.date ?? recordedOn,
          sourceUrl,
        }),
      );
  }
  return { scores, rejected: [...lines.rejected, ...rejected] };
}

/** Null when the score can be used. Live, Artificial Analysis' own scores are among the others. */
function reasonToSkip(
  { name, model }: z.infer<typeof ScoreLine>,
  sourceUrl: string,
): string | null {
  const isReserved =
    name.startsWith("Artificial Analysis") ||
    new URL(sourceUrl).hostname === "artificialanalysis.ai";
  if (isReserved) return "no licence to reuse Artificial Analysis's own scores is known";
  return MOVING.test(model) ? "a moving name, not one model" : null;
}

function readScoreLines(files: UpstreamFiles): UpstreamRows<z.infer<typeof ScoreLine>> {
  if (files.has(SCORE_LINES.file)) return parseJsonLines(files, SCORE_LINES, ScoreLine);
  const models = parseJsonMap(files, RECORDS, Scored);
  const lines = models.rows.flatMap(({ id, benchmarks = [] }) =>
    benchmarks.map((line) => ({ ...line, model: id })),
  );
  const { rows, rejected } = checkRows(lines, RECORDS, ScoreLine);
  return { rows, rejected: [...models.rejected, ...rejected] };
}
