/** All upstreams. */
import type { Attention, HostAlias } from "../schema/editorial.ts";
import { agentSkills } from "./agent-skills.ts";
import { aider } from "./aider.ts";
import { createAttentionCollectors } from "./attention.ts";
import { bfcl } from "./bfcl.ts";
import { codingAgents } from "./coding-agents.ts";
import { epochBenchmarks } from "./epoch-benchmarks.ts";
import { epochCompanies } from "./epoch-companies.ts";
import { createGenaiPrices } from "./genai-prices.ts";
import type { Collector } from "./listing.ts";
import { createLitellm } from "./litellm.ts";
import { llmstats } from "./llmstats.ts";
import { dockerMcpRegistry, toolsdkRegistry } from "./mcp-servers.ts";
import { modelsDev, modelsDevBenchmarks } from "./models-dev.ts";
import { openrouter } from "./openrouter.ts";
import { createHostMap } from "./parse/prices.ts";
import { runpodGpu } from "./runpod-gpu.ts";
import { secEdgar } from "./sec-edgar.ts";
import { vastAi } from "./vast-ai.ts";
import { vectara } from "./vectara.ts";

/** Facts that collectors need: upstreams' names of our hosts, and where attention to entities is counted. */
interface CollectorFacts {
  hostAliases: readonly HostAlias[];
  attention: readonly Attention[];
}

/** An upstream is a file in sources/ and a line here. */
export const createCollectors = ({ hostAliases, attention }: CollectorFacts): Collector[] => [
  modelsDev,
  createGenaiPrices(createHostMap(hostAliases, "genai-prices")),
  createLitellm(createHostMap(hostAliases, "litellm")),
  openrouter,
  epochBenchmarks,
  llmstats,
  modelsDevBenchmarks,
  aider,
  bfcl,
  vectara,
  epochCompanies,
  secEdgar,
  ...createAttentionCollectors(attention),
  codingAgents,
  runpodGpu,
  vastAi,
  dockerMcpRegistry,
  toolsdkRegistry,
  agentSkills,
];
