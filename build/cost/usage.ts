/** What a request used: one number for each thing that a host may charge for. */
import type { Meter, PriceUnit } from "./rates.ts";

/** How a rate counts a field. */
interface Counter {
  /** The first meter for which the card has a rate applies. */
  meters: readonly Meter[];
  /** Possible units → how many of the counted things make one unit. */
  units: Readonly<Partial<Record<PriceUnit, number>>>;
  /** Resolution or kind that the rate is for, where it has one. */
  variant?: string;
  cacheTtl?: string;
  /** If only this meter has prices by prompt size on a card, the rates of the field follow it. */
  follows?: "input" | "output";
  /** The field that counts such tokens where the cache has no part in them. */
  uncached?: "input" | "input_audio" | "input_image";
  description: string;
}

const THINGS: readonly Meter[] = [
  ...(["output_image", "output_video", "output_audio"] as const),
  ...(["input_image", "input_video", "input_audio", "output", "input"] as const),
];
const tokens = (meters: readonly Meter[], description: string, rest: Partial<Counter> = {}) => ({
  meters,
  units: { "1M tokens": 1_000_000 },
  description,
  ...rest,
});
const things = (units: Counter["units"], description: string, meters = THINGS) => ({
  meters,
  units,
  description,
});

/**
 * Every field of a usage. Token counts are disjoint: each token is counted in one field. If a card has no rate of their
 * own for them, reasoning is charged as output, and images and videos in the prompt are charged as input, as hosts do.
 * Audio has no such rule. Cached audio and images are charged as cached text if they cost the same as text in the prompt.
 */
const FIELDS = {
  input: tokens(["input"], "Prompt tokens that are neither read from the cache nor written to it"),
  output: tokens(
    ["output"],
    "Output tokens other than reasoning tokens, which the parameter `reasoning` counts",
  ),
  cache_read: tokens(["cache_read"], "Prompt tokens read from the cache", { uncached: "input" }),
  cache_write: tokens(["cache_write"], "Prompt tokens written to the cache", {
    uncached: "input",
  }),
  cache_write_5m: tokens(["cache_write"], "Prompt tokens written to the cache for 5 minutes", {
    cacheTtl: "5m",
    uncached: "input",
  }),
  cache_write_1h: tokens(["cache_write"], "Prompt tokens written to the cache for one hour", {
    cacheTtl: "1h",
    uncached: "input",
  }),
  reasoning: tokens(["reasoning", "output"], "Reasoning tokens", { follows: "output" }),
  input_audio: tokens(["input_audio"], "Audio tokens in the prompt", { follows: "input" }),
  output_audio: tokens(["output_audio"], "Audio tokens in the output", { follows: "output" }),
  input_image: tokens(["input_image", "input"], "Image tokens in the prompt", { follows: "input" }),
  output_image: tokens(["output_image"], "Image tokens in the output", { follows: "output" }),
  input_video: tokens(["input_video", "input"], "Video tokens in the prompt", { follows: "input" }),
  output_video: tokens(["output_video"], "Video tokens in the output", { follows: "output" }),
  cache_read_audio: tokens(["cache_read"], "Audio tokens read from the cache", {
    variant: "audio",
    uncached: "input_audio",
  }),
  cache_read_image: tokens(["cache_read"], "Image tokens read from the cache", {
    variant: "image",
    uncached: "input_image",
  }),
  cache_storage: things(
    { "1M tokens·hour": 1_000_000 },
    "Cache storage: number of cached tokens × hours",
    ["cache_storage"],
  ),
  request: things(
    { "1k requests": 1000 },
    "Number of requests, for hosts that charge a fee per request; 1 by default",
    ["request"],
  ),
  search: things({ "1k searches": 1000 }, "Number of searches that the host ran", ["search"]),
  tool_call: things({ "1k requests": 1000 }, "Number of calls to the host's tools", ["tool_call"]),
  image: things({ image: 1 }, "Number of images in the resolution that `variant` states"),
  megapixel: things({ megapixel: 1 }, "Image size in megapixels"),
  second: things({ second: 1, minute: 60 }, "Length of audio or video in seconds"),
  minute: things({ minute: 1, second: 1 / 60 }, "Length of audio or video in minutes"),
  character: things({ "1M characters": 1_000_000 }, "Characters"),
  page: things({ page: 1 }, "Document pages"),
} as const satisfies Readonly<Record<string, Counter>>;

export type UsageField = keyof typeof FIELDS;
/** Counts by field; one that is left out is 0. `{ input: 1000, output: 200, cache_write_1h: 10000 }` */
export type Usage = Partial<Record<UsageField, number>>;

export const USAGE_FIELDS: Readonly<Record<UsageField, Counter>> = FIELDS;

/** Token fields of the prompt. Their sum selects the rate if a card has prices by prompt size. */
export const PROMPT_USAGE_FIELDS: readonly UsageField[] = [
  ...(["cache_read", "cache_read_audio", "cache_read_image"] as const),
  ...(["cache_write", "cache_write_5m", "cache_write_1h"] as const),
  ...(["input", "input_audio", "input_image", "input_video"] as const),
];

export const sumUsageFields = (usage: Usage, fields: readonly UsageField[]): number =>
  fields.reduce((sum, field) => sum + (usage[field] ?? 0), 0);

/** @param sum Modified in place. */
export function addToUsageSum(sum: Usage, usage: Usage): void {
  for (const [field, count] of Object.entries(usage) as [UsageField, number][])
    sum[field] = (sum[field] ?? 0) + count;
}
