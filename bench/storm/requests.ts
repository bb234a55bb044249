/** Valid, odd and hostile requests to every endpoint, page, embed and tool, the same for the same seed. */
import fc from "fast-check";
import { getAt } from "../../build/schema/get-at.ts";
import { ENDPOINTS } from "../../generator/endpoints/index.ts";
import type { Context } from "../../generator/http/endpoint.ts";
import { toPath } from "../../generator/http/execute.ts";
import { TOOLS } from "../../mcp-server/tools/index.ts";
import { anyText } from "../../test/builders/any-text.ts";
import { type HostileRequest, hostileRequest } from "../../test/contract/hostile-inputs.ts";

export interface StormRequest extends HostileRequest {
  kind: "valid" | "odd" | "hostile" | "page" | "tool";
  /** Of a POST. */
  body?: string;
}

const PLAIN = { method: "GET", headers: {} };
const MCP_HEADERS = {
  "Content-Type": "application/json",
  Accept: "application/json, text/event-stream",
};

/** @param files Published paths. */
export function stormRequest(
  context: Context,
  files: readonly string[],
): fc.Arbitrary<StormRequest> {
  const pages = files.filter((path) => !path.startsWith("/_q") && !path.startsWith("/api/"));
  const published = files.filter((path) => path.startsWith("/api/"));
  const models = context.catalog.models.map(({ slug }) => slug);
  const model = fc.constantFrom(...models);
  const name = fc.oneof(model, fc.constantFrom(...context.catalog.models.map((one) => one.name)));
  const misspelt = fc.tuple(name, fc.nat(), fc.nat(25)).map(([text, at, letter]) => {
    const cut = at % (text.length + 1);
    return text.slice(0, cut) + String.fromCharCode(97 + letter) + text.slice(cut + 1);
  });
  const asked = fc.oneof(
    name,
    misspelt,
    anyText(30).map((text) => text.toWellFormed()),
  );
  const escaped = asked.map(encodeURIComponent);

  const valid = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...enumerated(context)) },
    { weight: 1, arbitrary: fc.constantFrom(...published) },
    { weight: 1, arbitrary: misspelt.map((q) => `/api/v1/search?q=${encodeURIComponent(q)}`) },
    { weight: 1, arbitrary: model.map((slug) => `/api/v1/models/${slug}/cheapest`) },
    {
      weight: 1,
      arbitrary: fc
        .uniqueArray(model, { minLength: 2, maxLength: 5 })
        .map((slugs) => `/api/v1/compare?models=${slugs.join(",")}`),
    },
  );
  const odd = fc.tuple(valid, hostileRequest).map(([address, { target, method, headers }]) => {
    const query = target.split("?")[1] ?? "";
    return { target: address + (address.includes("?") ? "&" : "?") + query, method, headers };
  });
  const page = fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...pages) },
    { weight: 2, arbitrary: escaped.map((q) => `/search?q=${q}`) },
    {
      weight: 2,
      arbitrary: fc.array(escaped, { maxLength: 6 }).map((all) => `/compare?models=${all.join()}`),
    },
    {
      weight: 1,
      arbitrary: hostileRequest.map(({ target }) => target.replace(/^\/api(\/v1)?/, "") || "/"),
    },
  );
  const of = <T extends Pick<HostileRequest, "target">>(
    kind: StormRequest["kind"],
    part: fc.Arbitrary<T>,
  ): fc.Arbitrary<StormRequest> => part.map((request) => ({ ...PLAIN, ...request, kind }));
  return fc.oneof(
    {
      weight: 3,
      arbitrary: of(
        "valid",
        valid.map((target) => ({ target })),
      ),
    },
    { weight: 2, arbitrary: of("odd", odd) },
    { weight: 2, arbitrary: of("hostile", hostileRequest) },
    {
      weight: 2,
      arbitrary: of(
        "page",
        page.map((target) => ({ target: toTarget(target) })),
      ),
    },
    { weight: 1, arbitrary: of("tool", toolCall(asked, model)) },
  );
}

/** A file's address as a browser asks for it: an index by its folder. */
const toTarget = (path: string): string =>
  path.replace(/(\/|^)index\.html$/, "$1").replace(/\.html$/, "") || "/";

