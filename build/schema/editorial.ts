/** Facts kept by hand: aliases, corrections, written findings. */
import * as z from "zod";
import { ATTENTION_ENTITY_TYPES, Flag, IsoDate, NonEmptyText, Slug, WebUrl } from "./values.ts";

/** A name that people or upstreams use for a model, where no rule finds it. */
export const ModelAlias = z.strictObject({
  alias: NonEmptyText.describe(
    "Other name of the model in lower case, without the path that a host puts before it: `gpt4o`, `deepseek-chat`",
  ),
  model: Slug,
  reason: NonEmptyText,
});
export type ModelAlias = z.infer<typeof ModelAlias>;

/** Two listed models that look like the same model but were found to be different. */
export const DeclaredDistinctModels = z
  .strictObject({
    model_a: Slug.describe("Slug of one of the two models, the first in alphabetical order"),
    model_b: Slug,
    reason: NonEmptyText.describe("How the two models differ"),
  })
  .refine(
    ({ model_a, model_b }) => model_a < model_b,
    "write the two models in alphabetical order",
  );

/** The model that an id at a host means from a day on. Needed when the host moves the id from one model to another. */
export const IdReassignment = z.strictObject({
  host: Slug,
  model_id: NonEmptyText.describe("The host's id of the model, as in `prices/<host>.csv`"),
  since: IsoDate.nullable().describe(
    "First day on which the id meant this model; null when the id never meant another model before",
  ),
  model: Slug.describe(
    "Model that the host sold under the id from that day; the newest row names the current model",
  ),
  keeps_price: Flag.describe(
    "True if the price before `since` also applied to `model`; if false, the price history of `model` begins with the first price stated on or after `since`",
  ),
  reason: NonEmptyText,
  source_url: WebUrl.nullable().describe(
    "Page that documents the change; null if the recorded prices show the change",
  ),
});
export type IdReassignment = z.infer<typeof IdReassignment>;

/** An id of a host's API that does not stand for a single model: a router, a class of models, a search product. */
export const NonModelHostId = z.strictObject({
  host: Slug.nullable().describe("Host that uses this id; null if the row is for all hosts"),
  model_id: NonEmptyText.describe("Id in lower case; `*` stands for any text (`kilo-auto/*`)"),
  reason: NonEmptyText.describe("What the id stands for instead of a model"),
});
export type NonModelHostId = z.infer<typeof NonModelHostId>;

/** Which lab a family of names belongs to; the longest matching prefix applies. */
export const ModelPrefixOfLab = z.strictObject({
  prefix: NonEmptyText.describe("Beginning of a canonical model name, in lower case"),
  lab: Slug,
  base_model: Slug.nullable().describe(
    "Model from which these models were fine-tuned; null when they were not all fine-tuned from the same model",
  ),
});
export type ModelPrefixOfLab = z.infer<typeof ModelPrefixOfLab>;

/** Name of a lab or a model family in another script, used by the search. */
export const NonLatinName = z.strictObject({
  name: NonEmptyText.describe("Name in the other script (`通义千问`, `クロード`)"),
  lab: Slug,
  family: Slug.nullable().describe(
    "Slug prefix of the models of the family; null when `name` is the name of a lab",
  ),
});

/** Parts of a condition in a free-text query, besides the models' own filters and sort orders. */
const QUERY_WORD_PART =
  /^(skip|same|at|by|date|postdate|range|bound|post|ends|measure|unit|times|per|number|month|calendar|quarter|half|season|aged|period|span|relation|than|finding|drop|not|ask|modality|takes|gives|weak|sort|order|best_at|supports|lacks|input_modalities|output_modalities|model_type|status|license|final_license|open_source|max_input_price|max_output_price)=[a-z0-9_,.:*-]*$/;

/** A word or phrase of a query in free text, and what it means there. */
export const SearchVocabularyEntry = z.strictObject({
  language: z.enum(["en", "de", "fr", "es", "pt", "it", "zh", "ja", "ko", "ru"]),
  phrase: NonEmptyText.describe(
    "Word or phrase as people write it, in lower case; a `*` at the end stands for any ending (`günstig*`)",
  ),
  meaning: NonEmptyText.refine(
    (text) => text.split("&").every((part) => QUERY_WORD_PART.test(part)),
    "write parts such as supports=tools or bound=max, joined by &",
  ).describe(
    "Filters, orders or parts of a condition, written like query parameters: `supports=tools`, `sort=pricing_input`, `bound=max`",
  ),
});

