/** Every endpoint, in the order in which documentation lists them. */
import type { Endpoint } from "../http/endpoint.ts";
import { getBenchmark } from "./benchmarks/get-benchmark.ts";
import { listBenchmarks } from "./benchmarks/list-benchmarks.ts";
import { listChanges } from "./changes/list-changes.ts";
import { compareModels, comparePair } from "./compare/compare.ts";
import { listDisputes } from "./disputes/list-disputes.ts";
import { getSpotlight } from "./findings/get-spotlight.ts";
import { listFindings } from "./findings/list-findings.ts";
import { getGlossaryTerm } from "./glossary/get-glossary-term.ts";
import { listGlossary } from "./glossary/list-glossary.ts";
import { getCheapest } from "./models/get-cheapest.ts";
import { getModel } from "./models/get-model.ts";
import { listModels } from "./models/list-models.ts";
import { getLabDataset } from "./own-tests/get-lab-dataset.ts";
import { getOwnTest } from "./own-tests/get-own-test.ts";
import { getScorecard } from "./own-tests/get-scorecard.ts";
import { listOwnTests } from "./own-tests/list-own-tests.ts";
import { getPriceHistory } from "./price-history/get-price-history.ts";
import { getProvider } from "./providers/get-provider.ts";
import { listProviders } from "./providers/list-providers.ts";
import { searchAll } from "./search/search.ts";
import { getStatus } from "./service/get-status.ts";
import { listSources } from "./service/list-sources.ts";

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
