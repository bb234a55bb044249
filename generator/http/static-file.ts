/** One file of the published set. */
export interface StaticFile {
  /** Below `dist/`, starting with `/`. */
  path: string;
  body: string | Uint8Array;
  contentType: string;
  /** Beyond those of every file of its folder: name → value. */
  headers?: Readonly<Record<string, string>>;
  /** Another address that answers the same: `/api/v1/export/models.csv`. */
  alsoAt?: string;
  /** An address that redirects here: `/openapi.json`. */
  redirectedFrom?: string;
  /** Which endpoint or document it belongs to, for summaries and messages. */
  owner: string;
}

/** A file that nobody holds whole: the dump, the exports. */
export interface LargeFile extends Omit<StaticFile, "body"> {
  /** Its bytes in their order; text as UTF-8. Given out once. */
  chunks: Iterable<string | Uint8Array>;
}

export type PublishedFile = StaticFile | LargeFile;

export const isLarge = (file: PublishedFile): file is LargeFile => "chunks" in file;

export const HTML_TYPE = "text/html; charset=utf-8";
export const JSON_TYPE = "application/json; charset=utf-8";
