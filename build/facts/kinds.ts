/**
 * Every kind of fact in `data/`: where its files are, what a row is, what makes a row unique, how rows are sorted and
 * what they refer to. Reading, checking, formatting, writing and the snapshot's tables are derived from this table.
 */
import type { z } from "zod";
import { CompanyFigure, GpuRentalPriceOfDay, PublicAttentionOfDay } from "../schema/activity.ts";
import { Benchmark, ScoreFact } from "../schema/benchmark.ts";
import { CostTestVectorFile } from "../schema/cost-vector.ts";
import * as directory from "../schema/directory.ts";
import * as editorial from "../schema/editorial.ts";
import * as tests from "../schema/experiment.ts";
import { Model } from "../schema/model.ts";
import { Offer } from "../schema/offer.ts";
import { ModelTokenizer, OwnTestRun, SentenceTokenCount } from "../schema/own-test.ts";
import { PriceStatement } from "../schema/price-statement.ts";
import { Provider } from "../schema/provider.ts";
import { RecordedChange } from "../schema/recorded-change.ts";
import {
  AcceptedChangeRow,
  DataQualityRule,
  HeldChangeRow,
  SourceReadingRecord,
} from "../schema/rule.ts";
import { Service } from "../schema/service.ts";
import { Source } from "../schema/source.ts";
import { StatedTraits } from "../schema/stated-traits.ts";
import { RecordedMerkleRoot } from "./merkle-tree.ts";

export interface FactKindDefinition<S extends z.ZodObject = z.ZodObject> {
  /** Glob below `data/`. */
  pattern: string;
  format: "json" | "csv";
  schema: S;
  /** Fields that make a row unique within its file (CSV) or kind (JSON); CSV rows are sorted by them. */
  key: readonly (keyof z.infer<S> & string)[];
  /** What the file's name (without its ending) stands for: a field of the row (JSON) or a column of its own (CSV). */
  file: string | null;
  /** JSON only: the field that the first `*` of the pattern, a folder, stands for. */
  folder?: string | undefined;
  /** field → `kind.field` that must hold its value; `file` names the CSV file's own name. */
  references?: Record<string, `${string}.${string}`>;
  /** Nothing published is computed from its rows, so that the snapshot leaves them out. */
  isLeftOutOfSnapshot?: boolean;
}

/**
 * @param path Of its files below `data/`; `{slug}` stands for the value of that field, or for a column of its own.
 * @param references As in FactKindDefinition.
 */
const kind = <S extends z.ZodObject>(
  path: string,
  schema: S,
  key: FactKindDefinition<S>["key"],
  references: FactKindDefinition["references"] = {},
): FactKindDefinition<S> => ({
  ...{ pattern: path.replace(/\{\w+\}/g, "*"), schema, key, references },
  file: /\{(\w+)\}\.\w+$/.exec(path)?.[1] ?? null,
  folder: /\{(\w+)\}\//.exec(path)?.[1],
  format: path.endsWith(".csv") ? "csv" : "json",
});

const source = "sources.id";
const model = "models.slug";
const provider = "providers.slug";
const benchmark = "benchmarks.slug";

