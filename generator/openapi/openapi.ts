/** The OpenAPI 3.1 document: the endpoints, then the published files that do not belong to an endpoint. */
import * as z from "zod";
import { HexHash } from "../../build/facts/merkle-tree.ts";
import { getItemAt } from "../../build/schema/collections.ts";
import { PUBLISHED_SCHEMAS, ResponseUrl } from "../../build/schema/values.ts";
import { ENDPOINTS, exampleEndpointRequest } from "../endpoints/index.ts";
import {
  CSV_EXTENSION,
  CSV_FORMAT,
  EXPORT_URL_PREFIX,
  EXPORTS_INDEX_PATH,
  type ExportFormat,
  PARQUET_FORMAT,
} from "../exports/dataset.ts";
import { EXPORT_DATASETS } from "../exports/datasets.ts";
import { DatedExportCopy, DatedExportFile } from "../exports/dated-copies.ts";
import {
  type AnswerContext,
  DUMP_PATH,
  type Endpoint,
  executeEndpoint,
  FILE_MANIFEST_PATH,
  OPENAPI_PATH,
  OPENAPI_TAGS,
  parseEndpointQuery,
} from "../http/endpoint.ts";
import { envelopeSchema } from "../http/envelope.ts";
import { isProblem, PROBLEM_TYPES, type ProblemTypeName } from "../http/problem.ts";
import { type JsonSchema, makePublishedJsonSchemas } from "./json-schemas.ts";

export function toOpenApiDocument(context: AnswerContext): JsonSchema {
  const { service } = context.catalog;
  const schemas = makePublishedJsonSchemas((id) => `#/components/schemas/${id}`);
  return {
    openapi: "3.1.0",
    info: {
      title: service.name,
      version: "1.0.0",
      summary: service.summary,
      description: `${service.summary} The API is read-only and needs no key. Unknown query parameters are ignored. Within v1, fields may be added, but no field is renamed or removed.`,
      contact: {
        name: service.name,
        ...(service.contact_url !== null && { url: service.contact_url }),
      },
      license: { name: service.license, url: service.license_url },
    },
    servers: [{ url: service.base_url }],
    security: [],
    tags: Object.entries(OPENAPI_TAGS).map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries([
      ...ENDPOINTS.flatMap((endpoint) => {
        const { id, path, alsoAt } = endpoint;
        const also = { get: endpointOperation({ ...endpoint, id: `${id}Alias` }, context) };
        return [
          [path, { get: endpointOperation(endpoint, context) }],
          ...(alsoAt === undefined ? [] : [[alsoAt, also]]),
        ];
      }),
      ...documents([...schemas.keys()]).map((one) => [one.path, { get: documentOperation(one) }]),
    ]),
    components: { schemas: Object.fromEntries(schemas) },
  };
}

interface Operation {
  id: string;
  tag: keyof typeof OPENAPI_TAGS;
  summary: string;
  description: string;
  parameters?: readonly JsonSchema[];
  /** Media type of the answer; JSON by default. */
  type?: string;
  schema: JsonSchema;
  /** Example of the answer. */
  value?: unknown;
}

function toOperation(operation: Operation, problems: readonly ProblemTypeName[]): JsonSchema {
  const { id, tag, summary, description, parameters = [], schema, value } = operation;
  const shortened = { summary: "Example answer with shortened lists", value };
  const answer = { schema, ...(value !== undefined && { examples: { shortened } }) };
  const problem = { "application/problem+json": { schema: refTo("Problem") } };
  return {
    operationId: id,
    tags: [tag],
    summary,
    description,
    parameters,
    responses: {
      200: {
        description: summary,
        content: { [operation.type ?? "application/json"]: answer },
      },
      ...Object.fromEntries(
        problems.map((name) => {
          const { status, title } = PROBLEM_TYPES[name];
          return [status, { description: title, content: problem }];
        }),
      ),
    },
  };
}

