/** LLMStats: one JSON file per model, with its traits and the scores that its maker (mostly) published. */
import { z } from "zod";
import { IsoDate, PartialDate } from "../schema/values.ts";
import type { Collected, Collector, ModelListing, ScoreListing, UpstreamFiles } from "./listing.ts";
import { toCleanUrl } from "./parse/clean-values.ts";
import { newestDay } from "./parse/newest-day.ts";
import { isOwnReport } from "./parse/own-report.ts";
import { withoutNoise } from "./parse/score-value.ts";
import { parseJsonValue, type UpstreamRows } from "./parse/upstream-rows.ts";
import { readMethod } from "./run-method.ts";

const ID = "llmstats";
const PAGE = "https://llm-stats.com";

const Metric = z.looseObject({
  dataset_name: z.string(),
  score: z.number(),
  is_self_reported: z.boolean().nullable(),
  analysis_method: z.string().nullable(),
  date_recorded: z.string().nullable(),
  source_link: z.string().nullable(),
});
type Metric = z.infer<typeof Metric>;

const Card = z.looseObject({
  name: z.string(),
  release_date: IsoDate.nullable(),
  knowledge_cutoff: PartialDate.nullish(),
  input_context_size: z.int().positive().nullish(),
  output_context_size: z.int().positive().nullish(),
  license: z.string().nullable(),
  weights_link: z.string().nullish(),
  scorecard_blog_link: z.string().nullish(),
  api_ref_link: z.string().nullish(),
  qualitative_metrics: z.array(Metric).nullable(),
});
type Card = z.infer<typeof Card>;

/** `models/openai/o1-mini/model.json` → maker and name. */
const PATH = /^models\/([^/]+)\/([^/]+)\/model\.json$/;

/** Tests whose name in this upstream covers two tests or two scales; no row of them can be trusted. */
const AMBIGUOUS: Readonly<Record<string, string>> = {
  Aider: "names both the editing and the polyglot test",
  "Aider-Polyglot Edit": "names both the editing and the polyglot test",
  FLEURS: "mixes error rates with their complements",
  MME: "points divided by an unknown number",
  "MMBench-Video": "points divided by an unknown number",
};

/** Tests graded 0–10. Their rows are fractions of 10, but for a few that stand in points. */
const OUT_OF_TEN = /^(MT-Bench|MM-MT-Bench)$/i;

export const llmstats: Collector = {
  source: {
    id: ID,
    name: "LLMStats",
    url: PAGE,
    data_url: "https://github.com/JonathanChavezTamales/LLMStats",
    license: "CC-BY-4.0",
    license_url: "https://creativecommons.org/licenses/by/4.0/",
    copyright: "Copyright (c) 2024 jc",
    credit: `LLMStats, ${PAGE}`,
    provides: ["models", "scores"],
  },
  frozen: { folder: "llmstats", files: ["models/*/*/model.json"] },
  live: {
    requests: () => [
      {
        url: "https://codeload.github.com/JonathanChavezTamales/LLMStats/zip/refs/heads/main",
        path: "",
        unpack: "repository",
      },
    ],
    everyDays: 7,
    maxBytes: 50_000_000,
    limitMs: 180_000,
  },
  minRows: 1500,
  newestFact,
  translate,
};

function newestFact(files: UpstreamFiles): string {
  const metrics = readCards(files).rows.flatMap(({ card }) => card.qualitative_metrics ?? []);
  return newestDay(
    metrics.flatMap(({ date_recorded }) => IsoDate.safeParse(date_recorded).data ?? []),
  );
}

function translate(files: UpstreamFiles, recordedOn: string): Collected {
  const models: ModelListing[] = [];
  const scores: ScoreListing[] = [];
  const { rows: cards, rejected } = readCards(files);
  for (const { maker, name, card } of cards) {
    models.push(toModel(name, maker, card));
    for (const metric of card.qualitative_metrics ?? []) {
      const reason = whyNot(metric);
      if (reason === null) scores.push(toScore(name, maker, card, metric, recordedOn));
      else rejected.push({ source: ID, place: name, value: metric.dataset_name, reason });
    }
  }
  return { models, scores, rejected };
}

