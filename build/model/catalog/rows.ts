/**
 * The typed rows of the read model. Every table is a `catalog_*` view of the snapshot. Where a row is a fact with more
 * columns it is derived from the schema of the fact, so that a new field of the fact is one of the row.
 */
import { z } from "zod";
import type { PublishedItem, PublishedTest } from "../../experiments/published-items.ts";
import { Benchmark } from "../../schema/benchmark.ts";
import { Agent, GlossaryTerm } from "../../schema/directory.ts";
import { RELEASE_DATE_BASES } from "../../schema/field-schemas.ts";
import { Model } from "../../schema/model.ts";
import { BILLINGS, OFFER_STATUSES, SERVICE_TIERS } from "../../schema/offer.ts";
import { ModelTokenizer, OwnTestRun } from "../../schema/own-test.ts";
import { PRICE_CHANGES, TRUSTS } from "../../schema/price-statement.ts";
import { HostKind, Provider } from "../../schema/provider.ts";
import type { AverageScore, ServiceScore } from "../score/scores.ts";

const Text = z.string();
const MaybeText = z.string().nullable();
const MaybeNumber = z.number().nullable();
const Flag = z.boolean().nullable();

/** Every field of the fact, and what the views compute. */
const ModelFacts = z
  .object(Model.shape)
  .omit({ source: true, as_of: true })
  .extend({
    /** `first_seen`: no source dates its release, and it was news when it was first seen. Null where nothing tells its day. */
    release_date_basis: z.enum(RELEASE_DATE_BASES).nullable(),
    /** First day on which any source listed it; null for a model that no source has sold. */
    first_seen: MaybeText,
    offers: z.int(),
    /** An own host of its lab has it for sale, with or without a price. */
    is_sold_by_lab: z.boolean(),
    list_host: MaybeText,
    cheapest_host: MaybeText,
    /** Host of the default price series; null without a price history. */
    default_host: MaybeText,
    default_is_list_price: z.boolean(),
    price_changes: z.int(),
    aliases: z.array(Text),
    as_of: Text,
  });
export type ModelFacts = z.infer<typeof ModelFacts>;

export interface ModelRow extends ModelFacts {
  /** Mean over the common set of benchmarks; null when too little was measured. */
  avg_score: number | null;
  avg_score_basis: Pick<AverageScore, "measured" | "benchmarks">;
}

const ServiceTier = z.enum(SERVICE_TIERS);

/** What one host charges for one model now, under the id that represents it there. */
export const OfferRow = z.object({
  model: Text,
  host: Text,
  model_id: Text,
  input: MaybeNumber,
  output: MaybeNumber,
  cache_read: MaybeNumber,
  cache_write: MaybeNumber,
  reasoning: MaybeNumber,
  batch_input: MaybeNumber,
  batch_output: MaybeNumber,
  tiers: MaybeText,
  context_window: MaybeNumber,
  max_output_tokens: MaybeNumber,
  quantization: MaybeText,
  status: z.enum(OFFER_STATUSES),
  retirement_date: MaybeText,
  /** 0 for input and output, and no subscription. */
  is_free: z.boolean(),
  is_paid: z.boolean(),
  is_list_price: z.boolean(),
  billing: z.enum(BILLINGS),
  service_tier: ServiceTier,
  host_kind: HostKind,
  trust: z.enum(TRUSTS),
  /** Why it is not verified; null when it is. */
  doubt: MaybeText,
  /** Why it is not the cheapest of its model; null for the one that is. */
  passed_over: MaybeText,
  blended: MaybeNumber,
  variants: z.array(
    z.object({
      model_id: Text,
      service_tier: ServiceTier,
      input: MaybeNumber,
      output: MaybeNumber,
    }),
  ),
  /** Prices with a date to come, the nearest first. */
  announced: z.array(z.object({ effective: Text, input: MaybeNumber, output: MaybeNumber })),
  source: Text,
  /** The address that shows a person's correction; null for what an upstream says. */
  source_url: MaybeText,
  as_of: Text,
});
export type OfferRow = z.infer<typeof OfferRow>;

export const PriceRow = z.object({
  model: Text,
  host: Text,
  date: Text,
  input: MaybeNumber,
  output: MaybeNumber,
  cache_read: MaybeNumber,
  cache_write: MaybeNumber,
  change: z.enum(PRICE_CHANGES),
  is_list_price: z.boolean(),
  source: Text,
});
export type PriceRow = z.infer<typeof PriceRow>;

/** A source's statement about an id whose current price differs between sources by more than 5 %. */
const DisputeRow = z.object({
  model: Text,
  host: Text,
  model_id: Text,
  service_tier: ServiceTier,
  source: Text,
  /** Day on which the source was first seen to say so. */
  recorded: Text,
  input: MaybeNumber,
  output: MaybeNumber,
  is_published: z.boolean(),
});
export type DisputeRow = z.infer<typeof DisputeRow>;

export const BenchmarkRow = Benchmark.extend({
  models_tested: z.int(),
  as_of: MaybeText,
});
export type BenchmarkRow = z.infer<typeof BenchmarkRow>;

export const ScoreRow = z.object({
  model: Text,
  benchmark: Text,
  score: z.number(),
  configuration: MaybeText,
  self_reported: Flag,
  /** Represents the model on the benchmark: in `scores` of the model entry, in averages and in leaderboards. */
  is_default: z.boolean(),
  source: Text,
  source_url: Text,
  as_of: Text,
});
export type ScoreRow = z.infer<typeof ScoreRow>;

