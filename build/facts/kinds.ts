/**
 * Every kind of fact in `data/`: where its files are, what a row is, what makes a row unique, how rows are sorted and
 * what they refer to. Reading, checking, formatting, writing and the snapshot's tables are derived from this table.
 */
import type * as z from "zod";
import { CompanyFigure, GpuRentalPriceOfDay, PublicAttentionOfDay } from "../schema/activity.ts";
import { Benchmark, ScoreFact } from "../schema/benchmark.ts";
import { CostTestVectorFile } from "../schema/cost-vector.ts";
import * as directory from "../schema/directory.ts";
import * as editorial from "../schema/editorial.ts";
import * as tests from "../schema/experiment.ts";
import { Model, Offer, StatedTraits } from "../schema/model.ts";
import { ModelTokenizer, OwnTestRun, SentenceTokenCount } from "../schema/own-test.ts";
import { PriceStatement } from "../schema/price-statement.ts";
import { Provider } from "../schema/provider.ts";
import {
  AcceptedChangeRow,
  DataQualityRule,
  HeldChangeRow,
  RecordedChange,
  SourceReadingRecord,
} from "../schema/rule.ts";
import { Service } from "../schema/service.ts";
import { Source } from "../schema/source.ts";
import { RecordedMerkleRoot } from "./merkle-tree.ts";

export interface FactKindDefinition<S extends z.ZodObject = z.ZodObject> {
  /** Glob below `data/`. */
  pattern: string;
  format: "json" | "csv";
  schema: S;
  /** Fields that make a row unique within its file (CSV) or kind (JSON); CSV rows are sorted by them. */
  key: readonly (keyof z.infer<S> & string)[];
  /** What the file's name (without extension) stands for: a field of the row (JSON), or an additional column (CSV). */
  file: string | null;
  /** JSON only: the field that the first `*` of the pattern, a folder, stands for. */
  folder?: string | undefined;
  references?: Readonly<Record<string, `${string}.${string}`>>;
}

/** Field of any kind → `kind.field` that must hold its value, or each value of its list or object. */
const REFERENCES: Readonly<Record<string, `${string}.${string}`>> = {
  source: "sources.id",
  sources: "sources.id",
  model: "models.slug",
  base_model: "models.slug",
  model_a: "models.slug",
  model_b: "models.slug",
  models: "models.slug",
  provider: "providers.slug",
  host: "providers.slug",
  own_hosts: "providers.slug",
  route: "providers.slug",
  lab: "providers.slug",
  company: "providers.slug",
  benchmark: "benchmarks.slug",
  part_of: "benchmarks.slug",
  rule: "rules.id",
  see_also: "glossary.slug",
  tokenizer: "tokenCounts.file",
};

/**
 * @param path Path of its files below `data/`; `{slug}` stands for the value of that field, or an additional column.
 * @param fields Fields of the key, separated by blanks.
 * @param options.unchecked Fields that have the name of a reference but may hold any value.
 */
function kind<S extends z.ZodObject>(
  path: string,
  schema: S,
  fields: string,
  { unchecked = [] }: { unchecked?: readonly string[] } = {},
): FactKindDefinition<S> {
  const file = /\{(\w+)\}\.\w+$/.exec(path)?.[1] ?? null;
  const key = fields.split(" ") as (keyof z.infer<S> & string)[];
  const unknown = key.find((field) => !(field in schema.shape));
  if (unknown !== undefined) throw new Error(`${path}: the schema has no field ${unknown}`);
  const referring = Object.entries(REFERENCES).filter(
    ([field]) => (field in schema.shape || field === file) && !unchecked.includes(field),
  );
  return {
    pattern: path.replace(/\{\w+\}/g, "*"),
    schema,
    key,
    file,
    references: Object.fromEntries(referring),
    folder: /\{(\w+)\}\//.exec(path)?.[1],
    format: path.endsWith(".csv") ? "csv" : "json",
  };
}

