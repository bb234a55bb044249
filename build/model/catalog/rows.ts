/**
 * The typed rows of the read model. Every table is a `catalog_*` view of the snapshot. A row that is a fact with
 * further columns is derived from the schema of the fact, so a new field of the fact is also a field of the row.
 */
import * as z from "zod";
import type { PublishedOwnTestItem, PublishedTestVersion } from "../../experiments/items.ts";
import { Benchmark } from "../../schema/benchmark.ts";
import { CodingAgent, GlossaryTerm } from "../../schema/directory.ts";
import { toResponseFieldSchema, toResponseShapeOfFields } from "../../schema/field-schemas.ts";
import { MODEL_FIELD_BY_NAME, OFFER_FIELD_DEFINITIONS } from "../../schema/fields.ts";
import { Model } from "../../schema/model.ts";
import { ModelTokenizer, OwnTestRun } from "../../schema/own-test.ts";
import { Provider } from "../../schema/provider.ts";
import {
  BillingMode,
  ChangeType,
  PriceChangeReason,
  ReleaseDateBasis,
  ServiceTier,
} from "../../schema/values.ts";
import type { ComputedAverageScore, ComputedOverallModelScore } from "../score/scores.ts";

const Text = z.string();
const MaybeText = z.string().nullable();
const MaybeNumber = z.number().nullable();
const Flag = z.boolean().nullable();

const columns = <T extends z.ZodType, N extends string>(type: T, ...names: N[]) =>
  Object.fromEntries(names.map((name) => [name, type])) as Record<N, T>;

/** Every field of the fact, and what the views compute. */
const ModelViewRow = z
  .object(Model.shape)
  .omit({ source: true, as_of: true })
  .extend({
    /** `first_seen`: no source states a date, and the model was news when first seen. Null: it was not news then. */
    release_date_basis: ReleaseDateBasis.nullable(),
    /** First day on which any source listed the model at any host; null when none ever did. */
    first_seen: MaybeText,
    status: toResponseFieldSchema(MODEL_FIELD_BY_NAME.status),
    replacement: z.object({ slug: MaybeText, name: Text, source_url: Text }).nullable(),
    offers: z.int(),
    /** Whether one of the lab's own hosts sells the model, with or without a known price. */
    is_sold_by_lab: z.boolean(),
    ...columns(MaybeText, "list_host", "cheapest_host"),
    /** Host of the default price series; null without a price history. */
    default_host: MaybeText,
    default_is_list_price: z.boolean(),
    price_changes: z.int(),
    aliases: z.array(Text),
    /** Withdrawn ids that no alias gives, each after its host (`openrouter/alpindale/magnum-72b`); null without any. */
    past_ids: z.array(Text).nullable(),
    as_of: Text,
  });
type ModelViewRow = z.infer<typeof ModelViewRow>;

export interface ModelRow extends ModelViewRow {
  /** Mean over the common set of benchmarks; null when too little was measured. */
  avg_score: number | null;
  avg_score_basis: Omit<ComputedAverageScore, "score">;
}

/** The rates that have no column of their own, in ledger notation, with their source and first day. */
const FurtherRates = z.array(z.object({ ...columns(Text, "source", "valid_from", "rates") }));

/** Days on which the cache prices were first recorded; null where they have the `as_of` of the other prices. */
const CacheDays = z.object(columns(MaybeText, "cache_read", "cache_write")).nullable();

/** All prices of an offer from an announced day on, the nearest day first; null where the announcement states none. */
const AnnouncedCard = z.object({
  effective: Text,
  ...columns(MaybeNumber, "input", "output", "cache_read", "cache_write"),
  cards: FurtherRates,
  cache_days: CacheDays,
  ...columns(Text, "source", "as_of"),
  source_url: MaybeText,
});

