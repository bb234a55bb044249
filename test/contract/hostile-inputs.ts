/** Random and hostile requests. */
import fc from "fast-check";
import { arbitraryText } from "../builders/any-text.ts";

/** A request as it is on the wire. */
export interface HostileRequest {
  /** Target of the request line, which may be an invalid URL. */
  target: string;
  method: string;
  headers: Record<string, string>;
}

export const splitWords = (text: string): string[] => text.trim().split(/\s+/);

/** Names of built-in object properties, path traversal, broken escapes, other spellings, long texts, and code. */
const SLUGS = [
  ...splitWords(`__proto__ constructor toString hasOwnProperty prototype null undefined - -- . .. * :slug
    ..%2f ..%2f..%2fetc%2fpasswd %2e%2e%2f ..%5c %00 norn-4o%00 %0d%0aX:1 % %4 %zz %c0%af %ed%a0%80
    %f0%9f%98%80 %ff%fe + %25 %2F norn-4o norn-4o%20 NORN-4O norn.4o northwind/norn-4o 1e309 -0
    {{7*7}} %24%7B7%7D ';-- _redirects _headers 404.html index.html <script> %3Cscript%3E \\ |`),
  "a".repeat(4096),
  "%F0%9F%A4%96".repeat(300),
];
const FOLDERS = splitWords(`/api /api/v1 /api/v1/models /api/v1/compare /api/v1/price-history
  /api/v1/providers /api/v1/benchmarks /api/v1/own-tests /api/lab /api/v1/export /api/v1/search
  /api/v1/findings /api/v1/changes /api/v1/glossary /api/v1/schema /api/scorecard /api/spotlight
  /api/v1/status /api/mcp /api/v2 /.netlify/functions/api /_q/api/v1/models /api//v1 /api/./v1
  /API/v1/models`);
const KEYS = [
  ...splitWords(`q limit page sort provider open_source models since type category envelope __proto__
    constructor q[] %71 limit%00`),
  "",
];
const VALUES = [
  ...SLUGS,
  ...splitWords(`0 -1 1 2.5 1e9 NaN Infinity 0x1 true all norn-4o,norn-5 norn-4o,norn-4o , ,,,,,,,,
    2026-02-30 2026-01-01 9999-99-99 (((((((((( ^(a+)+$ %E2%80%AE '+OR+1=1`),
  "9".repeat(400),
  "q".repeat(4096),
  "a%20".repeat(1000),
];
const HEADERS = splitWords(
  "Accept Accept-Encoding If-None-Match Range Origin Cookie X-Forwarded-Host",
);
const METHODS = splitWords("GET GET GET GET GET HEAD OPTIONS POST PUT DELETE PATCH REPORT");

/** Any text that may appear in a request line: no control characters, spaces or fragment. */
const raw = arbitraryText(60).map((text) => encodeURI(text.toWellFormed()).replaceAll("#", "%23"));
const rawInPath = raw.map((text) => text.replaceAll("?", "%3F"));
const mostly = (texts: string[], other = raw) =>
  fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...texts) }, { weight: 1, arbitrary: other });
const pair = fc
  .tuple(mostly(KEYS), fc.constantFrom("=", "=", "=", "=", "", "=="), mostly(VALUES))
  .map((parts) => parts.join(""));
const path = fc
  .tuple(fc.constantFrom(...FOLDERS), fc.array(mostly(SLUGS, rawInPath), { maxLength: 3 }))
  .map(([folder, parts]) => [folder, ...parts].join("/"));
const target = fc
  .tuple(path, fc.array(pair, { maxLength: 4 }))
  .map(([path, pairs]) => (pairs.length === 0 ? path : `${path}?${pairs.join("&")}`));
const header = mostly(
  [...splitWords(`* W/" " bytes=0- bytes=9-1 null`), "a".repeat(8_000), ",".repeat(500)],
  fc.string({ maxLength: 40 }).map((text) => text.replace(/[^\x20-\x7e]/g, "").trim()),
);
export const arbitraryHostileRequest: fc.Arbitrary<HostileRequest> = fc.record({
  target,
  method: fc.constantFrom(...METHODS),
  headers: fc.dictionary(fc.constantFrom(...HEADERS), header, { maxKeys: 2 }),
});
