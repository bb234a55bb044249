/** What collectors return: rows of an upstream, parsed and in our units, not yet resolved to our models. */

import type * as z from "zod";
import type { METERS_WITH_PRICE_COLUMN, Rate } from "../cost/rates.ts";
import type { FactOfKind } from "../facts/kinds.ts";
import { type Model, StatedTraits } from "../schema/model.ts";
import { createNullFields } from "../schema/values.ts";

const Traits = StatedTraits.omit({
  kind: true,
  host: true,
  name: true,
  more: true,
  source_url: true,
  as_of: true,
});

/**
 * What an upstream states about a model itself, independent of the host, as stored in data/traits/. Null or empty when
 * unknown. In a host's own listing, `documentation` counts only at the lab's host.
 */
export type ModelTraits = Omit<z.infer<typeof Traits>, "input_modalities" | "output_modalities"> & {
  /** Maker in the upstream's words (`Meta AI`, `meta-llama`): a hint, the name family decides. */
  maker: string | null;
  input_modalities: string[];
  output_modalities: string[];
  /** Further fields of the model, as they will be recorded; they need no rule of their own. */
  more?: Partial<Model>;
};

export const NO_MODEL_TRAITS: ModelTraits = {
  ...createNullFields(Traits),
  maker: null,
  input_modalities: [],
  output_modalities: [],
};

/** USD per 1M tokens: null when the upstream does not state it. */
export type OfferPrices = Record<(typeof METERS_WITH_PRICE_COLUMN)[number], number | null>;
export const NO_OFFER_PRICES: OfferPrices = {
  input: null,
  output: null,
  cache_read: null,
  cache_write: null,
};

/** What a host charges. This value means an offer without a price. */
export const EMPTY_RATE_CARD = {
  prices: NO_OFFER_PRICES,
  /** All rates other than the four prices in `prices`. */
  rates: [] as Rate[],
};
export type RateCardListing = typeof EMPTY_RATE_CARD;

/** A model as a neutral upstream describes it (no price). */
export interface ModelListing {
  source: string;
  /** Upstream's id with or without a maker's path (`alibaba/qwen-max`). */
  name: string;
  traits: ModelTraits;
  /** Page that states the row, if the row has its own page. */
  source_url?: string;
}

/** A model for sale at a host now. `host` is already one of ours. */
export interface OfferListing extends RateCardListing {
  source: string;
  host: string;
  modelId: string;
  traits: ModelTraits;
  status: FactOfKind<"offers">["status"];
  /** Prices to which the upstream gives a date, past and announced ones. */
  dated?: ({ effective: string } & RateCardListing)[];
  /** Why this is not the host's own statement: `reseller: …`; null or absent for most. */
  note?: string | null;
  /** True for speech, images, video, embeddings, reranking and moderation, which chat lists leave out. */
  isBeyondChat?: boolean;
  /** The model that the upstream declares the id to be, in its own spelling: `openai/gpt-5.6-sol`. */
  declaredModel?: string;
}

/** The retirement of an id, as announced on a page of the host or the lab. It creates no offer. */
export interface RetirementNotice {
  source: string;
  /** Our slug of the host. */
  host: string;
  modelId: string;
  retirement_date: string;
  /** Ids that the page recommends instead. */
  replacements: string[];
  source_url: string;
}

/** A company as an upstream describes it. `slug` is already one of ours. */
export interface HostDetailsListing {
  source: string;
  slug: string;
  name: string;
  api_url: string | null;
  documentation_url: string | null;
  pricing_page?: string | null;
  npm?: string | undefined;
  env?: string[] | undefined;
}

/** A score under the upstream's own name of the model. `score` is in the unit of our benchmark. */
export interface ScoreListing {
  source: string;
  benchmark: string;
  modelName: string;
  /** More precise than `modelName`, when the upstream has both. */
  display_name: string | null;
  maker: string | null;
  release_date: string | null;
  is_open_source: boolean | null;
  /** Scaffold, shots, prompt mode, ...; the merge adds what the resolver drops from the name. */
  configuration: string | null;
  score: number;
  self_reported: boolean | null;
  as_of: string;
  source_url: string;
}

/** Stands for all hosts of a source when a malformed row does not name its host. */
export const ALL_HOSTS_WILDCARD = "*";

/** An id whose row could not be read; `modelId` is null when the row has no readable id. */
export interface UnreadableOfferId {
  /** Our slug of the host, or `ALL_HOSTS_WILDCARD`. */
  host: string;
  modelId: string | null;
}

/** A row that was left out, for the report. */
export interface RejectedRow {
  source: string;
  place: string;
  value: string;
  reason: string;
  /** The row has an unknown shape: its earlier statement is not withdrawn. */
  isMalformed?: boolean;
  /** For a malformed row about an offer: the id whose last statement stays current. */
  unread?: UnreadableOfferId;
}

/** Kinds of facts that are stored without matching them to models. */
export const PASS_THROUGH_KINDS = [
  ...(["companies", "mindshare", "gpuRental", "mcpServers", "skills"] as const),
] as const;
export type PassThroughKind = (typeof PASS_THROUGH_KINDS)[number];

/** Rows of these kinds, in the form in which `data/` stores them. */
export type PassThroughFacts = {
  [K in PassThroughKind]?: { file: string; rows: FactOfKind<K>[] }[];
};

const NO_LISTINGS = {
  /** Whether the files contain only a part of what the source states, so that facts missing from them stay. */
  isPartial: false,
  hosts: [] as HostDetailsListing[],
  models: [] as ModelListing[],
  offers: [] as OfferListing[],
  scores: [] as ScoreListing[],
  notices: [] as RetirementNotice[],
  facts: {} as PassThroughFacts,
};

/** What a collector makes of its files; what it leaves out is empty. */
export type SourceListings = Partial<typeof NO_LISTINGS>;
export type CollectedListings = typeof NO_LISTINGS & { rejected: RejectedRow[] };

/** All that several collectors state, in their order. */
export function mergeCollectedListings(
  all: readonly (SourceListings & { rejected: RejectedRow[] })[],
): CollectedListings {
  const facts: Record<string, unknown[]> = {};
  for (const [kind, tables] of all.flatMap((one) => Object.entries(one.facts ?? {})))
    facts[kind] = [...(facts[kind] ?? []), ...tables];
  return {
    isPartial: all.some((one) => one.isPartial),
    hosts: all.flatMap((one) => one.hosts ?? []),
    models: all.flatMap((one) => one.models ?? []),
    offers: all.flatMap((one) => one.offers ?? []),
    scores: all.flatMap((one) => one.scores ?? []),
    notices: all.flatMap((one) => one.notices ?? []),
    facts: facts as PassThroughFacts,
    rejected: all.flatMap((one) => one.rejected),
  };
}
