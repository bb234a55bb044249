/** All endpoints in the order of the documentation, including `/api/v1`, which lists them. */
import * as z from "zod";
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import { definePublicSchema, ResponseUrl } from "../../build/schema/values.ts";
import {
  DATA_PACKAGE_PATH,
  defineEndpoint,
  type Endpoint,
  fillPathTemplate,
  MCP_PATH,
  OPENAPI_PATH,
  toQueryString,
} from "../http/endpoint.ts";
import { envelopeSchema } from "../http/envelope.ts";
import { getBenchmarkEndpoint, listBenchmarksEndpoint } from "./benchmarks/benchmarks.ts";
import { listChangesEndpoint } from "./changes/changes.ts";
import {
  compareModelPairEndpoint,
  compareModelsEndpoint,
  listWidelySoldAndTestedModels,
} from "./compare/compare.ts";
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
  getOwnTestScorecardEndpoint,
  getTestDatasetEndpoint,
  listOwnTestsEndpoint,
} from "./own-tests/own-tests.ts";
import { getPriceHistoryEndpoint, listDisputesEndpoint } from "./prices/prices.ts";
import {
  getPriceProofEndpoint,
  getRowProofEndpoint,
  listMerkleRootsEndpoint,
} from "./proof/proof.ts";
import { getProviderEndpoint, listProvidersEndpoint } from "./providers/providers.ts";
import { searchEndpoint } from "./search/search.ts";
import {
  getGlossaryTermEndpoint,
  getStatusEndpoint,
  listGlossaryEndpoint,
  listSourcesEndpoint,
} from "./service/service.ts";

const EndpointEntry = definePublicSchema("EndpointEntry", {
  id: z.string().describe("The endpoint's operationId in the OpenAPI document"),
  path: z.string().describe("Path; a name in braces stands for a slug or an id"),
  summary: z.string(),
  group: z.string().describe("Group of the endpoint in the documentation"),
  parameters: z.array(z.string()).describe("Names of the endpoint's query parameters"),
  example: ResponseUrl.describe("Example URL of this endpoint that returns data"),
});

const listEndpointsEndpoint: Endpoint = defineEndpoint({
  id: "listEndpoints",
  path: "/api/v1",
  alsoAt: "/api",
  tag: "Service",
  summary: "Every endpoint of this API",
  description:
    "Each endpoint with its path, query parameters and an example URL. `meta` has the URLs of the OpenAPI description, the exports, the MCP server and the documentation. `/api` gives the same answer as `/api/v1`.",
  response: envelopeSchema("EndpointList", {
    data: z.array(EndpointEntry),
    meta: z.looseObject({
      total: z.int(),
      openapi: ResponseUrl.describe("OpenAPI description of this API"),
      exports: ResponseUrl.describe("Frictionless Data Package that describes all exports"),
      mcp: ResponseUrl.describe("MCP server: tools for language models, by POST"),
      documentation: ResponseUrl.describe("Page that documents this API"),
    }),
  }),
  respond(_, { catalog }) {
    const base = catalog.service.base_url;
    const data = ENDPOINTS.map((endpoint) => {
      const { id, path, summary, tag: group } = endpoint;
      const parameters = Object.keys(endpoint.query);
      const example = base + exampleEndpointUrl(endpoint, catalog);
      return { id, path, summary, group, parameters, example };
    });
    const meta = {
      total: data.length,
      openapi: base + OPENAPI_PATH,
      exports: base + DATA_PACKAGE_PATH,
      mcp: base + MCP_PATH,
      documentation: `${base}/docs/`,
    };
    return { title: "Endpoints", asOf: null, body: { data, meta } };
  },
});

export const ENDPOINTS: readonly Endpoint[] = [
  listModelsEndpoint,
  getModelEndpoint,
  getModelAtDayEndpoint,
  getCheapestProviderEndpoint,
  compareModelsEndpoint,
  compareModelPairEndpoint,
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
  getOwnTestScorecardEndpoint,
  listGlossaryEndpoint,
  getGlossaryTermEndpoint,
  listSourcesEndpoint,
  getStatusEndpoint,
  getRowProofEndpoint,
  getPriceProofEndpoint,
  listMerkleRootsEndpoint,
  listEndpointsEndpoint,
];

/** The documented example; names that the catalogue does not have are replaced by names that it has. */
export function exampleEndpointRequest(endpoint: Endpoint, catalog: Catalog) {
  const pick = createSlugPicker(listRowsNamedBy(endpoint.path, catalog));
  const params = Object.fromEntries(
    Object.entries(endpoint.params).map(([name, { example }]) => [
      name,
      name === "date" ? example : pick(example),
    ]),
  );
  const query: Record<string, string> = Object.fromEntries(
    new URLSearchParams(endpoint.exampleQuery),
  );
  if (query.models) query.models = query.models.split(",").map(pick).join(",");
  if (query.model) {
    query.model = pick(query.model);
    query.host = catalog.model(query.model)?.default_host ?? query.host ?? "";
  }
  return { params, query };
}

/** @returns Path and query, without the base address: `/api/v1/models/gpt-4o`. */
export function exampleEndpointUrl(endpoint: Endpoint, catalog: Catalog): string {
  const { params, query } = exampleEndpointRequest(endpoint, catalog);
  return fillPathTemplate(endpoint.path, params) + toQueryString(query).replaceAll("%20", "+");
}

/** The model for the samples on a page: the wanted one if it exists, else the model with the most hosts and scores. */
export const pickExampleModelSlug = (wanted: string, catalog: Catalog): string =>
  createSlugPicker(listExampleModels(catalog))(wanted);

/** The rows that an endpoint's slugs may name, the best first; none when they are not of the catalogue. */
function listRowsNamedBy(path: string, catalog: Catalog): readonly { slug: string }[] {
  const [, , , folder = ""] = path.split("/");
  if (/^(models|at|compare|cost|price-history|proof)$/.test(folder))
    return listExampleModels(catalog);
  const { providers, benchmarks, glossary } = catalog;
  return new Map(Object.entries({ providers, benchmarks, glossary })).get(folder) ?? [];
}

const listExampleModels = (catalog: Catalog) => [
  ...listWidelySoldAndTestedModels(catalog),
  ...catalog.models,
];

/** Picks the wanted slug, else the best one, but each only once, because a comparison needs two different models. */
function createSlugPicker(rows: readonly { slug: string }[]) {
  const free = new Set(rows.map(({ slug }) => slug));
  return (wanted: string): string => {
    const slug = free.has(wanted) ? wanted : ([...free][0] ?? wanted);
    free.delete(slug);
    return slug;
  };
}