export const FACT_KINDS = {
  service: kind("service.json", Service, ["name"]),
  sources: kind("sources/{id}.json", Source, ["id"]),
  providers: kind("providers/{slug}.json", Provider, ["slug"], { source, own_hosts: provider }),
  models: kind("models/{lab}/{slug}.json", Model, ["slug"], {
    source,
    lab: provider,
    base_model: model,
  }),
  offers: kind("offers/{host}.csv", Offer, ["model_id"], { source, host: provider, model }),
  // A source may state a price and withdraw it on one day: `stated` sorts before `withdrawn`.
  prices: kind(
    "prices/{host}.csv",
    PriceStatement,
    ["recorded", "model_id", "source", "effective", "event"],
    { source, host: provider },
  ),
  costVectors: {
    ...kind("cost-vectors.json", CostTestVectorFile, ["version"]),
    isLeftOutOfSnapshot: true,
  },
  statedTraits: {
    ...kind("traits/{source}.csv", StatedTraits, ["kind", "host", "name", "source_url"], {
      source,
      host: provider,
    }),
    isLeftOutOfSnapshot: true,
  },
  benchmarks: kind("benchmarks/{slug}.json", Benchmark, ["slug"], { source, part_of: benchmark }),
  scores: kind(
    "scores/{benchmark}.csv",
    ScoreFact,
    ["model", "configuration", "source", "source_url"],
    { source, benchmark, model },
  ),
  companies: kind(
    "companies/{company}.csv",
    CompanyFigure,
    ["metric", "as_of", "scope", "effective_date", "value", "source_url"],
    { source, company: provider },
  ),
  mindshare: kind("mindshare/{entity_type}.csv", PublicAttentionOfDay, ["day", "slug", "source"], {
    source,
  }),
  gpuRental: kind("gpu-rental/{source}.csv", GpuRentalPriceOfDay, ["day", "chip_slug"], { source }),
  agents: kind("agents/{slug}.json", directory.CodingAgent, ["slug"], { source }),
  mcpServers: kind("mcp-servers/{list}.csv", directory.McpServerListing, ["slug"], { source }),
  skills: kind("skills/{list}.csv", directory.AgentSkill, ["slug"], { source }),
  glossary: kind("glossary/{slug}.json", directory.GlossaryTerm, ["slug"], {
    see_also: "glossary.slug",
  }),
  experiments: kind("experiments/{test}/about.json", tests.OwnTestDefinition, ["test"]),
  identityQuestions: kind("experiments/who-are-you/items.csv", tests.WhoAreYouQuestion, [
    "item_id",
  ]),
  worldMapQuestions: kind("experiments/world-map/items.json", tests.WorldMapQuestionSet, [
    "prompt",
  ]),
  censorshipQuestions: kind("experiments/censorship-index/items.csv", tests.CensorshipQuestion, [
    "pair",
    "kind",
  ]),
  horizonQuestions: kind(
    "experiments/knowledge-horizon/items.csv",
    tests.KnowledgeHorizonQuestion,
    ["item_id"],
  ),
  hostQuestions: kind(
    "experiments/same-model-different-host/items.csv",
    tests.HostComparisonQuestion,
    ["item_id"],
  ),
  driftQuestions: kind("experiments/model-drift-index/items.csv", tests.ModelDriftQuestion, [
    "item_id",
  ]),
  passageSets: kind("experiments/tokenizer-tax/items.json", tests.TokenizerTaxPassageFile, [
    "original",
  ]),
  tokenCounts: kind(
    "experiments/tokenizer-tax/counts/{tokenizer}.csv",
    SentenceTokenCount,
    ["language", "sentence"],
    { source },
  ),
  modelTokenizers: kind(
    "experiments/tokenizer-tax/model-tokenizers.csv",
    ModelTokenizer,
    ["model"],
    { model, tokenizer: "tokenCounts.file" },
  ),
  ownTestRuns: kind("experiments/{test}/runs/{id}.json", OwnTestRun, ["id"], {
    source,
    model,
    route: provider,
  }),
  modelAliases: kind("aliases/models.csv", editorial.ModelAlias, ["alias"], { model }),
  distinctModels: kind(
    "aliases/distinct.csv",
    editorial.DeclaredDistinctModels,
    ["model_a", "model_b"],
    {
      model_a: model,
      model_b: model,
    },
  ),
  movingNames: kind("aliases/moving.csv", editorial.IdReassignment, ["host", "model_id", "since"], {
    host: provider,
    model,
  }),
  notModels: kind("aliases/not-models.csv", editorial.HostIdWithoutModel, ["host", "model_id"], {
    host: provider,
  }),
  labPrefixes: kind("aliases/labs.csv", editorial.ModelPrefixOfLab, ["prefix"], {
    lab: provider,
    base_model: model,
  }),
  scriptNames: kind("aliases/scripts.csv", editorial.NonLatinName, ["name"], {
    lab: provider,
  }),
  queryWords: kind("aliases/query-words.csv", editorial.SearchVocabularyEntry, [
    "language",
    "phrase",
  ]),
  // A source is named before it is first read: a test holds the names against the collectors.
  hostAliases: kind("aliases/hosts.csv", editorial.UpstreamHostAlias, ["source", "name"], {
    host: provider,
  }),
  benchmarkAliases: kind(
    "aliases/benchmarks.csv",
    editorial.UpstreamBenchmarkAlias,
    ["source", "name"],
    { source, benchmark },
  ),
  epochFiles: {
    ...kind(
      "aliases/epoch-files.csv",
      editorial.EpochBenchmarkFile,
      ["origin", "table", "benchmark"],
      {
        benchmark,
      },
    ),
    isLeftOutOfSnapshot: true,
  },
  popularNames: kind("aliases/popular.csv", editorial.ProviderOrBenchmarkAlias, ["name"], {
    provider,
    benchmark,
  }),
  attention: kind("aliases/attention.csv", editorial.PublicAttentionQueries, [
    "entity_type",
    "slug",
  ]),
  corrections: kind("corrections/corrections.csv", editorial.SourceCorrection, [
    "kind",
    "key",
    "field",
  ]),
  rules: kind("rules.csv", DataQualityRule, ["id"]),
  recordedChanges: kind("changes.csv", RecordedChange, ["id"]),
  readings: kind("readings.csv", SourceReadingRecord, ["source", "day"], { source }),
  held: kind("held.csv", HeldChangeRow, ["kind", "key", "field", "source"], {
    source,
    rule: "rules.id",
  }),
  acceptedRules: kind(
    "corrections/accepted.csv",
    AcceptedChangeRow,
    ["date", "rule", "source", "host"],
    { source, rule: "rules.id" },
  ),
  roots: { ...kind("roots.csv", RecordedMerkleRoot, ["day", "serial"]), isLeftOutOfSnapshot: true },
  findings: kind("findings/{id}.json", editorial.EditorialFinding, ["id"], { models: model }),
} as const;

export type FactKindName = keyof typeof FACT_KINDS;
export type FactOfKind<K extends FactKindName> = z.infer<(typeof FACT_KINDS)[K]["schema"]>;
/** A row and the name of its file without the ending: the host of an offer, the benchmark of a score. */
export type FactWithFileName<K extends FactKindName> = FactOfKind<K> & { file: string };
export type Facts = { [K in FactKindName]: FactWithFileName<K>[] };
