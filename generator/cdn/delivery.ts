/** What the CDN must know of the published files: derived from the endpoint definitions, turned into rules by `rules.ts`. */

/** A path with query parameters: some queries have a file, all others are the function's. */
export interface QueryRoute {
  /** Literal public path, without placeholders: `/api/v1/models`. */
  path: string;
  /** Every query parameter that the endpoint knows; others are ignored by it. */
  keys: readonly string[];
  /** The enumerated queries. Values are decoded. The empty query is never here: the bare address is the function's. */
  files: readonly { query: Readonly<Record<string, string>>; file: string }[];
}

/**
 * A path without parameters whose file stands at another one: because the path is also a folder, or the file has two
 * addresses.
 */
export interface LiteralRoute {
  path: string;
  /** Address of the file below `dist/`, starting with `/`. */
  file: string;
  /** The client is sent to the file's own address (301); else it gets the file. */
  isRedirect?: boolean;
}

/** What the CDN has to be told of a published file. */
export interface TypedFile {
  path: string;
  contentType: string;
  /** Beyond those of every file of its folder. */
  headers?: Readonly<Record<string, string>>;
}

export interface Delivery {
  queries: readonly QueryRoute[];
  literals: readonly LiteralRoute[];
  files: readonly TypedFile[];
}
