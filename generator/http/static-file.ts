/** One file of the published set. */
export interface StaticFile {
  /** Below `dist/`, starting with `/`. */
  path: string;
  body: string | Uint8Array;
  contentType: string;
  /** Which endpoint or document it belongs to, for summaries and messages. */
  owner: string;
}

export const JSON_TYPE = "application/json; charset=utf-8";