export const ProviderRow = Provider.omit({ as_of: true }).extend({
  models: z.int(),
  offers: z.int(),
  newest: Text,
});
export type ProviderRow = z.infer<typeof ProviderRow>;

export const ChangeRow = z.object({
  date: Text,
  type: z.enum(["new_model", "price_drop", "price_increase", "company_update"]),
  model: MaybeText,
  host: MaybeText,
  company: MaybeText,
  release_date: MaybeText,
  /** First day on which any source listed the model. */
  first_seen: MaybeText,
  old_input: MaybeNumber,
  new_input: MaybeNumber,
  old_output: MaybeNumber,
  new_output: MaybeNumber,
  pct_input: MaybeNumber,
  pct_output: MaybeNumber,
  metric: MaybeText,
  value: MaybeNumber,
  previous: MaybeNumber,
  scope: MaybeText,
  source_url: MaybeText,
  source: Text,
});
export type ChangeRow = z.infer<typeof ChangeRow>;

/** The numbers behind a finding; columns that its kind does not use are null. */
export const FindingFactRow = z.object({
  kind: z.enum(["price_drop", "price_rise", "new_model", "new_cheapest", "top_score", "spread"]),
  date: Text,
  model: Text,
  lab: Text,
  host: MaybeText,
  benchmark: MaybeText,
  /** The change alone, 0 to 100: percent between the lower and the higher price, or its like. */
  size: z.number(),
  /** Hosts that sell the model, and hosts that sell any model of its lab. */
  model_hosts: z.int(),
  lab_hosts: z.int(),
  old_input: MaybeNumber,
  new_input: MaybeNumber,
  old_output: MaybeNumber,
  new_output: MaybeNumber,
  pct_blended: MaybeNumber,
  release_date: MaybeText,
  input: MaybeNumber,
  output: MaybeNumber,
  context_window: MaybeNumber,
  hosts: MaybeNumber,
  blended: MaybeNumber,
  /** What the host charged before; null where it did not sell the model. */
  own_before: MaybeNumber,
  best_before: MaybeNumber,
  best_host: MaybeText,
  pct_below: MaybeNumber,
  /** Other hosts that sold the model that day. */
  rivals: MaybeNumber,
  score: MaybeNumber,
  /** Whether the leader's own maker reported its score. */
  self_reported: Flag,
  runner_up: MaybeText,
  runner_up_score: MaybeNumber,
  models_tested: MaybeNumber,
  lowest: MaybeNumber,
  cheapest_host: MaybeText,
  highest: MaybeNumber,
  most_expensive_host: MaybeText,
  ratio: MaybeNumber,
});
export type FindingFactRow = z.infer<typeof FindingFactRow>;

export const SourceRow = z.object({
  id: Text,
  name: Text,
  url: MaybeText,
  license: Text,
  license_url: Text,
  credit: Text,
  recorded_on: Text,
  missed_runs: z.int(),
  rows: z.int(),
  newest_fact: MaybeText,
  /** Nine of ten days with facts of it followed the one before within so many days; null with fewer than five steps. */
  usual_gap_days: z.int().nullable(),
  datasets: z.array(Text),
});
export type SourceRow = z.infer<typeof SourceRow>;

const DatasetRow = z.object({ dataset: Text, rows: z.int(), as_of: MaybeText });

/** Tokens of the passage in one language by one tokenizer, sentence by sentence. */
export const TokenCountRow = z.object({
  tokenizer: Text,
  language: Text,
  passage_version: Text,
  run_date: Text,
  package: Text,
  package_version: Text,
  tokens: z.array(z.int()),
  characters: z.array(z.int()),
});
export type TokenCountRow = z.infer<typeof TokenCountRow>;

/** A run of a test that asks models, with its answers. */
export const OwnTestRunRow = OwnTestRun.omit({ source: true }).strip();
export type OwnTestRunRow = z.infer<typeof OwnTestRunRow>;

/** Another name of a provider or a benchmark, in lower case: never a slug of its kind, and of one thing only. */
const OtherNameRow = z.object({
  kind: z.enum(["provider", "benchmark"]),
  name: Text,
  slug: Text,
});

export const Counts = z.record(z.string(), z.int());

/** Table of the snapshot → schema of its rows. */
export const CATALOG_TABLES = {
  models: ModelFacts,
  offers: OfferRow,
  price_rows: PriceRow,
  disputes: DisputeRow,
  benchmarks: BenchmarkRow,
  scores: ScoreRow,
  providers: ProviderRow,
  changes: ChangeRow,
  finding_facts: FindingFactRow,
  sources: SourceRow,
  datasets: DatasetRow,
  agents: Agent.omit({ source: true }),
  glossary: GlossaryTerm,
  other_names: OtherNameRow,
  token_counts: TokenCountRow,
  model_tokenizers: ModelTokenizer,
  own_test_runs: OwnTestRunRow,
} as const;

/** Ability of a model on one scale; only of models with enough benchmarks. Computed from the snapshot's scores. */
export interface ServiceScoreRow extends ServiceScore {
  model: string;
}

/** The rows of each table. */
export type CatalogRows = {
  [K in Exclude<keyof typeof CATALOG_TABLES, "models">]: z.infer<(typeof CATALOG_TABLES)[K]>;
} & {
  models: ModelRow;
  service_scores: ServiceScoreRow;
  own_tests: PublishedTest;
  own_test_items: PublishedItem;
};

export type CatalogTables = { readonly [K in keyof CatalogRows]: readonly CatalogRows[K][] };
