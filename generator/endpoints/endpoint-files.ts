/** Every answer that can be named in advance, as a file, and the routes that lead to it. */
import { BuildError } from "../../build/facts/fault.ts";
import { issuesOf } from "../../build/schema/issues.ts";
import type { Delivery, LiteralRoute, QueryRoute, TypedFile } from "../cdn/delivery.ts";
import type { Context, Endpoint } from "../http/endpoint.ts";
import { canonicalQuery, execute, toPath, withDefaults } from "../http/execute.ts";
import { isProblem } from "../http/problem.ts";

export const JSON_TYPE = "application/json; charset=utf-8";

/** One file of the published set. */
export interface StaticFile {
  /** Below `dist/`, starting with `/`. */
  path: string;
  body: string | Uint8Array;
  contentType: string;
  /** Which endpoint or document it belongs to, for summaries and messages. */
  owner: string;
}

/** Answers of one endpoint, validated against its published schema. */
export function* endpointFiles(
  endpoint: Endpoint,
  place: Place,
  context: Context,
): Generator<StaticFile & { query: Record<string, string> }> {
  for (const request of endpoint.enumerate(context)) {
    const query = withDefaults(endpoint, request.query);
    const canonical = canonicalQuery(endpoint, query);
    if (place === "query" && Object.keys(canonical).length === 0) continue;
    const path = toPath(endpoint.path, request.params);
    const made = execute(endpoint, { params: request.params, query }, context);
    if (isProblem(made))
      throw new BuildError(`${endpoint.id} enumerates ${path} but answers: ${made.detail}`);
    const [issue] = issuesOf(endpoint.response, made.value);
    if (issue) {
      throw new BuildError(
        `${endpoint.id} ${path}: ${issue.path.join(".")}: ${issue.message}; mend its response schema or its answer`,
      );
    }
    yield {
      path: filePath(path, place, canonical),
      body: JSON.stringify(made.value),
      contentType: JSON_TYPE,
      owner: endpoint.id,
      query: canonical,
    };
  }
}

/**
 * Where an endpoint's files stand: at the public path itself; under `/_q` because they depend on a query;
 * or under `/_q` because the path is a folder of other files too.
 */
export type Place = "path" | "query" | "folder";

export function placeOf(endpoint: Endpoint, all: readonly Endpoint[]): Place {
  if (Object.keys(endpoint.query).length > 0) return "query";
  const isFolder = all.some(
    (other) => other.path.startsWith(`${endpoint.path}/`) && Object.keys(other.params).length > 0,
  );
  return isFolder && Object.keys(endpoint.params).length === 0 ? "folder" : "path";
}

function filePath(path: string, place: Place, query: Record<string, string>): string {
  if (place === "path") return path;
  const name = Object.entries(query)
    .map(([key, value]) => `${key}-${value}`)
    .join(".");
  return `/_q${path}${name === "" ? "" : `/${name}`}.json`;
}

/** Collects routes while files are made. */
export class Routes {
  readonly #queries = new Map<
    string,
    { keys: string[]; files: { query: Record<string, string>; file: string }[] }
  >();
  readonly #literals: LiteralRoute[] = [];

  add(
    endpoint: Endpoint,
    place: Place,
    file: { path: string; query: Record<string, string> },
  ): void {
    if (place === "folder") this.#literals.push({ path: endpoint.path, file: file.path });
    if (place === "query")
      this.#routeOf(endpoint).files.push({ query: file.query, file: file.path });
  }

  /** An endpoint with parameters has a route even when nothing of it is enumerated. */
  declare(endpoint: Endpoint, place: Place): void {
    if (place === "query" && Object.keys(endpoint.params).length === 0) this.#routeOf(endpoint);
  }

  toDelivery(files: readonly TypedFile[]): Delivery {
    const queries: QueryRoute[] = [...this.#queries].map(([path, route]) => ({ path, ...route }));
    return {
      queries,
      literals: this.#literals,
      files,
    };
  }

  #routeOf(endpoint: Endpoint) {
    const route = this.#queries.get(endpoint.path) ?? {
      keys: Object.keys(endpoint.query),
      files: [],
    };
    this.#queries.set(endpoint.path, route);
    return route;
  }
}
