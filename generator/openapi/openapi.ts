/** The OpenAPI 3.1 document, from the endpoint definitions. */
import { z } from "zod";
import type { Service } from "../../build/schema/service.ts";
import { ENDPOINTS } from "../endpoints/index.ts";
import { type Endpoint, TAGS } from "../http/endpoint.ts";
import { PROBLEMS, type ProblemName } from "../http/problem.ts";
import { documentPaths } from "./document-operations.ts";
import { type JsonSchema, toJsonSchemas } from "./json-schemas.ts";
import { REF, toProblemResponse } from "./problem-response.ts";

export function toOpenApi(service: Service): JsonSchema {
  const schemas = toJsonSchemas((id) => `${REF}${id}`);
  return {
    openapi: "3.1.0",
    info: {
      title: service.name,
      version: "1.0.0",
      summary: service.summary,
      description: `${service.summary} Read-only, no key. Unknown query parameters are ignored; fields may be added within v1, none renamed or removed.`,
      contact: {
        name: service.name,
        ...(service.contact_url !== null && { url: service.contact_url }),
      },
      license: { name: service.license, url: service.license_url },
    },
    servers: [{ url: service.base_url }],
    security: [],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries([
      ...ENDPOINTS.map((endpoint) => [endpoint.path, { get: toOperation(endpoint) }]),
      ...documentPaths([...schemas.keys()]),
    ]),
    components: { schemas: Object.fromEntries(schemas) },
  };
}

function toOperation(endpoint: Endpoint): JsonSchema {
  const problems: ProblemName[] = ["method-not-allowed", "query-too-long"];
  if (Object.keys(endpoint.query).length > 0) problems.unshift("bad-parameter");
  if (Object.keys(endpoint.params).length > 0 || endpoint.id === "compareModels")
    problems.unshift("unknown-slug");
  return {
    operationId: endpoint.id,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: endpoint.description,
    parameters: [...pathParameters(endpoint), ...queryParameters(endpoint)],
    responses: {
      200: {
        description: endpoint.summary,
        content: { "application/json": { schema: schemaOf(endpoint.response) } },
      },
      ...Object.fromEntries(
        problems.map((name) => [PROBLEMS[name].status, toProblemResponse(name)]),
      ),
    },
  };
}

const pathParameters = (endpoint: Endpoint): JsonSchema[] =>
  Object.entries(endpoint.params).map(([name, { description, example, values }]) => ({
    name,
    in: "path",
    required: true,
    description,
    schema: { type: "string", ...(values && { enum: values }) },
    example,
  }));

const queryParameters = (endpoint: Endpoint): JsonSchema[] =>
  Object.entries(endpoint.query).map(([name, { description, schema, required, example }]) => ({
    name,
    in: "query",
    description,
    required: required === true,
    schema,
    ...(example !== undefined && { example }),
  }));

/** A schema with an id is referred to; a union is one of several that have one. */
function schemaOf(schema: z.ZodType): JsonSchema {
  const id = z.globalRegistry.get(schema)?.id;
  if (id !== undefined) return { $ref: `${REF}${id}` };
  if (schema instanceof z.ZodUnion)
    return { oneOf: schema.options.map((option) => schemaOf(option as z.ZodType)) };
  throw new TypeError("a response schema needs .meta({ id })");
}
