/** Writes every answer that can be enumerated as a file. */
import { CommandError } from "../../build/facts/fault.ts";
import { toJsonEscapingInvisibleCharacters } from "../../build/schema/values.ts";
import {
  type AnswerContext,
  type Endpoint,
  executeEndpoint,
  fillPathTemplate,
  toCanonicalQuery,
  withQueryDefaults,
} from "../http/endpoint.ts";
import { type StaticFile, toJsonFile } from "../http/headers.ts";
import { isProblem } from "../http/problem.ts";

/** `query` holds the parameters that differ from their defaults. */
export type EndpointFile = StaticFile & { query: Record<string, string> };

/**
 * Files with the answers of one endpoint. Tests check that the answers match the published schema; the build does not.
 */
export function* makeFilesOfEndpoint(
  endpoint: Endpoint,
  place: EndpointFileLocationKind,
  context: AnswerContext,
): Generator<EndpointFile> {
  for (const { params, query: named } of endpoint.enumerate(context)) {
    const query = withQueryDefaults(endpoint, named);
    const canonical = toCanonicalQuery(endpoint, query);
    if (place === "query" && Object.keys(canonical).length === 0) continue;
    const path = fillPathTemplate(endpoint.path, params);
    const made = executeEndpoint(endpoint, { params, query }, context);
    if (isProblem(made))
      throw new CommandError(
        `${endpoint.id} lists ${path} as a file to write, but answers with an error: ${made.detail}`,
      );
    yield {
      ...toJsonFile(
        filePath(path, place, canonical),
        endpoint.id,
        toJsonEscapingInvisibleCharacters(made.value),
      ),
      ...(Object.keys(made.headers).length > 0 && { headers: made.headers }),
      query: canonical,
      ...(endpoint.alsoAt !== undefined && { alsoAt: endpoint.alsoAt }),
    };
  }
}

/**
 * Where an endpoint's files are stored: `path`, at the public path itself; `query`, under `/_q` because they depend on
 * a query; `folder`, under `/_q` because other files are below that path.
 */
export type EndpointFileLocationKind = "path" | "query" | "folder";

export function getEndpointFileLocationKind(
  endpoint: Endpoint,
  all: readonly Endpoint[],
): EndpointFileLocationKind {
  if (Object.keys(endpoint.query).length > 0) return "query";
  const isFolder = all.some(
    (other) => other.path.startsWith(`${endpoint.path}/`) && Object.keys(other.params).length > 0,
  );
  return isFolder && Object.keys(endpoint.params).length === 0 ? "folder" : "path";
}

function filePath(
  path: string,
  place: EndpointFileLocationKind,
  query: Record<string, string>,
): string {
  if (place === "path") return path;
  const name = Object.entries(query)
    .map(([key, value]) => `${key}-${value}`)
    .join(".");
  return `/_q${path}${name === "" ? "" : `/${name}`}.json`;
}
