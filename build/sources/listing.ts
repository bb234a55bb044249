/**
 * What collectors hand over: rows of an upstream, parsed and in our units, but not yet tied to our
 * canonical models. Nothing here has touched the network or the disk.
 */

import type { FactKindName, FactOf } from "../facts/kinds.ts";
import type { Model } from "../schema/model.ts";
import type { SourceText } from "../schema/source.ts";
import type { Live } from "./live.ts";

/** USD per 1M tokens; null when the upstream does not say. */
export interface Prices {
  input: number | null;
  output: number | null;
  cacheRead: number | null;
  cacheWrite: number | null;
}

/** What an upstream says of a model itself, whoever sells it. All null or empty when unknown. */
export interface ModelTraits {
  displayName: string | null;
  /** Maker in the upstream's words (`Meta AI`, `meta-llama`): a hint, the name family decides. */
  maker: string | null;
  isOpenWeights: boolean | null;
  releaseDate: string | null;
  knowledgeCutoff: string | null;
  retirementDate: string | null;
  contextWindow: number | null;
  maxOutputTokens: number | null;
  inputModalities: string[];
  outputModalities: string[];
  tools: boolean | null;
  reasoning: boolean | null;
  structuredOutput: boolean | null;
  attachments: boolean | null;
  weightsLicense: string | null;
  weightsUrl: string | null;
  announcementUrl: string | null;
  /** Page that says how to use it. Of a host's own listing: believed where the host is the lab's. */
  documentationUrl: string | null;
  /** Further fields of the fact, as they will stand there; unlike those above they need no rule of their own. */
  facts?: Partial<Model>;
}

/** A model as a neutral upstream describes it (no price). */
export interface ModelListing {
  source: string;
  /** Upstream's id with or without a maker's path (`alibaba/qwen-max`). */
  name: string;
  traits: ModelTraits;
}

/** A model for sale at a host now. `host` is already one of ours. */
export interface OfferListing {
  source: string;
  host: string;
  modelId: string;
  traits: ModelTraits;
  prices: Prices;
  reasoningPrice: number | null;
  batchInput: number | null;
  batchOutput: number | null;
  tiers: { above: number; input: number; output: number; cacheRead: number | null }[];
  status: FactOf<"offers">["status"];
  /** Day this price was recorded. */
  asOf: string;
  /** Prices that the upstream dates itself, past ones and announced ones. */
  dated?: { effective: string; prices: Prices }[];
  /** Why this is not the host's own word: `reseller: …`; null or absent for most. */
  note?: string | null;
  /** Speech, images, video, embeddings, reranking, moderation: what a list of chat models says nothing of. */
  isBeyondChat?: boolean;
}

/** A company as an upstream describes it. `slug` is already one of ours. */
export interface HostListing {
  source: string;
  slug: string;
  name: string;
  apiUrl: string | null;
  documentationUrl: string | null;
}

/** A recorded change of a price. */
export interface PriceListing {
  source: string;
  host: string;
  modelId: string;
  date: string;
  change: "added" | "changed" | "removed";
  prices: Prices;
  /** What this same upstream said before the change; null when it said nothing. */
  before: Prices | null;
  /** The date is when the price took effect, not when it was seen. */
  isEffectiveDate: boolean;
  suspect: string | null;
}

/** A score under the upstream's own name of the model. `score` is in the unit of our benchmark. */
export interface ScoreListing {
  source: string;
  benchmark: string;
  modelName: string;
  /** Says more than `modelName`, when the upstream has both. */
  displayName: string | null;
  maker: string | null;
  releaseDate: string | null;
  isOpenWeights: boolean | null;
  /** Scaffold, shots, prompt mode, ...; what the resolver drops from the name is added by the merge. */
  configuration: string | null;
  score: number;
  selfReported: boolean | null;
  asOf: string;
  sourceUrl: string;
}

/** What a reseller says of the machines behind another host's offer. */
export interface EndpointListing {
  source: string;
  /** Already one of ours. */
  host: string;
  /** The model's id at the reseller: what the host itself calls it is not said. */
  modelId: string;
  quantization: string;
}

/** Stands for every host of a source, where a malformed row does not even name its own. */
export const EVERY_HOST = "*";

/** An id whose row came and could not be read; `modelId` null where not even the id can be told. */
export interface UnreadId {
  /** One of ours, or `EVERY_HOST`. */
  host: string;
  modelId: string | null;
}

/** A row that was left out, for the report. */
export interface Rejected {
  source: string;
  place: string;
  value: string;
  reason: string;
  /** The row has not the shape that its collector knows: what it told before is not gone. */
  isMalformed?: boolean;
  /** Of a malformed row of offers: the id of which the last statement stands. */
  unread?: UnreadId;
}

/** Facts that need no resolution are handed over as they will stand in `data/`. */
export type PlainFacts = {
  [K in Extract<
    FactKindName,
    "companies" | "mindshare" | "gpuRental" | "agents" | "mcpServers" | "skills"
  >]?: {
    file: string;
    rows: FactOf<K>[];
  }[];
};

export interface Collected {
  hosts?: HostListing[];
  models?: ModelListing[];
  offers?: OfferListing[];
  endpoints?: EndpointListing[];
  prices?: PriceListing[];
  scores?: ScoreListing[];
  facts?: PlainFacts;
  rejected: Rejected[];
}

/** Path below the upstream's folder → text. */
export type UpstreamFiles = ReadonlyMap<string, string>;

/** One upstream: where its files are, what they cost to copy (licence), and how they read. Pure. */
export interface Collector {
  source: SourceText;
  /** Globs below `<from>/<folder>` of a frozen copy; without it there is only the live address. */
  frozen?: { folder: string; files: string[] };
  /** Where it is read over the network; without it there is only the frozen copy. */
  live?: Live;
  /** A full answer has at least this many rows; fewer means it was cut off. */
  minRows: number;
  /** The same of a live reading, where the frozen copy has more files (a history). Default: `minRows`. */
  minLiveRows?: number;
  /** Newest date among the facts of these files: when they were recorded, if nobody says otherwise. */
  newestFact(files: UpstreamFiles): string;
  /** @param recordedOn Day these files were recorded, for rows that carry no date of their own. */
  translate(files: UpstreamFiles, recordedOn: string): Collected;
}