/** What one host charges for one model now, under the id that represents it there: every published field, and more. */
export const OfferRow = z
  .object({ model: Text, ...toResponseShapeOfFields(OFFER_FIELD_DEFINITIONS) })
  .omit({ provider: true, provider_slug: true })
  .extend({
    host: Text,
    cards: FurtherRates,
    cache_days: CacheDays,
    /** Rate besides input and output (`input@batch`) → its trust, where that is below the offer's; null without any. */
    rate_trust: z.record(Text, z.enum(["one_source", "stale"])).nullable(),
    /** Source of the retirement date, and the day on which it stated it; at the latest the retirement date. */
    retirement_stated: z.object(columns(Text, "source", "as_of")).nullable(),
    /** Why it is doubted, disputed or stale; null when it is none of these. */
    doubt: MaybeText,
    is_eligible: z.boolean(),
    /** Why it is not the cheapest of its model; null for the one that is. */
    passed_over: MaybeText,
    blended: MaybeNumber,
    /** Compares the offers of a model. `unit`: `tokens` (blended), `input tokens`, or a rate (`output_image/image`). */
    unit_price: MaybeNumber,
    unit: MaybeText,
    announced: z.array(AnnouncedCard),
    /** Page on which a person read the price; null for a price from an upstream. */
    source_url: MaybeText,
  });
export type OfferRow = z.infer<typeof OfferRow>;

export const PriceRow = z.object({
  model: Text,
  is_list_price: z.boolean(),
  ...columns(Text, "host", "source", "date"),
  change: PriceChangeReason,
  ...columns(MaybeNumber, "cache_read", "input", "output", "cache_write"),
});
export type PriceRow = z.infer<typeof PriceRow>;

/** What one host charged for one model from a day on, by the id that represented it then. */
export const RateCardRow = z.object({
  ...columns(Text, "model", "host", "date"),
  /** Null when the model was not for sale from that day on; the tier, the source and its day are then null too. */
  model_id: MaybeText,
  service_tier: ServiceTier.nullable(),
  billing: BillingMode,
  ...columns(MaybeNumber, "input", "output", "cache_read", "cache_write"),
  cards: FurtherRates,
  cache_days: CacheDays,
  /** Whether only a reseller states the price, or a rule doubts it that looks at no other price. */
  is_doubted: z.boolean(),
  ...columns(MaybeText, "source", "as_of"),
});
export type RateCardRow = z.infer<typeof RateCardRow>;

/**
 * Rate card of an id whose price or tier differed from that of the id that represented its model then. `model_id` is
 * null from a day on which they do not differ or the id is no longer for sale. The first row is of the id's first day.
 */
const IdCardRow = RateCardRow.extend({ name: Text });

/** One source's statement about an id for which current or waiting statements differ by more than `DISPUTED_PERCENT`. */
const DisputeRow = z.object({
  ...columns(Text, "model", "host", "model_id"),
  service_tier: ServiceTier,
  ...columns(Text, "source", "recorded"),
  ...columns(MaybeNumber, "input", "output"),
  is_published: z.boolean(),
  /** Why a rule doubts the statement, so that it waits; null for statements that do not wait. */
  reason: MaybeText,
});

export const BenchmarkRow = Benchmark.extend({
  models_tested: z.int(),
  as_of: MaybeText,
});
export type BenchmarkRow = z.infer<typeof BenchmarkRow>;

export const ScoreRow = z.object({
  model: Text,
  score: z.number(),
  benchmark: Text,
  configuration: MaybeText,
  /** Represents the model on the benchmark: in `scores` of the model entry, in averages and in leaderboards. */
  is_default: z.boolean(),
  source_url: Text,
  self_reported: Flag,
  ...columns(Text, "source", "as_of"),
});
export type ScoreRow = z.infer<typeof ScoreRow>;

export const ProviderRow = Provider.omit({ as_of: true }).extend({
  models: z.int(),
  offers: z.int(),
  newest: Text,
});
export type ProviderRow = z.infer<typeof ProviderRow>;

