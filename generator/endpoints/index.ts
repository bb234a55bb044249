/** Every endpoint, in the order in which documentation lists them. */
import type { Endpoint } from "../endpoint.ts";
import { compareModels, comparePair } from "./compare.ts";
import { getBenchmark } from "./get-benchmark.ts";
import { getCheapest } from "./get-cheapest.ts";
import { getGlossaryTerm } from "./get-glossary-term.ts";
import { getLabDataset } from "./get-lab-dataset.ts";
import { getModel } from "./get-model.ts";
import { getOwnTest } from "./get-own-test.ts";
import { getPriceHistory } from "./get-price-history.ts";
import { getProvider } from "./get-provider.ts";
import { getScorecard } from "./get-scorecard.ts";
import { getSpotlight } from "./get-spotlight.ts";
import { getStatus } from "./get-status.ts";
import { listBenchmarks } from "./list-benchmarks.ts";
import { listChanges } from "./list-changes.ts";
import { listFindings } from "./list-findings.ts";
import { listGlossary } from "./list-glossary.ts";
import { listModels } from "./list-models.ts";
import { listOwnTests } from "./list-own-tests.ts";
import { listProviders } from "./list-providers.ts";
import { listSources } from "./list-sources.ts";
import { searchAll } from "./search.ts";

export const ENDPOINTS: readonly Endpoint[] = [
  listModels,
  getModel,
  getCheapest,
  compareModels,
  comparePair,
  getPriceHistory,
  listChanges,
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
