/** Every endpoint, in the order in which documentation lists them. */
import type { Endpoint } from "../http/endpoint.ts";
import { getBenchmark, listBenchmarks } from "./benchmarks/benchmarks.ts";
import { listChanges } from "./changes/changes.ts";
import { compareModels, comparePair } from "./compare/compare.ts";
import { getSpotlight, listFindings } from "./findings/findings.ts";
import { getGlossaryTerm, listGlossary } from "./glossary/glossary.ts";
import { getCheapest, getModel } from "./models/get-model.ts";
import { listModels } from "./models/list-models.ts";
import { getLabDataset, getOwnTest, getScorecard, listOwnTests } from "./own-tests/own-tests.ts";
import { getPriceHistory, listDisputes } from "./prices/prices.ts";
import { getProvider, listProviders } from "./providers/providers.ts";
import { searchAll } from "./search/search.ts";
import { getStatus, listSources } from "./service/service.ts";

export const ENDPOINTS: readonly Endpoint[] = [
  listModels,
  getModel,
  getCheapest,
  compareModels,
  comparePair,
  getPriceHistory,
  listChanges,
  listDisputes,
  listProviders,
  getProvider,
  listBenchmarks,
  getBenchmark,
  searchAll,
  listFindings,
  getSpotlight,
  listOwnTests,
  getOwnTest,
  getLabDataset,
  getScorecard,
  listGlossary,
  getGlossaryTerm,
  listSources,
  getStatus,
];
