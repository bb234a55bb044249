/** Where the platform's dev server does otherwise than the platform; read from netlify-cli 27.10.2. */
import type { KnownDifference } from "../smoke/report.ts";

/** Its static server sets these two for every file, and they go over what `_headers` says. */
const OWN_TYPE =
  /^[a-z ]+: GET \S+: content-type "(application\/(octet-stream|javascript; charset=utf-8|json; charset=utf-8|xml)|image\/vnd\.microsoft\.icon)" instead of/;

export const KNOWN_DIFFERENCES: readonly KnownDifference[] = [
  {
    pattern: /^[a-z ]+: GET \/(_headers|_redirects): /,
    reason: "gives out the files of rules and headers, which a deploy takes for itself",
  },
  {
    pattern: /^no file: GET \/api\/\/v1\/status: /,
    reason: "looks for a file under an address with two slashes as if it had one",
  },
  {
    pattern: /^[a-z ]+: GET \S+: cache-control "public, max-age=0" instead of/,
    reason: "its static server's Cache-Control goes over that of _headers",
  },
  {
    pattern: OWN_TYPE,
    reason: "its static server's Content-Type, by the ending, goes over that of _headers",
  },
  {
    pattern: /^head: (file|query): status 200; other than GET: etag$/,
    reason: "makes the ETag of an answer to HEAD from the empty body",
  },
];