/** An upstream's name for a host that has another slug here. */
export const UpstreamHostAlias = z.strictObject({ source: Slug, name: NonEmptyText, host: Slug });
export type UpstreamHostAlias = z.infer<typeof UpstreamHostAlias>;

export const UpstreamBenchmarkAlias = z.strictObject({
  source: Slug,
  name: NonEmptyText,
  benchmark: Slug,
});
export type UpstreamBenchmarkAlias = z.infer<typeof UpstreamBenchmarkAlias>;

/** A file of Epoch's benchmarking hub: which of its columns is a score of which benchmark. */
export const EpochBenchmarkFile = z.strictObject({
  origin: z
    .enum(["epoch", "literature", "mirror"])
    .describe(
      "Whether Epoch measured the scores, gathered them from papers, or mirrors a leaderboard; files are read in this order",
    ),
  table: NonEmptyText.describe("Name of Epoch's file without `.csv`"),
  benchmark: Slug,
  score: NonEmptyText.describe("Column of the score"),
  scale: z
    .enum(["fraction", "percent", "plain"])
    .describe("Unit of that column; a fraction is recorded as a percentage"),
  home: WebUrl.nullable().describe(
    "URL for rows without a URL of their own; null when it is the URL of the benchmark",
  ),
  configuration: NonEmptyText.nullable().describe(
    "Column that tells configurations of one model apart; null when there is none",
  ),
  reads: z
    .enum(["agent_version", "frames", "shots", "steps", "tools"])
    .nullable()
    .describe("What the column `configuration` contains; null when its text is used as it is"),
  name_is_model: z
    .boolean()
    .describe("Whether the column `Name` names the model of a row without a `Model version`"),
  agent_flag: NonEmptyText.nullable().describe(
    "Column that is filled in rows about agents, which are not models; null when there is none",
  ),
});
export type EpochBenchmarkFile = z.infer<typeof EpochBenchmarkFile>;

/** Another name of a provider or a benchmark. Exactly one of the two is given. */
export const ProviderOrBenchmarkAlias = z.strictObject({
  name: NonEmptyText.describe("Other name in lower case: `azure openai`, `hle`"),
  provider: Slug.nullable(),
  benchmark: Slug.nullable(),
  reason: NonEmptyText,
});

/** Where public attention to an entity is counted. Null when a count would include other things too. */
export const PublicAttentionQueries = z.strictObject({
  entity_type: z.enum(ATTENTION_ENTITY_TYPES),
  slug: Slug,
  hn_query: NonEmptyText.nullable().describe(
    "Phrase that occurs in Hacker News stories about the entity",
  ),
  wikipedia_article: z
    .string()
    .regex(/^[^\s/]+$/, "write the title of the English article with _ for spaces")
    .nullable(),
  github_repo: z
    .string()
    .regex(/^[\w.-]+\/[\w.-]+$/, "write owner/name")
    .nullable()
    .describe("Repository of the entity itself, whose stars are counted"),
});
export type PublicAttentionQueries = z.infer<typeof PublicAttentionQueries>;

/** A correction of a fact that an upstream states wrongly. It fails when the upstream no longer states `expected`. */
export const SourceCorrection = z.strictObject({
  kind: z.enum(["model", "score"]),
  key: NonEmptyText.describe("model: slug; score: benchmark/model/configuration"),
  field: NonEmptyText,
  expected: NonEmptyText.nullable().describe(
    "Value that the source states now; null when it states none",
  ),
  value: NonEmptyText.nullable().describe("Correct value; null when it is unknown"),
  reason: NonEmptyText,
  source_url: WebUrl,
});
export type SourceCorrection = z.infer<typeof SourceCorrection>;

export const EditorialFinding = z.strictObject({
  id: Slug,
  date: IsoDate,
  title: NonEmptyText,
  summary: NonEmptyText,
  numbers: z.record(z.string(), z.number()),
  models: z.array(Slug),
  test: Slug.nullable(),
});
