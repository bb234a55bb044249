/** Infers how a host sells an id: its service tier and its billing. Pure. */

import { toSlug } from "../cost/rates.ts";
import type { Facts, FactWithFileName } from "../facts/kinds.ts";
import { groupBy } from "../schema/collections.ts";
import type { Offer } from "../schema/model.ts";
import type { HostKind, ModelType, ServiceTier } from "../schema/values.ts";
import { toHostModelIdKey } from "./host-ids.ts";
import { MODEL_ID_REGION_PATTERN, MODEL_ID_REGION_SUFFIX } from "./terms.ts";

/** Hosts that run every model in a confidential environment, which their ids do not show. */
const SEALED_HOSTS: ReadonlySet<string> = new Set(["privatemode-ai", "tinfoil"]);

const FAST = ["fast", "turbo", "highspeed", "lightning", "nitro", "ultraspeed", "specdec"];
/** Less quantised than what the host sells under the plain id, and more expensive. */
const PRECISE = ["precision", "full"];
/** Slower, with less capacity or from an unnamed seller, and cheaper. */
const CHEAP = ["flex", "tput", "cheaper", "throughput"];
/** AIHubMix's `coding-glm-5.1` beside `glm-5.1`: cheaper, for coding tools only. */
const FOR_TOOLS_ONLY = ["coding"];
/** Together's `Llama-3-70B-Instruct-Lite`: more quantised, and cheaper. */
const LITE = ["lite"];
const UNFINISHED = ["preview", "beta", "alpha", "exp", "experimental"];
const SEALED = ["tee", "confidential", "e2ee"];

/** Ids with a region: Bedrock's profiles (`us.`), genai-prices' word for all of them, paths, locations, suffixes. */
const REGION = new RegExp(
  `^(${MODEL_ID_REGION_PATTERN}|regional)\\.|^(us|eu|apac|asia|global)/|${MODEL_ID_REGION_SUFFIX}|-(us|eu)$`,
  "i",
);
/** Bedrock's profile without a region. It has the standard price if the plain id cannot be called. */
const ANY_REGION = /^global\./i;

const wordsOf = (id: string): Set<string> => new Set(toSlug(id).split("-"));

/** Words in the last part of an id that are not in the model's slug: `:nitro` and `-fast`, but not in `grok-4-fast`. */
function extraWords(modelId: string, model: string): Set<string> {
  const words = wordsOf(modelId.slice(modelId.lastIndexOf("/") + 1));
  for (const known of model.split("-")) words.delete(known);
  return words;
}

const hasAny = (words: ReadonlySet<string>, searched: readonly string[]): boolean =>
  searched.some((word) => words.has(word));

/**
 * Finds the service tier of an id by its words. A word that is part of the model's slug (`gpt-4-turbo`, `grok-4-fast`)
 * does not indicate a tier.
 * @param ids All ids that are, or were, sold; `file` is the host.
 */
