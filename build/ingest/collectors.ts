/** All upstreams. */
import type { Attention, HostAlias } from "../schema/editorial.ts";
import type { Collector } from "./listing.ts";
import { createHostMap } from "./parse/host-map.ts";
import { agentSkills } from "./sources/agent-skills.ts";
import { aider } from "./sources/aider.ts";
import { bfcl } from "./sources/bfcl.ts";
import { codingAgents } from "./sources/coding-agents.ts";
import { epochBenchmarks } from "./sources/epoch-benchmarks.ts";
import { epochCompanies } from "./sources/epoch-companies.ts";
import { createGenaiPrices } from "./sources/genai-prices.ts";
import { createGithubStars } from "./sources/github-stars.ts";
import { createHackerNews } from "./sources/hacker-news.ts";
import { createLitellm } from "./sources/litellm.ts";
import { llmstats } from "./sources/llmstats.ts";
import { dockerMcpRegistry, toolsdkRegistry } from "./sources/mcp-servers.ts";
import { modelsDev } from "./sources/models-dev.ts";
import { modelsDevBenchmarks } from "./sources/models-dev-benchmarks.ts";
import { openrouter } from "./sources/openrouter.ts";
import { runpodGpu } from "./sources/runpod-gpu.ts";
import { secEdgar } from "./sources/sec-edgar.ts";
import { vastAi } from "./sources/vast-ai.ts";
import { vectara } from "./sources/vectara.ts";
import { createWikimedia } from "./sources/wikimedia.ts";

/** What collectors need to know: what upstreams call our hosts, and where the attention to each entity is counted. */
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
  createHackerNews(attention),
  createWikimedia(attention),
  createGithubStars(attention),
  codingAgents,
  runpodGpu,
  vastAi,
  dockerMcpRegistry,
  toolsdkRegistry,
  agentSkills,
];
