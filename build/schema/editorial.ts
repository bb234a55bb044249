/** Facts kept by hand: aliases, corrections, written findings. */
import { z } from "zod";
import { IsoDate, Slug, Text, Url } from "./values.ts";

/** A name that people or upstreams use for a model, where no rule finds it. */
export const ModelAlias = z.strictObject({
  alias: Text.describe(
    "Lower case, as written upstream without the host's path (`gpt4o`, `deepseek-chat`)",
  ),
  model: Slug,
  reason: Text,
});
export type ModelAlias = z.infer<typeof ModelAlias>;

/** Which lab a family of names belongs to; the longest matching prefix wins. */
export const LabPrefix = z.strictObject({
  prefix: Text.describe("Lower-case beginning of a canonical name"),
  lab: Slug,
});
export type LabPrefix = z.infer<typeof LabPrefix>;

/** What a lab or a family of its models is called in another script, for the search. */
export const ScriptName = z.strictObject({
  name: Text.describe("As people there write it (`通义千问`, `クロード`)"),
  lab: Slug,
  family: Slug.nullable().describe(
    "Beginning of the slugs of the lab's models that are called so; null for the lab itself",
  ),
});
export type ScriptName = z.infer<typeof ScriptName>;

/** What an upstream calls a host that we know under another slug. */
export const HostAlias = z.strictObject({ source: Slug, name: Text, host: Slug });
export type HostAlias = z.infer<typeof HostAlias>;

/** What an upstream calls a benchmark. */
export const BenchmarkAlias = z.strictObject({ source: Slug, name: Text, benchmark: Slug });
export type BenchmarkAlias = z.infer<typeof BenchmarkAlias>;

/** What people call a provider or a benchmark; one of the two is given. */
export const PopularName = z.strictObject({
  name: Text.describe("Lower case (`azure openai`, `hle`)"),
  provider: Slug.nullable(),
  benchmark: Slug.nullable(),
  reason: Text,
});
export type PopularName = z.infer<typeof PopularName>;

/** Where the public attention to an entity is counted. Null where no count would be of this entity alone. */
export const Attention = z.strictObject({
  entity_type: z.enum(["agent", "model", "provider"]),
  slug: Slug,
  hn_query: Text.nullable().describe(
    "Words that a Hacker News story holds as a phrase when it speaks of the entity",
  ),
  wikipedia_article: z
    .string()
    .regex(/^[^\s/]+$/, "write the title of the English article with _ for spaces")
    .nullable(),
  github_repo: z
    .string()
    .regex(/^[\w.-]+\/[\w.-]+$/, "write owner/name")
    .nullable()
    .describe("Repository whose stars are the entity's own"),
});
export type Attention = z.infer<typeof Attention>;

/** A fact that upstream has wrong. Fails when upstream no longer says `expected`. */
export const Correction = z.strictObject({
  kind: z.enum(["model", "score"]),
  key: Text.describe("model: slug; score: benchmark/model/configuration"),
  field: Text,
  expected: Text.nullable().describe("What the upstream says now; null when it says nothing"),
  value: Text.nullable().describe("What is right; null for unknown"),
  reason: Text,
  source_url: Url,
});
export type Correction = z.infer<typeof Correction>;

/** A finding written by hand. */
export const EditorialFinding = z.strictObject({
  id: Slug,
  date: IsoDate,
  title: Text,
  summary: Text,
  numbers: z.record(z.string(), z.number()),
  models: z.array(Slug),
  test: Slug.nullable(),
});
export type EditorialFinding = z.infer<typeof EditorialFinding>;