/** The reason to leave a score out; null when it stands. */
function whyNot({ dataset_name, score, source_link }: Metric): string | null {
  if (source_link?.includes("//example.com")) return "its source is a placeholder address";
  if (score === 0) return "0 stands for a missing score in this upstream";
  return AMBIGUOUS[dataset_name] ?? null;
}

function toScore(
  modelName: string,
  maker: string,
  card: Card,
  metric: Metric,
  recordedOn: string,
): ScoreListing {
  const method = metric.analysis_method ?? "";
  const sourceUrl = toCleanUrl(metric.source_link ?? "") ?? PAGE;
  return {
    source: ID,
    benchmark: toTestName(metric.dataset_name, method),
    modelName,
    displayName: card.name,
    maker,
    releaseDate: card.release_date,
    isOpenWeights: hasOpenWeights(card),
    configuration: readMethod(metric.dataset_name, method),
    score: withoutNoise(metric.score * scaleOf(metric)),
    // The upstream's flag is wrong where the score stands on the maker's own page.
    selfReported: isOwnReport(sourceUrl, maker) ?? metric.is_self_reported,
    asOf: dayOf(metric, card) ?? recordedOn,
    sourceUrl,
  };
}

/** A day before the model came out is a slip: the row then counts from the day of the archive. */
function dayOf({ date_recorded }: Metric, { release_date }: Card): string | undefined {
  const day = IsoDate.safeParse(date_recorded).data;
  return day !== undefined && day >= (release_date ?? "") ? day : undefined;
}

/** Fractions become percent, and points where the test is graded 0–10. */
function scaleOf({ dataset_name, score }: Metric): number {
  if (!OUT_OF_TEN.test(dataset_name)) return 100;
  return score > 1 ? 1 : 10;
}

/** The subset and the edition, which this upstream hides in the method, belong to the test's name. */
function toTestName(dataset: string, method: string): string {
  if (dataset === "GPQA" && /\bdiamond\b/i.test(method)) return "GPQA Diamond";
  const edition = /^(BFCL|LiveCodeBench)$/.test(dataset) && /^v\d$/.exec(method.trim())?.[0];
  return edition ? `${dataset} ${edition}` : dataset;
}

function toModel(name: string, maker: string, card: Card): ModelListing {
  const isOpenWeights = hasOpenWeights(card);
  return {
    source: ID,
    name: `${maker}/${name}`,
    traits: {
      displayName: card.name,
      maker,
      isOpenWeights,
      releaseDate: card.release_date,
      knowledgeCutoff: card.knowledge_cutoff ?? null,
      retirementDate: null,
      contextWindow: card.input_context_size ?? null,
      maxOutputTokens: card.output_context_size ?? null,
      inputModalities: [],
      outputModalities: [],
      tools: null,
      reasoning: null,
      structuredOutput: null,
      attachments: null,
      weightsLicense: isOpenWeights ? card.license?.trim() || null : null,
      weightsUrl: toCleanUrl(card.weights_link ?? ""),
      announcementUrl: toCleanUrl(card.scorecard_blog_link ?? ""),
      documentationUrl: toDocumentation(card),
    },
  };
}

/** What is said to be its API is, of many open models, the page of their weights. */
function toDocumentation({ api_ref_link: link }: Card): string | null {
  return link?.startsWith("https://huggingface.co/") ? null : toCleanUrl(link ?? "");
}

function hasOpenWeights(card: Card): boolean | null {
  if (card.weights_link) return true;
  return card.license === "Proprietary" ? false : null;
}

function readCards(
  files: UpstreamFiles,
): UpstreamRows<{ maker: string; name: string; card: Card }> {
  const read = [...files.keys()].flatMap((file) => {
    const [, maker, name] = PATH.exec(file) ?? [];
    if (maker === undefined || name === undefined) return [];
    const { rows, rejected } = parseJsonValue(files, { source: ID, file }, Card);
    return [{ rows: rows.map((card) => ({ maker, name, card })), rejected }];
  });
  return {
    rows: read.flatMap(({ rows }) => rows),
    rejected: read.flatMap(({ rejected }) => rejected),
  };
}
