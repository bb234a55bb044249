/** How LiteLLM names a model: a route such as `bedrock/us-east-1/anthropic.claude-v2`, whose first part is the host. */
import type { HostMap } from "./parse/host-map.ts";

/** Routes that name one region, one deployment type or one commitment: not the host's list price. */
const REGIONAL =
  /(^|\/)(us|eu|au|global|global-standard|regional|us-gov|[a-z]{2}(-gov)?-[a-z]+-\d)\/|-commitment\/|(^|\/)(ft:|container$)|\.ft-/;

/** Entries that stand for a class of models, not for one. */
const PLACEHOLDER =
  /^(together-ai|fireworks-ai|anyscale-ai|sagemaker)[-/](\d|up-to|above|default|moe|embedding)|\d+-x-\d+|(^|\/)(\*|.*:\*)$|^sample_spec$/;

/** Hosts of the first rows of the history, which name none. */
const HOST_BY_NAME: readonly [RegExp, string][] = [
  [
    /^(anyscale|azure|bedrock|cloudflare|deepinfra|gemini|mistral|openrouter|palm|perplexity)\//,
    "$1",
  ],
  [/^(ai21|amazon|anthropic|cohere|meta)\./, "bedrock"],
  [/^(gpt-|text-embedding|babbage|davinci|o1|chatgpt)/, "openai"],
  [/^claude/, "anthropic"],
  [/^command/, "cohere"],
  [/^j2-/, "ai21"],
  [/^luminous/, "aleph_alpha"],
  [/^(text|chat|code|codechat)-(bison|gecko|unicorn)|^gemini-/, "vertex_ai-language-models"],
];

/** Google's price list of Vertex is split by maker. */
const toFamily = (provider: string): string =>
  provider.startsWith("vertex_ai") ? "vertex_ai" : provider;

/**
 * @param provider LiteLLM's word for the host; `?` where it had none.
 * @returns Our host and the host's own id; a text is the reason why there is none.
 */
export function toPlace(
  provider: string,
  route: string,
  hostOf: HostMap,
): { host: string; modelId: string } | string {
  if (PLACEHOLDER.test(route)) return "stands for a class of models";
  if (REGIONAL.test(route)) return "one region's or deployment's price";
  const named = provider === "?" ? providerOf(route) : provider;
  const host = named && hostOf(toFamily(named));
  if (!named || !host) return `no host known as "${named ?? route}"`;
  return { host, modelId: withoutRoute(route, named) };
}

function providerOf(route: string): string | undefined {
  for (const [pattern, provider] of HOST_BY_NAME) {
    const found = pattern.exec(route);
    if (found) return provider === "$1" ? found[1] : provider;
  }
  return undefined;
}

/** `together_ai/meta-llama/Llama-3` → `meta-llama/Llama-3`; an id without a route stays. */
function withoutRoute(route: string, provider: string): string {
  const slash = route.indexOf("/");
  if (slash < 0) return route;
  const first = route.slice(0, slash);
  return provider.startsWith(first) || first.startsWith(provider) ? route.slice(slash + 1) : route;
}
