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

export const HTML_TYPE = "text/html; charset=utf-8";
export const JSON_TYPE = "application/json; charset=utf-8";