function endpointOperation(endpoint: Endpoint, context: AnswerContext): JsonSchema {
  const path = Object.entries(endpoint.params).map(
    ([name, { description, example, values }]): JsonSchema => ({
      name,
      in: "path",
      required: true,
      description,
      schema: { type: "string", ...(values && { enum: values }) },
      example,
    }),
  );
  const query = Object.entries(endpoint.query).map(
    ([name, { description, schema, required = false, example }]): JsonSchema => ({
      name,
      in: "query",
      description,
      required,
      schema,
      ...(example && { example: schema.type === "string" ? example : Number(example) }),
    }),
  );
  const schema = schemaOf(endpoint.response);
  const value = exampleEndpointAnswer(endpoint, context);
  return toOperation({ ...endpoint, parameters: [...path, ...query], schema, value }, [
    ...(path.length > 0 ? (["unknown-slug"] as const) : []),
    ...(query.length > 0 ? (["bad-parameter"] as const) : []),
    ...(endpoint.problems ?? []),
    ...(["method-not-allowed", "query-too-long"] as const),
  ]);
}

/** Maximum length of an example answer, in characters. */
const MAX_EXAMPLE = 8_000;
const MAX_EXAMPLE_TEXT = 300;

/** The answer to the example request; undefined when the catalogue is too small for it. */
export function exampleEndpointAnswer(endpoint: Endpoint, context: AnswerContext): unknown {
  const { params, query: sent } = exampleEndpointRequest(endpoint, context.catalog);
  const query = parseEndpointQuery(endpoint, new Map(Object.entries(sent)));
  const answer = isProblem(query) ? query : executeEndpoint(endpoint, { params, query }, context);
  if (isProblem(answer)) return undefined;
  const shortened = [3, 2, 1].map((depth) => shorten(answer.value, depth));
  return shortened.find((short) => JSON.stringify(short).length <= MAX_EXAMPLE);
}

/** Keeps only the first element of each list. Lists nested deeper than `depth` become empty. */
function shorten(value: unknown, depth: number): unknown {
  if (typeof value === "string" && value.length > MAX_EXAMPLE_TEXT)
    return `${value.slice(0, MAX_EXAMPLE_TEXT)}…`;
  if (Array.isArray(value))
    return depth === 0 ? [] : value.slice(0, 1).map((one) => shorten(one, depth - 1));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, own]) => [name, shorten(own, depth)]),
  );
}

/** A reference to a schema with an id; for a union, `oneOf` with a reference to each of its schemas. */
function schemaOf(schema: z.ZodType): JsonSchema {
  const id = PUBLISHED_SCHEMAS.get(schema)?.id;
  if (id !== undefined) return refTo(id);
  if (schema instanceof z.ZodUnion)
    return { oneOf: schema.options.map((option) => schemaOf(option as z.ZodType)) };
  throw new TypeError("a response schema needs an id in PUBLISHED_SCHEMAS");
}

const refTo = (id: string): JsonSchema => ({ $ref: `#/components/schemas/${id}` });

const Snapshot = z.string().describe("SHA-256 of all facts");
const Rows = z
  .array(z.record(z.string(), z.unknown()))
  .describe("Rows of an internal table, whose fields are not part of the API contract");

envelopeSchema("Manifest", {
  snapshot: Snapshot,
  root: HexHash.describe("One hash that proves all facts of this and of all earlier days"),
  files: z
    .record(z.string(), z.looseObject({ sha256: z.string(), bytes: z.int() }))
    .describe(
      "Path of a published file → its size and hash. The manifest lists neither itself nor the rules for the CDN (`_headers`, `_redirects`)",
    ),
});

const DatasetAddresses = {
  csv: ResponseUrl.describe("URL of the CSV file"),
  parquet: ResponseUrl.describe("URL of the Parquet file"),
};

envelopeSchema("ExportIndex", {
  datasets: z
    .array(z.looseObject({ name: z.string(), title: z.string(), ...DatasetAddresses }))
    .describe("Every export, with today's facts"),
  copies: z
    .array(
      DatedExportCopy.extend({
        files: z.array(DatedExportFile.extend({ url: ResponseUrl })).describe("Files of the copy"),
      }),
    )
    .describe("The last export of each past month, oldest first. A published copy never changes"),
});

export const DUMP_TABLES = [
  ...["models", "offers", "price_history", "benchmarks", "scores", "providers", "changes"],
  ...["findings", "sources", "glossary", "agents", "token_counts", "model_tokenizers"],
  ...["service_scores", "own_test_items", "own_test_runs"],
] as const;

