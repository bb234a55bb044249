/** OpenRouter's endpoints of a model: on whose machines it runs, and with what quantization. */
import { z } from "zod";
import type { EndpointListing, Rejected, UpstreamFiles } from "./listing.ts";
import { OPENROUTER_HOSTS } from "./openrouter-hosts.ts";
import { parseJsonValue } from "./parse/upstream-rows.ts";

const SOURCE = "openrouter";
const FOLDER = "endpoints/";

/** Upstream's word for what the provider does not say. */
const NOT_SAID = "unknown";

const Endpoint = z.looseObject({
  provider_name: z.string(),
  quantization: z.string().nullish(),
});
const Endpoints = z.looseObject({
  data: z.looseObject({ id: z.string(), endpoints: z.array(z.unknown()) }),
});

/** `deepseek/deepseek-r1` → `endpoints/deepseek/deepseek-r1.json`. */
export const endpointsPath = (modelId: string): string => `${FOLDER}${modelId}.json`;

export function readEndpoints(files: UpstreamFiles): {
  endpoints: EndpointListing[];
  rejected: Rejected[];
} {
  const endpoints: EndpointListing[] = [];
  const rejected: Rejected[] = [];
  const strangers = new Set<string>();
  for (const file of [...files.keys()].filter((path) => path.startsWith(FOLDER))) {
    const answer = parseJsonValue(files, { source: SOURCE, file }, Endpoints);
    rejected.push(...answer.rejected);
    for (const { data } of answer.rows) {
      const said = readModel(data, file, strangers);
      endpoints.push(...said.endpoints);
      rejected.push(...said.rejected);
    }
  }
  return { endpoints, rejected: [...rejected, ...[...strangers].map(toRejected)] };
}

/** One listing a host; a host that runs the model in two quantizations says nothing of its one offer. */
function readModel(
  { id, endpoints }: z.infer<typeof Endpoints>["data"],
  file: string,
  strangers: Set<string>,
): { endpoints: EndpointListing[]; rejected: Rejected[] } {
  const said = new Map<string, Set<string>>();
  const rejected: Rejected[] = [];
  const reject = (value: string, reason: string) =>
    rejected.push({ source: SOURCE, place: file, value, reason });
  for (const raw of endpoints) {
    const endpoint = Endpoint.safeParse(raw);
    if (!endpoint.success) {
      reject(JSON.stringify(raw).slice(0, 100), endpoint.error.issues[0]?.message ?? "odd shape");
      continue;
    }
    const { provider_name, quantization } = endpoint.data;
    const host = OPENROUTER_HOSTS.get(provider_name);
    if (host === undefined) strangers.add(provider_name);
    else said.set(host, (said.get(host) ?? new Set()).add(quantization || NOT_SAID));
  }
  return {
    endpoints: [...said].flatMap(([host, words]) => toListing(id, host, words, reject)),
    rejected,
  };
}

function toListing(
  modelId: string,
  host: string,
  words: ReadonlySet<string>,
  reject: (value: string, reason: string) => void,
): EndpointListing[] {
  const [quantization = NOT_SAID] = words;
  if (words.size > 1) {
    reject(`${host}: ${[...words].join(", ")}`, "one host, several quantizations");
    return [];
  }
  return quantization === NOT_SAID ? [] : [{ source: SOURCE, host, modelId, quantization }];
}

const toRejected = (name: string): Rejected => ({
  source: SOURCE,
  place: "endpoints",
  value: name,
  reason: "a provider that is none of our hosts; if it is one now, add it to OPENROUTER_HOSTS",
});
