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
import { ENDPOINTS } from "./index.ts";

const hasEntries = (value: object): boolean => Object.keys(value).length > 0;

/**
 * Files with the answers of one endpoint. Tests check that the answers match the published schema; the build does not.
 * @throws CommandError when the endpoint enumerates a request that it cannot answer.
 */
export function* makeFilesOfEndpoint(
  endpoint: Endpoint,
  context: AnswerContext,
): Generator<StaticFile> {
  const isAtPath = isStoredAtPath(endpoint);
  for (const { params, query: named } of endpoint.enumerate(context)) {
    const query = withQueryDefaults(endpoint, named);
    const canonical = toCanonicalQuery(endpoint, query);
    if (hasEntries(endpoint.query) && !hasEntries(canonical)) continue;
    const path = fillPathTemplate(endpoint.path, params);
    const made = executeEndpoint(endpoint, { params, query }, context);
    if (isProblem(made))
      throw new CommandError(
        `${endpoint.id} lists ${path} as a file to write, but answers with an error: ${made.detail}`,
      );
    const pairs = Object.entries(canonical).map(([name, value]) => `${name}-${value}`);
    const stored = `/_q${[path, pairs.join(".")].filter(Boolean).join("/")}.json`;
    const body = toJsonEscapingInvisibleCharacters(made.value);
    yield {
      ...toJsonFile(isAtPath ? path : stored, endpoint.id, body),
      ...(hasEntries(made.headers) && { headers: made.headers }),
      ...(!isAtPath && { answers: { path, query: canonical } }),
      ...(endpoint.alsoAt !== undefined && { alsoAt: endpoint.alsoAt }),
    };
  }
}

/** False when the answers depend on a query, or when other files are below the path: they are stored under `/_q`. */
export const isStoredAtPath = ({ path, params, query }: Endpoint): boolean =>
  !hasEntries(query) &&
  (hasEntries(params) ||
    !ENDPOINTS.some((other) => other.path.startsWith(`${path}/`) && hasEntries(other.params)));
