/** A page that shows what its query asks for. The function makes it, as no file can be named in advance. */
import type { Context } from "../../../http/endpoint.ts";
import type { Html } from "../../components/html.ts";

export interface AskedPage {
  path: string;
  /** The query parameters it knows; the CDN keeps an answer for each of their values. */
  keys: readonly string[];
  respond(query: ReadonlyMap<string, string>, context: Context): { status: number; page: Html };
}