function enumerated(context: Context): string[] {
  return ENDPOINTS.flatMap((endpoint) => {
    const example = endpoint.exampleQuery ? [`${endpoint.path}?${endpoint.exampleQuery}`] : [];
    const named = Array.from(endpoint.enumerate(context), ({ params, query }) => {
      const text = new URLSearchParams(query as Record<string, string>).toString();
      return toPath(endpoint.path, params) + (text === "" ? "" : `?${text}`);
    });
    return [...example, ...named];
  });
}

/** What may stand in the body of a call, from the right form to none. */
function toolCall(
  text: fc.Arbitrary<string>,
  model: fc.Arbitrary<string>,
): fc.Arbitrary<Omit<StormRequest, "kind">> {
  const names = TOOLS.map(({ name }) => name);
  const keys = ["query", "model", "models", "provider", "test", "id", "limit", "sort", "__proto__"];
  const id = fc.tuple(fc.constantFrom("", "model:", "provider:", "benchmark:", "finding:"), text);
  const value = fc.oneof(
    ...[text, model, id.map((parts) => parts.join("")), fc.array(model, { maxLength: 5 })],
    fc.jsonValue({ maxDepth: 2 }),
  );
  const right = fc.constantFrom<(slug: string, other: string) => object>(
    (slug) => ({ name: "get_model", arguments: { model: slug } }),
    (slug) => ({ name: "cheapest_provider", arguments: { model: slug } }),
    (slug, other) => ({ name: "compare_models", arguments: { models: [slug, other] } }),
    (slug) => ({ name: "search", arguments: { query: slug } }),
    (slug) => ({ name: "fetch", arguments: { id: `model:${slug}` } }),
    () => ({ name: "latest_findings", arguments: { limit: 3 } }),
  );
  const params = fc.oneof(
    fc.tuple(right, model, model).map(([make, one, other]) => make(one, other)),
    fc.record({
      name: fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom(...names) },
        { weight: 1, arbitrary: text },
      ),
      arguments: fc.oneof(
        { weight: 6, arbitrary: fc.dictionary(fc.constantFrom(...keys), value, { maxKeys: 3 }) },
        { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 1 }) },
      ),
    }),
  );
  const methods = ["tools/list", "initialize", "ping", "resources/list", "prompts/get", "x", ""];
  const call = params.map((one) => ({ jsonrpc: "2.0", id: 1, method: "tools/call", params: one }));
  const message = fc.oneof(
    { weight: 8, arbitrary: call },
    {
      weight: 2,
      arbitrary: fc.record({
        jsonrpc: fc.constantFrom("2.0", "1.0"),
        id: fc.constantFrom<unknown>(1, "a", null, -1, {}),
        method: fc.constantFrom(...methods),
        params: fc.jsonValue({ maxDepth: 2 }),
      }),
    },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  );
  const body = fc.oneof(
    { weight: 12, arbitrary: message.map((one) => JSON.stringify(one)) },
    { weight: 1, arbitrary: fc.tuple(message, fc.nat()).map(cutAnywhere) },
    { weight: 1, arbitrary: anyText(200) },
  );
  const headers = fc.oneof(
    { weight: 8, arbitrary: fc.constant(MCP_HEADERS) },
    { weight: 1, arbitrary: fc.constantFrom({}, { "Content-Type": "text/plain" }) },
  );
  return fc.record({ body, headers }).map((parts) => ({
    ...parts,
    headers: parts.headers as Record<string, string>,
    target: "/api/mcp",
    method: "POST",
  }));
}

function cutAnywhere([message, at]: [unknown, number]): string {
  const text = JSON.stringify(message);
  return text.slice(0, at % (text.length + 1));
}

/** In pieces, so that no more than one piece is held. */
export function* drawRequests(
  requests: fc.Arbitrary<StormRequest>,
  count: number,
  seed: number,
): Generator<StormRequest> {
  for (let drawn = 0, piece = 0; drawn < count; drawn += 1_000, piece += 1) {
    const some = fc.sample(requests, {
      numRuns: Math.min(1_000, count - drawn),
      seed: seed + piece,
    });
    for (let at = 0; at < some.length; at += 1) yield getAt(some, at);
  }
}
