/**
 * Every kind of fact in `data/`: where its files are, what a row is, what makes a row unique, how
 * rows are ordered and what they refer to. Reading, checking, formatting, writing and loading into
 * the snapshot are all derived from this table.
 */
import type { z } from "zod";
import { GpuRentalDay, MindshareDay } from "../schema/activity.ts";
import { Benchmark } from "../schema/benchmark.ts";
import { CompanyFact } from "../schema/company-fact.ts";
import { Agent, GlossaryTerm, McpServer, Skill } from "../schema/directory.ts";
import {
  Attention,
  BenchmarkAlias,
  Correction,
  DistinctModels,
  EditorialFinding,
  HostAlias,
  LabPrefix,
  ModelAlias,
  MovingName,
  PopularName,
  ScriptName,
} from "../schema/editorial.ts";
import {
  CensorshipQuestion,
  DriftQuestion,
  Experiment,
  HorizonQuestion,
  HostQuestion,
  IdentityQuestion,
  PassageSet,
  WorldMapQuestion,
} from "../schema/experiment.ts";
import { Model } from "../schema/model.ts";
import { AcceptedGate } from "../schema/night.ts";
import { Offer } from "../schema/offer.ts";
import { ModelTokenizer, OwnTestRun, TokenCount } from "../schema/own-test.ts";
import { PriceStatement } from "../schema/price-statement.ts";
import { Provider } from "../schema/provider.ts";
import { RowDigests } from "../schema/row-digests.ts";
import { Score } from "../schema/score.ts";
import { Service } from "../schema/service.ts";
import { Source } from "../schema/source.ts";

export interface FactKind<S extends z.ZodObject = z.ZodObject> {
  /** Glob below `data/`. */
  pattern: string;
  format: "json" | "csv";
  schema: S;
  /** Fields that make a row unique within its file (CSV) or kind (JSON); CSV rows are sorted by them. */
  key: readonly (keyof z.infer<S> & string)[];
  /** What the file's name (without its ending) stands for: a field of the row (JSON) or a column of its own (CSV). */
  file: string | null;
  /** JSON only: the field that the first `*` of the pattern, a folder, stands for. */
  folder?: string;
  /** field → `kind.field` that must hold its value; `file` names the CSV file's own name. */
  references?: Record<string, `${string}.${string}`>;
}

const kind = <S extends z.ZodObject>(definition: FactKind<S>): FactKind<S> => definition;

