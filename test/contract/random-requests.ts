/** Random requests to every endpoint, file, page and tool: valid ones, and valid ones with odd queries and headers. */
import fc from "fast-check";
import { ENDPOINTS } from "../../generator/endpoints/index.ts";
import { COMPAT_FORMATS } from "../../generator/formats/format-files.ts";
import { type Endpoint, fillPathTemplate, MCP_PATH } from "../../generator/http/endpoint.ts";
import type { QueryParameter } from "../../generator/http/parameter.ts";
import { MCP_TOOLS } from "../../mcp-server/mcp/server.ts";
import { arbitraryText } from "../builders/any-text.ts";
import type { BuiltSite } from "./harness.ts";
import { arbitraryHostileRequest, type HostileRequest } from "./hostile-inputs.ts";

export interface RandomRequest extends HostileRequest {
  kind: "valid" | "odd" | "page" | "tool";
  /** Of a POST. */
  body?: string;
}

export function arbitraryRequestTo(site: BuiltSite): fc.Arbitrary<RandomRequest> {
  const names = site.context.catalog.models.flatMap(({ slug, name }) => [slug, name]);
  const text = fc.oneof(
    fc.constantFrom(...names),
    arbitraryText(30).map((odd) => odd.toWellFormed()),
  );
  const paths = Object.keys(site.manifest);
  const valid = fc.oneof(
    ...ENDPOINTS.map((endpoint) => addressOf(endpoint, site, text)),
    fc.constantFrom(...paths.filter((path) => path.startsWith("/api/"))),
    addressAtDay(text),
  );
  const odd = fc
    .tuple(valid, arbitraryHostileRequest)
    .map(([address, { target, method, headers }]) => {
      const query = target.split("?")[1] ?? "";
      return { target: address + (address.includes("?") ? "&" : "?") + query, method, headers };
    });
  const page = fc.oneof(
    fc.constantFrom(...paths.filter((path) => !/^\/(_q|api)\//.test(path))),
    text.map((query) => `/search?q=${encodeURIComponent(query)}`),
    arbitraryHostileRequest.map(({ target }) => target.replace(/^\/api(\/v1)?/, "") || "/"),
  );
  const get = (target: string): HostileRequest => ({ target, method: "GET", headers: {} });
  const of = (kind: RandomRequest["kind"], requests: fc.Arbitrary<HostileRequest>) =>
    requests.map((request): RandomRequest => ({ ...request, kind }));
  return fc.oneof(
    { weight: 3, arbitrary: of("valid", valid.map(get)) },
    { weight: 2, arbitrary: of("odd", odd) },
    { weight: 2, arbitrary: of("page", page.map(get)) },
    { weight: 1, arbitrary: of("tool", toolRequest(text)) },
  );
}

/** One that the build enumerates, or the same path with any of the endpoint's parameters. */
function addressOf(endpoint: Endpoint, site: BuiltSite, text: fc.Arbitrary<string>) {
  const { path, params, query } = endpoint;
  const example = Object.entries(params).map(([key, one]) => [key, one.example]);
  const requests = [
    { params: Object.fromEntries(example), query: {} },
    ...endpoint.enumerate(site.context),
  ];
  const values = Object.entries(query).map(([key, one]) => [key, valueFor(one, text)]);
  const anyQuery = fc.record(Object.fromEntries(values), { requiredKeys: [] });
  return fc
    .tuple(fc.constantFrom(...requests), fc.option(anyQuery))
    .map(([request, other]) =>
      [
        fillPathTemplate(path, request.params),
        String(new URLSearchParams((other ?? request.query) as Record<string, string>)),
      ]
        .filter(Boolean)
        .join("?"),
    );
}

function valueFor({ schema }: QueryParameter<unknown>, text: fc.Arbitrary<string>) {
  const { type, format, enum: values } = schema;
  if (Array.isArray(values)) return fc.constantFrom<string>(...values);
  if (type === "integer") return fc.integer({ min: 1, max: 60 }).map(String);
  if (format === "date") return fc.constantFrom("2024-02-29", "2026-01-01", "2026-06-01");
  return text;
}

/** Models and tables of a day, which may be none. */
function addressAtDay(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const escaped = text.map(encodeURIComponent);
  const day = fc.oneof(fc.constantFrom("2026-01-15", "2031-01-01", "2026-02-30"), escaped);
  const table = fc.constantFrom(...COMPAT_FORMATS.map(({ path }) => path), "/compat/none.json");
  return fc.oneof(
    fc.tuple(day, escaped).map(([date, name]) => `/api/v1/at/${date}/models/${name}`),
    fc.tuple(day, table).map(([date, path]) => `/at/${date}${path}`),
  );
}

const ARGUMENTS = "query model models provider test id limit sort __proto__".split(" ");
const METHODS = ["initialize", "ping", "tools/list", "resources/list", "notifications/x", ""];

/** POSTs to the tool server: calls of every tool, other messages, and bodies that are no message. */
function toolRequest(text: fc.Arbitrary<string>): fc.Arbitrary<HostileRequest> {
  const value = fc.oneof(text, fc.array(text, { maxLength: 5 }), fc.jsonValue({ maxDepth: 2 }));
  const call = fc.record({
    name: fc.constantFrom(...MCP_TOOLS.map(({ name }) => name), "no_tool"),
    arguments: fc.dictionary(fc.constantFrom(...ARGUMENTS), value, { maxKeys: 3 }),
  });
  const message = (method: fc.Arbitrary<string>, params: fc.Arbitrary<unknown>) =>
    fc
      .record({ jsonrpc: fc.constant("2.0"), id: fc.nat(), method, params })
      .map((one) => JSON.stringify(one));
  const other = message(fc.constantFrom(...METHODS), fc.jsonValue({ maxDepth: 2 }));
  const body = fc.oneof(message(fc.constant("tools/call"), call), other, arbitraryText(200));
  const accept = "application/json, text/event-stream";
  const headers = { "Content-Type": "application/json", Accept: accept };
  return body.map((one) => ({ target: MCP_PATH, method: "POST", headers, body: one }));
}
