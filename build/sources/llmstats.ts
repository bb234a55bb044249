/** LLMStats: one JSON file per model, with its traits and the scores that its maker (mostly) published. */
import * as z from "zod";
import { IsoDate, PartialDate } from "../schema/values.ts";
import type { Collector } from "./collector.ts";
import { type ModelListing, type ModelTraits, NO_MODEL_TRAITS } from "./listing.ts";
import { formatScoreConfiguration, isSelfReportedScore, toScoreListing } from "./parse/scores.ts";
import { stripUrlTracking } from "./parse/text.ts";

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
  param_count: z.number().positive().nullish().catch(null),
  weights_link: z.string().nullish(),
  scorecard_blog_link: z.string().nullish(),
  api_ref_link: z.string().nullish(),
  qualitative_metrics: z.array(Metric).nullable(),
});
type Card = z.infer<typeof Card>;

/** `models/openai/o1-mini/model.json` → maker and name. */
const PATH = /^models\/([^/]+)\/([^/]+)\/model\.json$/;

/** Tests whose name in this upstream covers two tests or two scales; none of their rows can be used. */
const AMBIGUOUS: Readonly<Record<string, string>> = {
  Aider: "names both the editing and the polyglot test",
  "Aider-Polyglot Edit": "names both the editing and the polyglot test",
  FLEURS: "mixes error rates with their complements",
  MME: "points divided by an unknown number",
  "MMBench-Video": "points divided by an unknown number",
};

/** Tests graded from 0 to 10. The upstream states their scores as fractions of 10, except a few in points. */
const OUT_OF_TEN = /^(MT-Bench|MM-MT-Bench)$/i;

const ARCHIVE = "https://codeload.github.com/JonathanChavezTamales/LLMStats/zip/refs/heads/main";

export const llmstatsCollector: Collector = {
  id: ID,
  live: {
    requests: () => [{ url: ARCHIVE, path: "", unpack: "repository" }],
    everyDays: 7,
    megabytes: 50,
    seconds: 180,
  },
  minRows: 1500,
  translate(reader) {
    const cards = [...reader.files.keys()].flatMap((file) => {
      const [, maker = "", name = ""] = PATH.exec(file) ?? [];
      const card = name === "" ? undefined : reader.json(file, Card);
      return card ? [{ name, model: toModel(name, maker, card), card }] : [];
    });
    const nameOf = ({ dataset_name }: Metric) => dataset_name;
    const scores = cards.flatMap(({ name, model: { traits }, card }) =>
      reader.each(name, card.qualitative_metrics ?? [], nameOf, (metric) => {
        return reasonToSkip(metric) ?? toScore(name, traits, metric, reader.context.day);
      }),
    );
    return { models: cards.map(({ model }) => model), scores };
  },
};

/** Why a score is skipped; null when it can be used. */
function reasonToSkip({ dataset_name, score, source_link }: Metric): string | null {
  if (source_link?.includes("//example.com")) return "its source is a placeholder address";
  if (score === 0) return "in this source, 0 means a missing score";
  return AMBIGUOUS[dataset_name] ?? null;
}

/** @param today Day of the archive. */
function toScore(modelName: string, traits: ModelTraits, metric: Metric, today: string) {
  const { display_name, maker, release_date, is_open_source } = traits;
  const method = metric.analysis_method ?? "";
  const source_url = stripUrlTracking(metric.source_link) ?? PAGE;
  const day = IsoDate.safeParse(metric.date_recorded).data;
  // A day before the model's release is an error.
  const isPossible = day !== undefined && day >= (release_date ?? "");
  return toScoreListing({
    source: ID,
    modelName,
    display_name,
    maker,
    release_date,
    is_open_source,
    source_url,
    benchmark: toTestName(metric.dataset_name, method),
    configuration: readMethod(metric.dataset_name, method),
    score: metric.score * scaleOf(metric),
    // The upstream's flag is wrong for scores on the maker's own page.
    self_reported: isSelfReportedScore(source_url, maker) ?? metric.is_self_reported,
    as_of: isPossible ? day : today,
  });
}

