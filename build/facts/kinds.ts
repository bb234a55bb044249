/**
 * Every kind of fact in `data/`: where its files are, what a row is, what makes a row unique, how rows are sorted and
 * what they refer to. Reading, checking, formatting, writing and the snapshot's tables are derived from this table.
 */
import type { z } from "zod";
import { CompanyFact, GpuRentalDay, MindshareDay } from "../schema/activity.ts";
import { Benchmark, Score } from "../schema/benchmark.ts";
import * as directory from "../schema/directory.ts";
import * as editorial from "../schema/editorial.ts";
import * as experiment from "../schema/experiment.ts";
import { Model } from "../schema/model.ts";
import { Offer } from "../schema/offer.ts";
import { ModelTokenizer, OwnTestRun, TokenCount } from "../schema/own-test.ts";
import { PriceStatement } from "../schema/price-statement.ts";
import { Provider } from "../schema/provider.ts";
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

const kind = <S extends z.ZodObject>(
  pattern: string,
  schema: S,
  key: FactKind<S>["key"],
  more: Partial<Pick<FactKind, "file" | "folder" | "references">> = {},
): FactKind<S> => ({
  ...{ pattern, schema, key, file: null, ...more },
  format: pattern.endsWith(".csv") ? "csv" : "json",
});

const source = "sources.id";
const model = "models.slug";
const provider = "providers.slug";
const benchmark = "benchmarks.slug";

export const FACT_KINDS = {
  service: kind("service.json", Service, ["name"]),
  sources: kind("sources/*.json", Source, ["id"], { file: "id" }),
  providers: kind("providers/*.json", Provider, ["slug"], {
    file: "slug",
    references: { source, own_hosts: provider },
  }),
  models: kind("models/*/*.json", Model, ["slug"], {
    file: "slug",
    folder: "lab",
    references: { source, lab: provider, base_model: model },
  }),
  offers: kind("offers/*.csv", Offer, ["model_id"], {
    file: "host",
    references: { source, host: provider, model },
  }),
  // A source may state a price and withdraw it on one day: `stated` sorts before `withdrawn`.
  prices: kind(
    "prices/*.csv",
    PriceStatement,
    ["recorded", "model_id", "source", "effective", "event"],
    { file: "host", references: { source, host: provider } },
  ),
  benchmarks: kind("benchmarks/*.json", Benchmark, ["slug"], {
    file: "slug",
    references: { source, part_of: benchmark },
  }),
  scores: kind("scores/*.csv", Score, ["model", "configuration", "source", "source_url"], {
    file: "benchmark",
    references: { source, benchmark, model },
  }),
  companies: kind(
    "companies/*.csv",
    CompanyFact,
    ["metric", "as_of", "scope", "effective_date", "value", "source_url"],
    { file: "company", references: { source, company: provider } },
  ),
  mindshare: kind("mindshare/*.csv", MindshareDay, ["day", "slug", "source"], {
    file: "entity_type",
    references: { source },
  }),
  gpuRental: kind("gpu-rental/*.csv", GpuRentalDay, ["day", "chip_slug"], {
    file: "source",
    references: { source },
  }),
  agents: kind("agents/*.json", directory.Agent, ["slug"], {
    file: "slug",
    references: { source },
  }),
  mcpServers: kind("mcp-servers/*.csv", directory.McpServer, ["slug"], {
    file: "list",
    references: { source },
  }),
  skills: kind("skills/*.csv", directory.Skill, ["slug"], { file: "list", references: { source } }),
  glossary: kind("glossary/*.json", directory.GlossaryTerm, ["slug"], {
    file: "slug",
    references: { see_also: "glossary.slug" },
  }),
  experiments: kind("experiments/*/about.json", experiment.Experiment, ["test"], {
    folder: "test",
  }),
  identityQuestions: kind("experiments/who-are-you/items.csv", experiment.IdentityQuestion, [
    "item_id",
  ]),
  worldMapQuestions: kind("experiments/world-map/items.json", experiment.WorldMapQuestion, [
    "prompt",
  ]),
  censorshipQuestions: kind(
    "experiments/censorship-index/items.csv",
    experiment.CensorshipQuestion,
    ["pair", "kind"],
  ),
  horizonQuestions: kind("experiments/knowledge-horizon/items.csv", experiment.HorizonQuestion, [
    "item_id",
  ]),
  hostQuestions: kind("experiments/same-model-different-host/items.csv", experiment.HostQuestion, [
    "item_id",
  ]),
  driftQuestions: kind("experiments/model-drift-index/items.csv", experiment.DriftQuestion, [
    "item_id",
  ]),
  passageSets: kind("experiments/tokenizer-tax/items.json", experiment.PassageSet, ["original"]),
  tokenCounts: kind(
    "experiments/tokenizer-tax/counts/*.csv",
    TokenCount,
    ["language", "sentence"],
    { file: "tokenizer", references: { source } },
  ),
  modelTokenizers: kind(
    "experiments/tokenizer-tax/model-tokenizers.csv",
    ModelTokenizer,
    ["model"],
    { references: { model, tokenizer: "tokenCounts.file" } },
  ),
  ownTestRuns: kind("experiments/*/runs/*.json", OwnTestRun, ["id"], {
    file: "id",
    folder: "test",
    references: { source, model, route: provider },
  }),
  modelAliases: kind("aliases/models.csv", editorial.ModelAlias, ["alias"], {
    references: { model },
  }),
  distinctModels: kind("aliases/distinct.csv", editorial.DistinctModels, ["model_a", "model_b"], {
    references: { model_a: model, model_b: model },
  }),
  movingNames: kind("aliases/moving.csv", editorial.MovingName, ["host", "model_id", "since"], {
    references: { host: provider, model },
  }),
  labPrefixes: kind("aliases/labs.csv", editorial.LabPrefix, ["prefix"], {
    references: { lab: provider, base_model: model },
  }),
  scriptNames: kind("aliases/scripts.csv", editorial.ScriptName, ["name"], {
    references: { lab: provider },
  }),
  hostAliases: kind("aliases/hosts.csv", editorial.HostAlias, ["source", "name"], {
    references: { source, host: provider },
  }),
  benchmarkAliases: kind("aliases/benchmarks.csv", editorial.BenchmarkAlias, ["source", "name"], {
    references: { source, benchmark },
  }),
  popularNames: kind("aliases/popular.csv", editorial.PopularName, ["name"], {
    references: { provider, benchmark },
  }),
  attention: kind("aliases/attention.csv", editorial.Attention, ["entity_type", "slug"]),
  corrections: kind("corrections/corrections.csv", editorial.Correction, ["kind", "key", "field"]),
  acceptedGates: kind("corrections/accepted.csv", editorial.AcceptedGate, [
    "date",
    "gate",
    "source",
  ]),
  findings: kind("findings/*.json", editorial.EditorialFinding, ["id"], {
    file: "id",
    references: { models: model },
  }),
} as const;

export type FactKindName = keyof typeof FACT_KINDS;
export type FactOf<K extends FactKindName> = z.infer<(typeof FACT_KINDS)[K]["schema"]>;
/** A row and the name of its file without the ending: the host of an offer, the benchmark of a score. */
export type FiledFact<K extends FactKindName> = FactOf<K> & { file: string };
export type Facts = { [K in FactKindName]: FiledFact<K>[] };