export const FACT_KINDS = {
  service: kind("service.json", Service, "name"),
  sources: kind("sources/{id}.json", Source, "id"),
  providers: kind("providers/{slug}.json", Provider, "slug"),
  models: kind("models/{lab}/{slug}.json", Model, "slug"),
  offers: kind("offers/{host}.csv", Offer, "model_id"),
  // A source may state a price and withdraw it on one day: `stated` sorts before `withdrawn`.
  prices: kind("prices/{host}.csv", PriceStatement, "recorded model_id source effective event"),
  costVectors: kind("cost-vectors.json", CostTestVectorFile, "version"),
  statedTraits: kind("traits/{source}.csv", StatedTraits, "kind host name source_url"),
  benchmarks: kind("benchmarks/{slug}.json", Benchmark, "slug"),
  scores: kind("scores/{benchmark}.csv", ScoreFact, "model configuration source source_url"),
  companies: kind(
    "companies/{company}.csv",
    CompanyFigure,
    "metric as_of scope effective_date value source_url",
  ),
  mindshare: kind("mindshare/{entity_type}.csv", PublicAttentionOfDay, "day slug source"),
  gpuRental: kind("gpu-rental/{source}.csv", GpuRentalPriceOfDay, "day chip_slug"),
  agents: kind("agents/{slug}.json", directory.CodingAgent, "slug"),
  mcpServers: kind("mcp-servers/{list}.csv", directory.McpServerListing, "slug"),
  skills: kind("skills/{list}.csv", directory.AgentSkill, "slug"),
  glossary: kind("glossary/{slug}.json", directory.GlossaryTerm, "slug"),
  experiments: kind("experiments/{test}/about.json", tests.OwnTestDefinition, "test", {
    unchecked: ["lab"],
  }),
  identityQuestions: kind("experiments/who-are-you/items.csv", tests.WhoAreYouQuestion, "item_id"),
  worldMapQuestions: kind("experiments/world-map/items.json", tests.WorldMapQuestionSet, "prompt"),
  censorshipQuestions: kind(
    "experiments/censorship-index/items.csv",
    tests.CensorshipQuestion,
    "pair kind",
  ),
  horizonQuestions: kind(
    "experiments/knowledge-horizon/items.csv",
    tests.KnowledgeHorizonQuestion,
    "item_id",
    { unchecked: ["source"] },
  ),
  hostQuestions: kind(
    "experiments/same-model-different-host/items.csv",
    tests.SameModelDifferentHostQuestion,
    "item_id",
  ),
  driftQuestions: kind(
    "experiments/model-drift-index/items.csv",
    tests.ModelDriftQuestion,
    "item_id",
  ),
  passageSets: kind(
    "experiments/tokenizer-tax/items.json",
    tests.TokenizerTaxPassageFile,
    "original",
  ),
  tokenCounts: kind(
    "experiments/tokenizer-tax/counts/{tokenizer}.csv",
    SentenceTokenCount,
    "language sentence",
  ),
  modelTokenizers: kind("experiments/tokenizer-tax/model-tokenizers.csv", ModelTokenizer, "model"),
  ownTestRuns: kind("experiments/{test}/runs/{id}.json", OwnTestRun, "id"),
  modelAliases: kind("aliases/models.csv", editorial.ModelAlias, "alias"),
  distinctModels: kind("aliases/distinct.csv", editorial.DeclaredDistinctModels, "model_a model_b"),
  movingNames: kind("aliases/moving.csv", editorial.IdReassignment, "host model_id since"),
  notModels: kind("aliases/not-models.csv", editorial.NonModelHostId, "host model_id"),
  labPrefixes: kind("aliases/labs.csv", editorial.ModelPrefixOfLab, "prefix"),
  scriptNames: kind("aliases/scripts.csv", editorial.NonLatinName, "name"),
  queryWords: kind("aliases/query-words.csv", editorial.SearchVocabularyEntry, "language phrase"),
  // A source is named here before it is first read. A test compares the names with the collectors.
  hostAliases: kind("aliases/hosts.csv", editorial.UpstreamHostAlias, "source name", {
    unchecked: ["source"],
  }),
  benchmarkAliases: kind("aliases/benchmarks.csv", editorial.UpstreamBenchmarkAlias, "source name"),
  epochFiles: kind(
    "aliases/epoch-files.csv",
    editorial.EpochBenchmarkFile,
    "origin table benchmark",
  ),
  popularNames: kind("aliases/popular.csv", editorial.ProviderOrBenchmarkAlias, "name"),
  attention: kind("aliases/attention.csv", editorial.PublicAttentionQueries, "entity_type slug"),
  corrections: kind("corrections/corrections.csv", editorial.SourceCorrection, "kind key field"),
  rules: kind("rules.csv", DataQualityRule, "id"),
  recordedChanges: kind("changes.csv", RecordedChange, "id", { unchecked: ["model", "provider"] }),
  readings: kind("readings.csv", SourceReadingRecord, "source day"),
  held: kind("held.csv", HeldChangeRow, "kind key field source"),
  acceptedRules: kind("corrections/accepted.csv", AcceptedChangeRow, "date rule source host", {
    unchecked: ["host"],
  }),
  roots: kind("roots.csv", RecordedMerkleRoot, "day serial"),
  findings: kind("findings/{id}.json", editorial.EditorialFinding, "id"),
} as const;

export type FactKindName = keyof typeof FACT_KINDS;
export type FactOfKind<K extends FactKindName> = z.infer<(typeof FACT_KINDS)[K]["schema"]>;
/** A row and the name of its file without the ending: the host of an offer, the benchmark of a score. */
export type FactWithFileName<K extends FactKindName> = FactOfKind<K> & { file: string };
export type Facts = { [K in FactKindName]: FactWithFileName<K>[] };