envelopeSchema("Dump", {
  snapshot: Snapshot,
  ...Object.fromEntries(DUMP_TABLES.map((name) => [name, Rows])),
});

type Document = Operation & { path: string };

const ANY_OBJECT: JsonSchema = { type: "object", additionalProperties: true };

const DATASET = {
  name: "dataset",
  description: "Name of the dataset",
  schema: { type: "string", enum: EXPORT_DATASETS.map(({ name }) => name) },
  example: getItemAt(EXPORT_DATASETS, 0).name,
};

const exportDocument = (id: string, format: ExportFormat, ending: string): Document => ({
  path: `${EXPORT_URL_PREFIX}{dataset}${ending}`,
  id,
  tag: "Exports",
  summary: `A whole dataset as ${format.name}`,
  description: `${format.description} Columns, sizes and hashes are in /datapackage.json.`,
  parameters: [DATASET],
  type: format.mediatype,
  schema: format === CSV_FORMAT ? { type: "string" } : {},
});

/** @param schemas Names of the published schemas. */
const documents = (schemas: readonly string[]): Document[] => [
  {
    path: EXPORTS_INDEX_PATH,
    id: "listExports",
    tag: "Exports",
    summary: "Every export, and the copies of the exports of past months",
    description:
      "Lists the current exports, and for each past month the archived copy of its last export. If the operator archives no exports, `copies` is empty.",
    schema: refTo("ExportIndex"),
  },
  {
    path: `${EXPORT_URL_PREFIX}{date}/{dataset}${CSV_EXTENSION}`,
    id: "exportDatasetOfDay",
    tag: "Exports",
    summary: "A whole dataset as CSV, as of a past day",
    description: `The last export of each past month is archived and never changes. ${EXPORTS_INDEX_PATH} lists the days with an archived export, and the size and hash of each file.`,
    // No example: the mirror decides which days exist.
    parameters: [
      {
        name: "date",
        description: "Day of an archived export, as listed in the index of exports",
        schema: { type: "string", format: "date" },
      },
      { name: "dataset", description: DATASET.description, schema: { type: "string" } },
    ],
    type: CSV_FORMAT.mediatype,
    schema: { type: "string" },
  },
  // These come before the plain dataset path, whose pattern also matches their addresses.
  exportDocument("exportDatasetAsParquet", PARQUET_FORMAT, PARQUET_FORMAT.ending),
  exportDocument("exportDatasetAsCsv", CSV_FORMAT, CSV_EXTENSION),
  exportDocument("exportDataset", CSV_FORMAT, ""),
  {
    path: DUMP_PATH,
    id: "getDump",
    tag: "Exports",
    summary: "Everything in one file",
    description:
      "All tables of the catalogue in one JSON file; the service makes its answers from these tables.",
    schema: refTo("Dump"),
  },
  {
    path: "/cost-vectors.json",
    id: "getCostVectors",
    tag: "Exports",
    summary: "Test cases for code that computes costs",
    description:
      "Each test case has token counts, the host's rates and the expected cost in US dollars; /docs/cost-vectors explains the fields.",
    schema: ANY_OBJECT,
  },
  {
    path: FILE_MANIFEST_PATH,
    id: "getManifest",
    tag: "Service",
    summary: "Every published file with its size and SHA-256",
    description: "Compare the manifests of two builds to see which files changed.",
    schema: refTo("Manifest"),
  },
  {
    path: OPENAPI_PATH,
    id: "getOpenApi",
    tag: "Service",
    summary: "This description",
    description: "OpenAPI 3.1.",
    schema: ANY_OBJECT,
  },
  {
    path: "/api/v1/schema/{name}.json",
    id: "getSchema",
    tag: "Service",
    summary: "JSON Schema of one part of the answers",
    description:
      "JSON Schema, draft 2020-12. The names of the schemas are listed in this API description under components/schemas.",
    parameters: [
      {
        name: "name",
        description: "Name of the schema",
        schema: { type: "string", enum: schemas },
        example: "ModelDetail",
      },
    ],
    schema: ANY_OBJECT,
  },
];

const documentOperation = ({ parameters = [], ...document }: Document): JsonSchema => {
  const inPath = parameters.map((one) => ({ ...one, in: "path", required: true }));
  return toOperation({ ...document, parameters: inPath }, ["unknown-slug", "method-not-allowed"]);
};
