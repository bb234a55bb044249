/** Under which service tier a host sells an id, by what the id says. Pure; one rule per tier, the first that fits wins. */
import type { Offer } from "../../schema/offer.ts";
import { toSlug } from "../../schema/values.ts";

export type ServiceTier = Offer["service_tier"];

/** An id with what else is sold of its model. */
export interface TierQuestion {
  host: string;
  modelId: string;
  /** Slug of its model: a word that names the model (`gpt-4-turbo`, `grok-4-fast`) names no tier. */
  model: string;
  /** Ids under which the same host sells, or sold, the same model. */
  siblings: readonly string[];
  /** Ids under which the lab's own hosts sell, or sold, the same model. */
  ownIds: readonly string[];
}

/** Hosts that run every model inside a sealed machine, and say so of the host, not of the id. */
const SEALED_HOSTS: ReadonlySet<string> = new Set(["privatemode-ai", "tinfoil"]);

const FAST = ["fast", "turbo", "highspeed", "lightning", "nitro", "ultraspeed", "specdec"];
/** Less quantised than what the host sells under the plain id, and dearer. */
const PRECISE = ["precision", "full"];
/** Later, with less room or from a seller that is not named, and cheaper. */
const CHEAP = ["flex", "tput", "cheaper", "throughput"];
/** AIHubMix's `coding-glm-5.1` beside `glm-5.1`: cheaper, for coding tools only. */
const FOR_TOOLS_ONLY = ["coding"];
/** Together's `Llama-3-70B-Instruct-Lite`: more quantised, and cheaper. */
const LITE = ["lite"];
const UNFINISHED = ["preview", "beta", "alpha", "exp", "experimental"];
const SEALED = ["tee", "confidential", "e2ee"];

/** Bedrock's profiles (`us.`, `us-gov.`), genai-prices' word for all of them, paths, locations, Fireworks' ending. */
const REGION =
  /^(us|us-gov|eu|apac|jp|au|ca|regional)\.|^(us|eu|apac|asia|global)\/|@(us|europe|eu|asia|global)(-[a-z]+\d*)?$|-(us|eu)$/i;
/** Bedrock's profile without a region: the standard price where the plain id cannot be called. */
const ANY_REGION = /^global\./i;

const RULES: readonly [
  ServiceTier,
  (asked: TierQuestion, words: ReadonlySet<string>) => boolean,
][] = [
  ["batch", (_, words) => words.has("batch")],
  [
    "flex",
    (asked, words) =>
      hasAny(words, CHEAP) ||
      asked.modelId.startsWith("stealth/") ||
      isBesidePlain(asked, words, FOR_TOOLS_ONLY) ||
      isBesidePlain(asked, words, LITE),
  ],
  [
    "priority",
    (asked, words) =>
      words.has("priority") || isPaidPath(asked) || isBesidePlain(asked, words, PRECISE),
  ],
  [
    "confidential",
    ({ host, modelId }) =>
      hasAny(new Set(toSlug(modelId).split("-")), SEALED) || SEALED_HOSTS.has(host),
  ],
  ["regional", (asked) => isRegional(asked)],
  ["fast", (asked, words) => isBesidePlain(asked, words, FAST) || isFastAtLab(asked, words)],
  [
    "preview",
    (asked, words) =>
      hasAny(words, UNFINISHED) &&
      [...asked.siblings, ...asked.ownIds].some((id) => isWithout(id, asked, UNFINISHED)),
  ],
];

export function toServiceTier(asked: TierQuestion): ServiceTier {
  const words = extraWords(asked.modelId, asked.model);
  return RULES.find(([, applies]) => applies(asked, words))?.[0] ?? "standard";
}

/** Words of the id's last part that its model's slug does not have: `:nitro` and `-fast`, but not in `grok-4-fast`. */
function extraWords(modelId: string, model: string): Set<string> {
  const name = modelId.slice(modelId.lastIndexOf("/") + 1);
  const known = new Set(model.split("-"));
  return new Set(
    toSlug(name)
      .split("-")
      .filter((word) => !known.has(word)),
  );
}

const hasAny = (words: ReadonlySet<string>, searched: readonly string[]): boolean =>
  searched.some((word) => words.has(word));

/** The id has one of the words, and the same host sells the model under an id that has none of them. */
const isBesidePlain = (
  asked: TierQuestion,
  words: ReadonlySet<string>,
  searched: readonly string[],
): boolean =>
  hasAny(words, searched) && asked.siblings.some((id) => isWithout(id, asked, searched));

const isWithout = (id: string, { model, modelId }: TierQuestion, words: readonly string[]) =>
  id !== modelId && !hasAny(extraWords(id, model), words);

/** The lab sells the model both with the word and without: elsewhere the word says the same, with no plain id beside it. */
const isFastAtLab = (asked: TierQuestion, words: ReadonlySet<string>): boolean =>
  FAST.some(
    (word) => words.has(word) && asked.ownIds.some((id) => extraWords(id, asked.model).has(word)),
  ) && asked.ownIds.some((id) => isWithout(id, asked, FAST));

function isRegional({ modelId, siblings }: TierQuestion): boolean {
  if (REGION.test(modelId)) return true;
  const isPlain = (id: string) => !REGION.test(id) && !ANY_REGION.test(id);
  return ANY_REGION.test(modelId) && siblings.some(isPlain);
}

/** SiliconFlow's `Pro/deepseek-ai/DeepSeek-V3` beside `deepseek-ai/DeepSeek-V3`: the same with more room. */
const isPaidPath = ({ modelId, siblings }: TierQuestion): boolean =>
  modelId.startsWith("Pro/") && siblings.includes(modelId.slice("Pro/".length));