export function createServiceTierFinder(
  {
    models,
    providers,
    prices,
    movingNames,
  }: Pick<Facts, "models" | "providers" | "prices" | "movingNames">,
  ids: readonly { file: string; model_id: string; model: string }[],
): (host: string, modelId: string, model: string) => ServiceTier {
  const notPlain = resoldKeys(prices);
  // `gemini-pro-latest` must not make the release's only id (`gemini-3.1-pro-preview`) a preview.
  for (const { host, model_id } of movingNames) notPlain.add(toHostModelIdKey(host, model_id));
  const sold = groupBy(
    ids.filter(({ file, model_id }) => !notPlain.has(toHostModelIdKey(file, model_id))),
    ({ file, model }) => `${file} ${model}`,
  );
  const idsAt = (host: string, model: string) =>
    (sold.get(`${host} ${model}`) ?? []).map(({ model_id }) => model_id);
  const labs = new Map(models.map(({ slug, lab }) => [slug, lab]));
  const ownHosts = new Map(providers.map(({ slug, own_hosts }) => [slug, own_hosts]));
  return (host, modelId, model) => {
    const siblings = idsAt(host, model);
    /** Ids of the model at its lab's own hosts. */
    const ownIds = (ownHosts.get(labs.get(model) ?? "") ?? []).flatMap((own) => idsAt(own, model));
    const own = extraWords(modelId, model);
    const has = (words: readonly string[]) => hasAny(own, words);
    /** Whether another of these ids has none of the words. */
    const hasPlain = (others: readonly string[], words: readonly string[]) =>
      others.some((id) => id !== modelId && !hasAny(extraWords(id, model), words));
    const isBesidePlain = (words: readonly string[]) => has(words) && hasPlain(siblings, words);
    // If the lab sells the model with and without the word, it means the same at hosts without a plain id.
    const fast = FAST.filter((word) => own.has(word));
    const isFastAtLab =
      ownIds.some((id) => hasAny(extraWords(id, model), fast)) && hasPlain(ownIds, FAST);
    // SiliconFlow's `Pro/deepseek-ai/DeepSeek-V3` next to `deepseek-ai/DeepSeek-V3`: the same model with more capacity.
    const isPaidPath =
      modelId.startsWith("Pro/") && siblings.includes(modelId.slice("Pro/".length));
    const isStandard = (id: string) => !REGION.test(id) && !ANY_REGION.test(id);

    if (own.has("batch")) return "batch";
    if (has(CHEAP) || modelId.startsWith("stealth/")) return "flex";
    if (isBesidePlain(FOR_TOOLS_ONLY) || isBesidePlain(LITE)) return "flex";
    if (own.has("priority") || isPaidPath || isBesidePlain(PRECISE)) return "priority";
    if (SEALED_HOSTS.has(host) || hasAny(wordsOf(modelId), SEALED)) return "confidential";
    if (REGION.test(modelId)) return "regional";
    if (ANY_REGION.test(modelId) && siblings.some(isStandard)) return "regional";
    if (isBesidePlain(FAST) || isFastAtLab) return "fast";
    if (has(UNFINISHED) && hasPlain([...siblings, ...ownIds], UNFINISHED)) return "preview";
    return "standard";
  };
}

/** Ids that only a reseller lists: they must not make the lab's only id (`kimi-k2-0711-preview`) a preview. */
function resoldKeys(prices: readonly FactWithFileName<"prices">[]): Set<string> {
  const stated = prices.filter(({ event }) => event === "stated");
  const keyOf = (row: FactWithFileName<"prices">) => toHostModelIdKey(row.file, row.model_id);
  const keys = new Set(stated.filter(isResellerStatement).map(keyOf));
  for (const row of stated) if (!isResellerStatement(row)) keys.delete(keyOf(row));
  return keys;
}

/** Whether a statement comes from a reseller, not from the host itself. */
export const isResellerStatement = ({ note }: { note: string | null }): boolean =>
  note?.startsWith("reseller:") ?? false;

/** `:free`, `-free` and `(free)` at the end, `free/` before the name. */
const SAYS_FREE = /[:\-_ (/]free\)?$|(^|\/)free\//i;

/** Models charged by the image, second or minute: a stated token price of 0 does not make them free. */
const PAID_OTHERWISE: ReadonlySet<ModelType> = new Set(["image", "video", "audio"]);

/** Hosts that charge, for which the sources write 0 because they know no price. */
const WITHOUT_KNOWN_PRICES: ReadonlySet<string> = new Set(["privatemode-ai"]);

export interface BillingModeClues {
  host: string;
  kind: HostKind | null;
  modelId: string;
  modelType: ModelType;
  /** The current price, or else the last one; null if none was stated. */
  input: number | null;
  output: number | null;
}

/**
 * A host of kind `plan` sells subscriptions: a token price there, 0 or not, is only what the plan counts with. At other
 * hosts, an id that says "free" is free as long as no price above 0 is stated. An input price of 0 also means free,
 * except for models that are not charged by the token (`PAID_OTHERWISE`) and at hosts whose prices the sources do not
 * know (`WITHOUT_KNOWN_PRICES`).
 */
export function inferBillingMode(question: BillingModeClues): Offer["billing"] {
  const { host, kind, modelId, modelType, input, output } = question;
  if (kind === "plan") return "plan";
  if ((input ?? 0) > 0 || (output ?? 0) > 0) return "tokens";
  if (SAYS_FREE.test(modelId)) return "free";
  const isKnown = input === 0 && !WITHOUT_KNOWN_PRICES.has(host);
  return isKnown && !PAID_OTHERWISE.has(modelType) ? "free" : "tokens";
}
