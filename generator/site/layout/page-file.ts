/** A page as a file of the published set. */
import { HTML_TYPE, type StaticFile } from "../../http/headers.ts";
import type { Html } from "../components/html.ts";

/** @param address A page that is also a folder ends with a slash. */
export const pageFile = (address: string, page: Html): StaticFile => ({
  path: address.endsWith("/") ? `${address}index.html` : address,
  body: page.toString(),
  contentType: HTML_TYPE,
  owner: "site",
});
