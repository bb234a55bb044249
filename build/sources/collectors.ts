/** The list of all collectors. */
import type { PublicAttentionQueries } from "../schema/editorial.ts";
import { codingAgentActivityCollector, createAttentionCollectors } from "./attention.ts";
import type { Collector } from "./collector.ts";
import { deprecationsRssCollector } from "./deprecations-rss.ts";
import {
  agentSkillsCollector,
  dockerMcpRegistryCollector,
  toolsdkRegistryCollector,
} from "./directories.ts";
import { epochBenchmarksCollector } from "./epoch-benchmarks.ts";
import { epochCompaniesCollector } from "./epoch-companies.ts";
import { genaiPricesCollector } from "./genai-prices.ts";
import { runpodGpuCollector, vastAiCollector } from "./gpu-rental.ts";
import { aiderCollector, bfclCollector, vectaraCollector } from "./leaderboards.ts";
import { litellmCollector } from "./litellm.ts";
import { llmstatsCollector } from "./llmstats.ts";
import { modelsDevBenchmarksCollector, modelsDevCollector } from "./models-dev.ts";
import { openrouterCollector } from "./openrouter.ts";
import { operatorCollector } from "./operator.ts";
import { piAiCollector } from "./pi-ai.ts";
import { portkeyCollector } from "./portkey.ts";
import { secEdgarCollector } from "./sec-edgar.ts";

/** To add an upstream, add its collector here. @param attention Queries: data/aliases/attention.csv. */
export const createCollectors = (attention: readonly PublicAttentionQueries[]): Collector[] => [
  modelsDevCollector,
  genaiPricesCollector,
  litellmCollector,
  portkeyCollector,
  openrouterCollector,
  operatorCollector,
  piAiCollector,
  deprecationsRssCollector,
  epochBenchmarksCollector,
  llmstatsCollector,
  modelsDevBenchmarksCollector,
  aiderCollector,
  bfclCollector,
  vectaraCollector,
  epochCompaniesCollector,
  secEdgarCollector,
  ...createAttentionCollectors(attention),
  codingAgentActivityCollector,
  runpodGpuCollector,
  vastAiCollector,
  dockerMcpRegistryCollector,
  toolsdkRegistryCollector,
  agentSkillsCollector,
];