/** Factor that turns fractions into percent, or into points for tests graded from 0 to 10. */
function scaleOf({ dataset_name, score }: Metric): number {
  if (!OUT_OF_TEN.test(dataset_name)) return 100;
  return score > 1 ? 1 : 10;
}

/** The name of the test, with its subset or edition, which this upstream states only in the method. */
function toTestName(dataset: string, method: string): string {
  if (dataset === "GPQA" && /\bdiamond\b/i.test(method)) return "GPQA Diamond";
  const edition = /^(BFCL|LiveCodeBench)$/.test(dataset) && /^v\d$/.exec(method.trim())?.[0];
  return edition ? `${dataset} ${edition}` : dataset;
}

function toModel(name: string, maker: string, card: Card): ModelListing {
  const { license, api_ref_link: page } = card;
  const isProprietary = license === "Proprietary";
  const is_open_source = card.weights_link ? true : isProprietary ? false : null;
  const traits = {
    ...NO_MODEL_TRAITS,
    display_name: card.name,
    maker,
    is_open_source,
    release_date: card.release_date,
    knowledge_cutoff: card.knowledge_cutoff ?? null,
    context_window: card.input_context_size ?? null,
    max_output_tokens: card.output_context_size ?? null,
    weights_license: is_open_source ? license?.trim() || null : null,
    weights: stripUrlTracking(card.weights_link),
    announcement: stripUrlTracking(card.scorecard_blog_link),
    // For many open models the link leads to the page of the weights, which is not documentation.
    documentation: page?.startsWith("https://huggingface.co/") ? null : stripUrlTracking(page),
    more: { parameters: toParameters(card) },
  };
  return { source: ID, name: `${maker}/${name}`, traits };
}

const toParameters = ({ param_count }: Card) =>
  param_count ? { total: Math.round(param_count / 1e6) / 1e3, active: null } : null;

/** Facts about a run in the upstream's description of how a score was measured. */
const RUN_FACTS: readonly [pattern: RegExp, fact: (found: string) => string][] = [
  [/\b(\d+(?:-\d+)?)[- ]shot\b/i, (count) => `${count}-shot`],
  [/\b(zero)-shot\b/i, () => "0-shot"],
  [/\b(few)-shot\b/i, () => "few-shot"],
  [/\b(cot|chain[- ]of[- ]thought)\b/i, () => "CoT"],
  [/\bpass ?@ ?(\d+)\b/i, (tries) => `pass@${tries}`],
  [/\bcons@(\d+)\b/i, (samples) => `cons@${samples}`],
  [/\bmaj(?:ority)?@(\d+)\b/i, (samples) => `maj@${samples}`],
  [/\b(parallel test-time compute|multiple parallel attempts)\b/i, () => "parallel attempts"],
  [/(?<!no )\b(extended thinking)\b/i, () => "thinking"],
  [/\breasoning (off)$/i, () => "no thinking"],
  [/, (reasoning)(?: on)?$/i, () => "thinking"],
  [/\bmini[ -](high)\b/i, (effort) => effort],
  [/\b(no tools)\b/i, () => "no tools"],
  [/\bwith (?:\w+ )?(python)\b/i, () => "python"],
  [/\b(testmini)\b|^(?:MathVista-)?(mini)$/i, () => "testmini"],
  [/\b(val(?:idation)?)\b/i, () => "val"],
  [/\b(whole)\b/i, () => "whole"],
  [/\b(OLMES)\b/, () => "OLMES"],
];

/** @param texts The test's name and the description of the run. */
function readMethod(...texts: string[]): string | null {
  const facts = texts.flatMap((text) =>
    RUN_FACTS.map(([pattern, toFact]) => {
      const found = pattern
        .exec(text)
        ?.slice(1)
        .find((group) => group !== undefined);
      return found === undefined ? null : toFact(found);
    }),
  );
  return formatScoreConfiguration(...facts);
}
