/** Which requests lead to which files, collected while the files are made. */
import type { Place } from "../endpoints/endpoint-files.ts";
import type { Endpoint } from "../http/endpoint.ts";
import type { PublishedFile } from "../http/static-file.ts";
import type { AskedPage } from "../site/pages/asked/asked-page.ts";
import type { Delivery, LiteralRoute, QueryRoute, TypedFile } from "./delivery.ts";

interface RoutedFile {
  path: string;
  query: Record<string, string>;
}

export class Routes {
  readonly #queries = new Map<string, QueryRoute & { files: QueryRoute["files"][number][] }>();
  readonly #literals: LiteralRoute[] = [];

  /** An endpoint with parameters has a route even when nothing of it is enumerated. */
  declare(endpoint: Endpoint, place: Place): void {
    if (place === "query" && Object.keys(endpoint.params).length === 0) this.#routeOf(endpoint);
  }

  /** A page that the function makes from its query. */
  declarePage({ path, keys }: AskedPage): void {
    this.#queries.set(path, { path, keys, files: [] });
  }

  add(endpoint: Endpoint, place: Place, { path, query }: RoutedFile): void {
    if (place === "folder") this.#literals.push({ path: endpoint.path, file: path });
    if (place === "query") this.#routeOf(endpoint).files.push({ query, file: path });
  }

  /** The further addresses of a file. */
  addAddresses({ path, alsoAt, redirectedFrom }: PublishedFile): void {
    if (alsoAt) this.#literals.push({ path: alsoAt, file: path });
    if (redirectedFrom) this.#literals.push({ path: redirectedFrom, file: path, isRedirect: true });
  }

  toDelivery(files: readonly TypedFile[]): Delivery {
    return { queries: [...this.#queries.values()], literals: this.#literals, files };
  }

  #routeOf({ path, query }: Endpoint) {
    const route = this.#queries.get(path) ?? { path, keys: Object.keys(query), files: [] };
    this.#queries.set(path, route);
    return route;
  }
}