export const FACT_KINDS = {
  service: kind({
    pattern: "service.json",
    format: "json",
    schema: Service,
    key: ["name"],
    file: null,
  }),
  sources: kind({
    pattern: "sources/*.json",
    format: "json",
    schema: Source,
    key: ["id"],
    file: "id",
  }),
  providers: kind({
    pattern: "providers/*.json",
    format: "json",
    schema: Provider,
    key: ["slug"],
    file: "slug",
    references: { source: "sources.id", own_hosts: "providers.slug" },
  }),
  models: kind({
    pattern: "models/*/*.json",
    format: "json",
    schema: Model,
    key: ["slug"],
    file: "slug",
    folder: "lab",
    references: { source: "sources.id", lab: "providers.slug", base_model: "models.slug" },
  }),
  offers: kind({
    pattern: "offers/*.csv",
    format: "csv",
    schema: Offer,
    key: ["model_id"],
    file: "host",
    references: { source: "sources.id", host: "providers.slug", model: "models.slug" },
  }),
  prices: kind({
    pattern: "prices/*.csv",
    format: "csv",
    schema: PriceStatement,
    // A statement and the end a rule puts to it may fall on one day: `stated` comes before `withdrawn`.
    key: ["recorded", "model_id", "source", "effective", "event"],
    file: "host",
    references: { source: "sources.id", host: "providers.slug" },
  }),
  digests: kind({
    pattern: "digests.csv",
    format: "csv",
    schema: RowDigests,
    key: ["path", "day"],
    file: null,
  }),
  benchmarks: kind({
    pattern: "benchmarks/*.json",
    format: "json",
    schema: Benchmark,
    key: ["slug"],
    file: "slug",
    references: { source: "sources.id", part_of: "benchmarks.slug" },
  }),
  scores: kind({
    pattern: "scores/*.csv",
    format: "csv",
    schema: Score,
    key: ["model", "configuration", "source", "source_url"],
    file: "benchmark",
    references: { source: "sources.id", benchmark: "benchmarks.slug", model: "models.slug" },
  }),
  companies: kind({
    pattern: "companies/*.csv",
    format: "csv",
    schema: CompanyFact,
    key: ["metric", "as_of", "scope", "effective_date", "value", "source_url"],
    file: "company",
    references: { source: "sources.id", company: "providers.slug" },
  }),
  mindshare: kind({
    pattern: "mindshare/*.csv",
    format: "csv",
    schema: MindshareDay,
    key: ["day", "slug", "source"],
    file: "entity_type",
    references: { source: "sources.id" },
  }),
  gpuRental: kind({
    pattern: "gpu-rental/*.csv",
    format: "csv",
    schema: GpuRentalDay,
    key: ["day", "chip_slug"],
    file: "source",
    references: { source: "sources.id" },
  }),
  agents: kind({
    pattern: "agents/*.json",
    format: "json",
    schema: Agent,
    key: ["slug"],
    file: "slug",
    references: { source: "sources.id" },
  }),
  mcpServers: kind({
    pattern: "mcp-servers/*.csv",
    format: "csv",
    schema: McpServer,
    key: ["slug"],
    file: "list",
    references: { source: "sources.id" },
  }),
  skills: kind({
    pattern: "skills/*.csv",
    format: "csv",
    schema: Skill,
    key: ["slug"],
    file: "list",
    references: { source: "sources.id" },
  }),
  glossary: kind({
    pattern: "glossary/*.json",
    format: "json",
    schema: GlossaryTerm,
    key: ["slug"],
    file: "slug",
    references: { see_also: "glossary.slug" },
  }),
  experiments: kind({
    pattern: "experiments/*/about.json",
    format: "json",
    schema: Experiment,
    key: ["test"],
    file: null,
    folder: "test",
  }),
  identityQuestions: kind({
    pattern: "experiments/who-are-you/items.csv",
    format: "csv",
    schema: IdentityQuestion,
    key: ["item_id"],
    file: null,
  }),
  worldMapQuestions: kind({
    pattern: "experiments/world-map/items.json",
    format: "json",
    schema: WorldMapQuestion,
    key: ["prompt"],
    file: null,
  }),
  censorshipQuestions: kind({
    pattern: "experiments/censorship-index/items.csv",
    format: "csv",
    schema: CensorshipQuestion,
    key: ["pair", "kind"],
    file: null,
  }),
  horizonQuestions: kind({
    pattern: "experiments/knowledge-horizon/items.csv",
    format: "csv",
    schema: HorizonQuestion,
    key: ["item_id"],
    file: null,
  }),
  hostQuestions: kind({
    pattern: "experiments/same-model-different-host/items.csv",
    format: "csv",
    schema: HostQuestion,
    key: ["item_id"],
    file: null,
  }),
  driftQuestions: kind({
    pattern: "experiments/model-drift-index/items.csv",
    format: "csv",
    schema: DriftQuestion,
    key: ["item_id"],
    file: null,
  }),
  passageSets: kind({
    pattern: "experiments/tokenizer-tax/items.json",
    format: "json",
    schema: PassageSet,
    key: ["original"],
    file: null,
  }),
  tokenCounts: kind({
    pattern: "experiments/tokenizer-tax/counts/*.csv",
    format: "csv",
    schema: TokenCount,
    key: ["language", "sentence"],
    file: "tokenizer",
    references: { source: "sources.id" },
  }),
  modelTokenizers: kind({
    pattern: "experiments/tokenizer-tax/model-tokenizers.csv",
    format: "csv",
    schema: ModelTokenizer,
    key: ["model"],
    file: null,
    references: { model: "models.slug", tokenizer: "tokenCounts.file" },
  }),
  ownTestRuns: kind({
    pattern: "experiments/*/runs/*.json",
    format: "json",
    schema: OwnTestRun,
    key: ["id"],
    file: "id",
    folder: "test",
    references: { source: "sources.id", model: "models.slug", route: "providers.slug" },
  }),
  modelAliases: kind({
    pattern: "aliases/models.csv",
    format: "csv",
    schema: ModelAlias,
    key: ["alias"],
    file: null,
    references: { model: "models.slug" },
  }),
  distinctModels: kind({
    pattern: "aliases/distinct.csv",
    format: "csv",
    schema: DistinctModels,
    key: ["model_a", "model_b"],
    file: null,
    references: { model_a: "models.slug", model_b: "models.slug" },
  }),
  movingNames: kind({
    pattern: "aliases/moving.csv",
    format: "csv",
    schema: MovingName,
    key: ["host", "model_id", "since"],
    file: null,
    references: { host: "providers.slug", model: "models.slug" },
  }),
  labPrefixes: kind({
    pattern: "aliases/labs.csv",
    format: "csv",
    schema: LabPrefix,
    key: ["prefix"],
    file: null,
    references: { lab: "providers.slug", base_model: "models.slug" },
  }),
  scriptNames: kind({
    pattern: "aliases/scripts.csv",
    format: "csv",
    schema: ScriptName,
    key: ["name"],
    file: null,
    references: { lab: "providers.slug" },
  }),
  hostAliases: kind({
    pattern: "aliases/hosts.csv",
    format: "csv",
    schema: HostAlias,
    key: ["source", "name"],
    file: null,
    references: { source: "sources.id", host: "providers.slug" },
  }),
  benchmarkAliases: kind({
    pattern: "aliases/benchmarks.csv",
    format: "csv",
    schema: BenchmarkAlias,
    key: ["source", "name"],
    file: null,
    references: { source: "sources.id", benchmark: "benchmarks.slug" },
  }),
  popularNames: kind({
    pattern: "aliases/popular.csv",
    format: "csv",
    schema: PopularName,
    key: ["name"],
    file: null,
    references: { provider: "providers.slug", benchmark: "benchmarks.slug" },
  }),
  attention: kind({
    pattern: "aliases/attention.csv",
    format: "csv",
    schema: Attention,
    key: ["entity_type", "slug"],
    file: null,
  }),
  corrections: kind({
    pattern: "corrections/corrections.csv",
    format: "csv",
    schema: Correction,
    key: ["kind", "key", "field"],
    file: null,
  }),
  acceptedGates: kind({
    pattern: "corrections/accepted.csv",
    format: "csv",
    schema: AcceptedGate,
    key: ["date", "gate", "source"],
    file: null,
  }),
  findings: kind({
    pattern: "findings/*.json",
    format: "json",
    schema: EditorialFinding,
    key: ["id"],
    file: "id",
    references: { models: "models.slug" },
  }),
} as const;

export type FactKindName = keyof typeof FACT_KINDS;
export type FactOf<K extends FactKindName> = z.infer<(typeof FACT_KINDS)[K]["schema"]>;
/** A row and the name of the file it stands in, without its ending: the host of an offer, the benchmark of a score. */
export type FiledFact<K extends FactKindName> = FactOf<K> & { file: string };
export type Facts = { [K in FactKindName]: FiledFact<K>[] };