export const ChangeRow = z.object({
  /** Null until a run has recorded the change in `data/changes.csv`. */
  id: z.int().nullable(),
  model: MaybeText,
  date: Text,
  type: ChangeType,
  /** `key`: what else identifies the change (build/schema/rule.ts). */
  ...columns(MaybeText, "host", "company", "key", "release_date", "first_seen"),
  ...columns(MaybeNumber, "old_input", "new_input", "old_output", "new_output"),
  ...columns(MaybeNumber, "pct_input", "pct_output"),
  metric: MaybeText,
  /** Values of a company's figure or of a context window. */
  ...columns(MaybeNumber, "value", "previous"),
  withdraws: z.int().nullable(),
  withdrawn_type: ChangeType.nullable(),
  ...columns(MaybeText, "withdrawn_date", "scope", "source_url"),
  source: Text,
});
export type ChangeRow = z.infer<typeof ChangeRow>;

/** A source's statement that a finding is based on: of a price, of a new id or of a score. */
const FindingSourceStatementRow = z.object({
  model: Text,
  ...columns(MaybeText, "host", "model_id"),
  ...columns(Text, "date", "source"),
  /** Page on which a person read the price, or that states the score; null for what is in an upstream's own data. */
  source_url: MaybeText,
  /** Sources that count as having stated the same; for some kinds of findings only this one is listed. */
  sources: z.array(Text),
  ...columns(MaybeNumber, "input_before", "output_before", "input", "output"),
});
type FindingSourceStatementRow = z.infer<typeof FindingSourceStatementRow>;

/** The numbers behind a finding; columns that its kind does not use are null. */
export const FindingFactRow = z.object({
  kind: z.enum(["price_drop", "price_rise", "new_model", "new_cheapest", "top_score", "spread"]),
  ...columns(Text, "date", "model", "lab"),
  ...columns(MaybeText, "host", "benchmark"),
  /** Size of the change, 0 to 100: percent between the lower and the higher price, or a comparable measure. */
  size: z.number(),
  /** Hosts that sell the model, and hosts that sell any model of its lab. */
  ...columns(z.int(), "model_hosts", "lab_hosts"),
  ...columns(MaybeNumber, "old_input", "new_input", "old_output", "new_output", "pct_blended"),
  ...columns(MaybeText, "release_date", "first_seen"),
  ...columns(MaybeNumber, "input", "output", "context_window", "hosts", "blended"),
  /** `own_before`: what the host charged before; null where it did not sell the model. */
  ...columns(MaybeNumber, "own_before", "best_before"),
  best_host: MaybeText,
  /** `rivals`: other hosts that sold the model that day. */
  ...columns(MaybeNumber, "pct_below", "rivals", "score"),
  self_reported: Flag,
  runner_up: MaybeText,
  ...columns(MaybeNumber, "runner_up_score", "models_tested", "lowest", "highest", "ratio"),
  ...columns(MaybeText, "cheapest_host", "most_expensive_host"),
  statements: z.array(FindingSourceStatementRow),
});
export type FindingFactRow = z.infer<typeof FindingFactRow>;

export interface FindingRow {
  id: string;
  date: string;
  kind: FindingFactRow["kind"] | "own_test" | "editorial";
  title: string;
  summary: string;
  numbers: Record<string, number>;
  /** Slugs, the most important first. */
  models: string[];
  test: string | null;
  /** Empty for our own tests and for what a person wrote. */
  statements: FindingSourceStatementRow[];
  /** Importance, comparable between kinds (`importanceOf`); orders findings of one day. */
  size: number;
}

