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

/** A path without parameters whose file cannot stand at the path itself, because the path is also a folder. */
export interface LiteralRoute {
  path: string;
  /** Address of the file below `dist/`, starting with `/`. */
  file: string;
}

/** A published file whose ending does not tell its type. */
export interface TypedFile {
  path: string;
  contentType: string;
}

export interface Delivery {
  queries: readonly QueryRoute[];
  literals: readonly LiteralRoute[];
  files: readonly TypedFile[];
}
