/**
 * Who may call. In public: anyone, from any page. The data are open, there are no keys, cookies or sessions
 * that a foreign page could use, and the CDN brings only requests for its own host. On a user's machine a page
 * of another site could reach the local server by a name that it points there (DNS rebinding): there the host
 * must be this machine's, and so must the origin, when a browser sends one.
 */
const LOCAL = new Set(["localhost", "127.0.0.1", "[::1]"]);

export function isForeign(request: Request): boolean {
  const host = request.headers.get("host") ?? new URL(request.url).host;
  const origin = request.headers.get("origin");
  return !isLocalName(`http://${host}`) || (origin !== null && !isLocalName(origin));
}

function isLocalName(address: string): boolean {
  return URL.canParse(address) && LOCAL.has(new URL(address).hostname);
}