export const SourceRow = z.object({
  ...columns(Text, "id", "name"),
  url: MaybeText,
  /** Address of its entry for an id, with `{host}` and `{model_id}`. */
  entry_url: MaybeText,
  /** The source's names for hosts where they differ from our slugs; only when `entry_url` contains `{host}`. */
  host_names: z.array(z.object({ host: Text, name: Text })),
  ...columns(Text, "license", "license_url", "credit", "recorded_on"),
  missed_runs: z.int(),
  /** Day, set by a person, from which the source is no longer read. */
  retired_on: MaybeText,
  /** Newest day on which it was read; null for our own work. */
  last_read: MaybeText,
  rows: z.int(),
  newest_fact: MaybeText,
  /** Nine of ten gaps between days with facts from it are at most this long; null with fewer than five gaps. */
  usual_gap_days: z.int().nullable(),
  datasets: z.array(Text),
});
export type SourceRow = z.infer<typeof SourceRow>;

const DatasetRow = z.object({ dataset: Text, rows: z.int(), as_of: MaybeText });

/** Changes that wait for confirmation. `days` counts from the first reading to the newest, both included. */
const HeldRow = z.object({
  ...columns(Text, "kind", "rule", "reason", "source"),
  host: MaybeText,
  changes: z.int(),
  ...columns(Text, "since", "last_seen"),
  days: z.int(),
});

/** Tokens of the passage in one language by one tokenizer, sentence by sentence. */
export const TokenCountRow = z.object({
  ...columns(Text, "tokenizer", "language", "passage_version"),
  ...columns(Text, "run_date", "package", "package_version"),
  ...columns(z.array(z.int()), "tokens", "characters"),
});
export type TokenCountRow = z.infer<typeof TokenCountRow>;

export const OwnTestRunRow = OwnTestRun.omit({ source: true }).strip();
export type OwnTestRunRow = z.infer<typeof OwnTestRunRow>;

/** Another name of a provider or benchmark, in lower case, if it is no slug and has only one meaning. */
const OtherNameRow = z.object({
  kind: z.enum(["provider", "benchmark"]),
  ...columns(Text, "name", "slug"),
});

/** An id that has meant several models at its host; see `ReassignedModelId` in build/cost/card-of-day.ts. */
const MovingIdRow = z.object({ ...columns(Text, "host", "name", "model"), since: MaybeText });

export const CatalogCounts = z.record(z.string(), z.int());

/** Table of the snapshot → schema of its rows. The dump has this order of columns, which compresses well (decision 0038). */
export const CATALOG_ROW_SCHEMAS = {
  models: ModelViewRow,
  offers: OfferRow,
  price_rows: PriceRow,
  rate_cards: RateCardRow,
  id_cards: IdCardRow,
  disputes: DisputeRow,
  benchmarks: BenchmarkRow,
  scores: ScoreRow,
  providers: ProviderRow,
  changes: ChangeRow,
  finding_facts: FindingFactRow,
  sources: SourceRow,
  datasets: DatasetRow,
  held: HeldRow,
  agents: CodingAgent.omit({ source: true }),
  glossary: GlossaryTerm,
  other_names: OtherNameRow,
  moving_ids: MovingIdRow,
  token_counts: TokenCountRow,
  model_tokenizers: ModelTokenizer,
  own_test_runs: OwnTestRunRow,
} as const;

/** Overall score of a model, computed from the snapshot's scores; only for models with enough benchmarks. */
export interface OverallScoreRow extends ComputedOverallModelScore {
  model: string;
}

/** The rows of the tables of the snapshot. */
export type SnapshotRowTypes = {
  [K in keyof typeof CATALOG_ROW_SCHEMAS]: z.infer<(typeof CATALOG_ROW_SCHEMAS)[K]>;
};

export type CatalogRowTypes = Omit<SnapshotRowTypes, "models"> & {
  models: ModelRow;
  service_scores: OverallScoreRow;
  own_tests: PublishedTestVersion;
  own_test_items: PublishedOwnTestItem;
  /** Newest first. */
  findings: FindingRow;
};

export type CatalogTables = {
  readonly [K in keyof CatalogRowTypes]: readonly CatalogRowTypes[K][];
};
