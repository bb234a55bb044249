/** Random and hostile requests, from a fixed seed. */
import fc from "fast-check";
import { anyText } from "../builders/any-text.ts";

export interface HostileRequest {
  /** As it stands in the request line. */
  target: string;
  method: string;
  headers: Record<string, string>;
}

const SLUGS = [
  ...["__proto__", "constructor", "toString", "hasOwnProperty", "prototype", "null", "undefined"],
  ...["..%2f", "..%2f..%2fetc%2fpasswd", "%2e%2e%2f", "..%5c", "%00", "norn-4o%00", "%0d%0aX:1"],
  ...["%", "%4", "%zz", "%c0%af", "%ed%a0%80", "%f0%9f%98%80", "%ff%fe", "+", "%25", "%2F"],
  ...[
    "norn-4o",
    "norn-4o%20",
    "NORN-4O",
    "norn.4o",
    "northwind/norn-4o",
    "-",
    "--",
    ".",
    "..",
    "*",
    ":slug",
  ],
  ...["a".repeat(4096), "%F0%9F%A4%96".repeat(300), "1e309", "-0", "{{7*7}}", "%24%7B7%7D", "';--"],
  ...["_redirects", "_headers", "404.html", "index.html", "<script>", "%3Cscript%3E", "\\", "|"],
];
const FOLDERS = [
  ...["/api", "/api/v1", "/api/v1/models", "/api/v1/compare", "/api/v1/price-history"],
  ...["/api/v1/providers", "/api/v1/benchmarks", "/api/v1/own-tests", "/api/lab", "/api/v1/export"],
  ...["/api/v1/search", "/api/v1/findings", "/api/v1/changes", "/api/v1/glossary"],
  ...[
    "/api/v1/schema",
    "/api/scorecard",
    "/api/spotlight",
    "/api/v1/status",
    "/api/mcp",
    "/api/v2",
  ],
  ...["/.netlify/functions/api", "/_q/api/v1/models", "/api//v1", "/api/./v1", "/API/v1/models"],
];
const KEYS = [
  ...["q", "limit", "page", "sort", "provider", "open_source", "models", "since", "type"],
  ...["category", "envelope", "__proto__", "constructor", "q[]", "", "%71", "limit%00"],
];
const VALUES = [
  ...SLUGS,
  ...["0", "-1", "1", "2.5", "1e9", "9".repeat(400), "NaN", "Infinity", "0x1", "true", "all"],
  ...[
    "norn-4o,norn-5",
    "norn-4o,norn-4o",
    ",",
    ",,,,,,,,",
    "2026-02-30",
    "2026-01-01",
    "9999-99-99",
  ],
  ...["q".repeat(4096), "a%20".repeat(1000), "(((((((((", "^(a+)+$", "%E2%80%AE", "'+OR+1=1"],
];

/** Any text as it may stand in a request line: no control characters, no blanks, no fragment. */
const raw = anyText(60)
  .map((text) => text.toWellFormed())
  .map((text) => encodeURI(text).replaceAll("#", "%23"));
const part = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...SLUGS) },
  { weight: 1, arbitrary: raw.map((text) => text.replaceAll("?", "%3F")) },
);
const pair = fc
  .tuple(
    fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...KEYS) }, { weight: 1, arbitrary: raw }),
    fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...VALUES) }, { weight: 1, arbitrary: raw }),
    fc.constantFrom("=", "=", "=", "=", "", "=="),
  )
  .map(([key, value, sign]) => key + sign + value);

export const target: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom(...FOLDERS),
    fc.array(part, { maxLength: 3 }),
    fc.array(pair, { maxLength: 4 }),
  )
  .map(([folder, parts, pairs]) => {
    const path = [folder, ...parts].join("/");
    return pairs.length === 0 ? path : `${path}?${pairs.join("&")}`;
  });

const method = fc.oneof(
  { weight: 8, arbitrary: fc.constant("GET") },
  {
    weight: 2,
    arbitrary: fc.constantFrom(...["HEAD", "OPTIONS", "POST", "PUT", "DELETE", "PATCH", "REPORT"]),
  },
);

const NAMES = [
  "Accept",
  "Accept-Encoding",
  "If-None-Match",
  "Range",
  "Origin",
  "Cookie",
  "X-Forwarded-Host",
];
const header = fc.oneof(
  fc.string({ maxLength: 40 }).map((text) => text.replace(/[^\x20-\x7e]/g, "").trim()),
  fc.constantFrom(
    ...["*", 'W/"', '"', "bytes=0-", "bytes=9-1", "null", "a".repeat(8_000), ",".repeat(500)],
  ),
);

export const hostileRequest: fc.Arbitrary<HostileRequest> = fc.record({
  target,
  method,
  headers: fc.dictionary(fc.constantFrom(...NAMES), header, { maxKeys: 2 }),
});
