/** All upstreams. */
import type { AttentionCounters } from "../schema/editorial.ts";
import { codingAgents, createAttentionCollectors } from "./attention.ts";
import type { Collector } from "./collector.ts";
import { agentSkills, dockerMcpRegistry, toolsdkRegistry } from "./directories.ts";
import { epochBenchmarks } from "./epoch-benchmarks.ts";
import { epochCompanies } from "./epoch-companies.ts";
import { genaiPrices } from "./genai-prices.ts";
import { runpodGpu, vastAi } from "./gpu-rental.ts";
import { aider, bfcl, vectara } from "./leaderboards.ts";
import { litellm } from "./litellm.ts";
import { llmstats } from "./llmstats.ts";
import { modelsDev, modelsDevBenchmarks } from "./models-dev.ts";
import { openrouter } from "./openrouter.ts";
import { portkey } from "./portkey.ts";
import { secEdgar } from "./sec-edgar.ts";

/**
 * An upstream is a collector and a line here.
 * @param attention Where attention to entities is counted: data/aliases/attention.csv.
 */
export const createCollectors = (attention: readonly AttentionCounters[]): Collector[] => [
  modelsDev,
  genaiPrices,
  litellm,
  portkey,
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
