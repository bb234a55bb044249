/** Every endpoint, in the order in which documentation lists them. */
import type { Endpoint } from "../http/endpoint.ts";
import { getBenchmarkEndpoint, listBenchmarksEndpoint } from "./benchmarks/benchmarks.ts";
import { listChangesEndpoint } from "./changes/changes.ts";
import { compareModelsEndpoint, comparePairEndpoint } from "./compare/compare.ts";
import { getCostEndpoint } from "./cost/cost.ts";
import { getSpotlightEndpoint, listFindingsEndpoint } from "./findings/findings.ts";
import {
  getCheapestProviderEndpoint,
  getModelAtDayEndpoint,
  getModelEndpoint,
} from "./models/get-model.ts";
import { listModelsEndpoint } from "./models/list-models.ts";
import {
  getOwnTestEndpoint,
  getScorecardEndpoint,
  getTestDatasetEndpoint,
  listOwnTestsEndpoint,
} from "./own-tests/own-tests.ts";
import { getPriceHistoryEndpoint, listDisputesEndpoint } from "./prices/prices.ts";
import { getPriceProofEndpoint, getRowProofEndpoint, listRootsEndpoint } from "./proof/proof.ts";
import { getProviderEndpoint, listProvidersEndpoint } from "./providers/providers.ts";
import { searchEndpoint } from "./search/search.ts";
import { defineEndpointList } from "./service/endpoint-list.ts";
import {
  getGlossaryTermEndpoint,
  getStatusEndpoint,
  listGlossaryEndpoint,
  listSourcesEndpoint,
} from "./service/service.ts";

export const ENDPOINTS: readonly Endpoint[] = [
  listModelsEndpoint,
  getModelEndpoint,
  getModelAtDayEndpoint,
  getCheapestProviderEndpoint,
  compareModelsEndpoint,
  comparePairEndpoint,
  getPriceHistoryEndpoint,
  getCostEndpoint,
  listChangesEndpoint,
  listDisputesEndpoint,
  listProvidersEndpoint,
  getProviderEndpoint,
  listBenchmarksEndpoint,
  getBenchmarkEndpoint,
  searchEndpoint,
  listFindingsEndpoint,
  getSpotlightEndpoint,
  listOwnTestsEndpoint,
  getOwnTestEndpoint,
  getTestDatasetEndpoint,
  getScorecardEndpoint,
  listGlossaryEndpoint,
  getGlossaryTermEndpoint,
  listSourcesEndpoint,
  getStatusEndpoint,
  getRowProofEndpoint,
  getPriceProofEndpoint,
  listRootsEndpoint,
  defineEndpointList(() => ENDPOINTS),
];
