/**
 * Generates valid, odd and hostile requests to every endpoint, page, file and tool, and checks the answers. With the
 * same build, the same seed gives the same requests.
 */
import { join } from "node:path";
import fc from "fast-check";
import * as z from "zod";
import { ENDPOINTS } from "../generator/endpoints/index.ts";
import { COMPAT_FORMATS } from "../generator/formats/format-files.ts";
import {
  type AnswerContext,
  type Endpoint,
  fillPathTemplate,
  MCP_PATH,
} from "../generator/http/endpoint.ts";
import type { QueryParameter } from "../generator/http/parameter.ts";
import { readFileManifest } from "../generator/publish.ts";
import { readRedirectRules } from "../mcp-server/local/engine.ts";
import { MCP_TOOLS } from "../mcp-server/mcp/server.ts";
import { arbitraryText } from "../test/builders/any-text.ts";
import type { HttpAnswer } from "../test/contract/harness.ts";
import { arbitraryHostileRequest, type HostileRequest } from "../test/contract/hostile-inputs.ts";
import type { AnswerValidator } from "../test/contract/openapi-validator.ts";

export interface LoadTestRequest extends HostileRequest {
  kind: "valid" | "odd" | "hostile" | "page" | "tool";
  /** Body of a POST. */
  body?: string;
}

/** @param dist A build. Requests go to its files and to the paths of its rules, too. */
export async function createLoadTestRequestArbitrary(
  context: AnswerContext,
  dist: string,
): Promise<fc.Arbitrary<LoadTestRequest>> {
  const { files } = readFileManifest(dist);
  const rules = await readRedirectRules(join(dist, "_redirects"));
  const literals = rules.map(({ from }) => from).filter((path) => !path.includes("*"));
  const paths = [...new Set([...Object.keys(files), ...literals])];
  const { models } = context.catalog;
  const name = fc.constantFrom(...models.flatMap((model) => [model.slug, model.name]));
  const text = fc.oneof(
    name,
    arbitraryText(30).map((odd) => odd.toWellFormed()),
    conditions,
  );
  const isPage = (path: string) => !path.startsWith("/_q") && !path.startsWith("/api/");
  const valid = fc.oneof(
    { weight: 4, arbitrary: endpointAddress(context, text) },
    { weight: 1, arbitrary: fc.constantFrom(...paths.filter((path) => path.startsWith("/api/"))) },
    { weight: 1, arbitrary: tableAtDay },
  );
  const odd = fc
    .tuple(valid, arbitraryHostileRequest)
    .map(([address, { target, method, headers }]): HostileRequest => {
      const query = target.split("?")[1] ?? "";
      return { target: address + (address.includes("?") ? "&" : "?") + query, method, headers };
    });
  const page = fc.oneof(
    fc.constantFrom(...paths.filter(isPage)),
    text.map((query) => `/search?q=${encodeURIComponent(query)}`),
    fc
      .array(text.map(encodeURIComponent), { maxLength: 6 })
      .map((slugs) => `/compare?models=${slugs.join()}`),
    arbitraryHostileRequest.map(({ target }) => target.replace(/^\/api(\/v1)?/, "") || "/"),
  );
  const get = (target: string): HostileRequest => ({ target, method: "GET", headers: {} });
  const of = (kind: LoadTestRequest["kind"], requests: fc.Arbitrary<HostileRequest>) =>
    requests.map((request): LoadTestRequest => ({ ...request, kind }));
  return fc.oneof(
    { weight: 3, arbitrary: of("valid", valid.map(get)) },
    { weight: 2, arbitrary: of("odd", odd) },
    { weight: 2, arbitrary: of("hostile", arbitraryHostileRequest) },
    { weight: 2, arbitrary: of("page", page.map(get)) },
    { weight: 1, arbitrary: of("tool", toolRequest(text)) },
  );
}

/** Search texts with numbers that may be filters. */
const conditions = fc
  .tuple(
    fc.constantFrom("cheapest vision under $", "200k context below ", "at least "),
    fc.nat(1e9),
  )
  .map(([words, number]) => words + number);

/** Price tables on a date, including dates and names that do not exist. */
const tableAtDay = fc
  .tuple(
    fc.constantFrom("2024-06-01", "2026-01-15", "2031-01-01", "2026-02-30", "today"),
    fc.constantFrom(...COMPAT_FORMATS.map(({ path }) => path), "/compat/none.json"),
  )
  .map(([date, path]) => `/at/${date}${path}`);

/** Addresses that the build enumerates, the example, and the same paths with random parameters. */
function endpointAddress(context: AnswerContext, text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const ofEach = ENDPOINTS.map((endpoint: Endpoint) => {
    const { path, params, query, exampleQuery = "" } = endpoint;
    const examples = Object.entries(params).map(([key, { example }]) => [key, example]);
    const example = fillPathTemplate(path, Object.fromEntries(examples));
    const addresses = [
      exampleQuery === "" ? example : `${example}?${exampleQuery}`,
      ...Array.from(endpoint.enumerate(context), (request) =>
        toAddress(fillPathTemplate(path, request.params), request.query as Record<string, string>),
      ),
    ];
    const paths = addresses.map((address) => address.split("?")[0] ?? "");
    const values = Object.entries(query).map(([key, one]) => [key, valueFor(one, text)]);
    const anyQuery = fc.record(Object.fromEntries(values), { requiredKeys: [] });
    const withAnyQuery = fc
      .tuple(fc.constantFrom(...paths), anyQuery)
      .map(([address, drawn]) => toAddress(address, drawn as Record<string, string>));
    return fc.oneof(fc.constantFrom(...addresses), withAnyQuery);
  });
  return fc.oneof(...ofEach);
}

function toAddress(path: string, query: Record<string, string>): string {
  const sent = new URLSearchParams(query);
  return sent.size === 0 ? path : `${path}?${sent}`;
}

function valueFor({ schema }: QueryParameter<unknown>, text: fc.Arbitrary<string>) {
  const { type, format, enum: values } = schema;
  if (Array.isArray(values)) return fc.constantFrom<string>(...values);
  if (type === "integer") return fc.integer({ min: 1, max: 60 }).map(String);
  if (format === "date") return fc.constantFrom("2024-02-29", "2026-01-01", "2026-06-01");
  return text;
}

/** POSTs to the MCP server: calls of every tool, other messages, and bodies that are not a message. */
function toolRequest(text: fc.Arbitrary<string>): fc.Arbitrary<HostileRequest & { body: string }> {
  const value = fc.oneof(text, fc.array(text, { maxLength: 5 }), fc.jsonValue({ maxDepth: 2 }));
  const calls = MCP_TOOLS.map(({ name, input }) => {
    const own = Object.keys(z.toJSONSchema(input, { io: "input" }).properties ?? {});
    return fc.record({
      name: fc.constantFrom(name, name, name, "no_tool"),
      arguments: fc.dictionary(fc.constantFrom(...own, "__proto__"), value, { maxKeys: 3 }),
    });
  });
  const message = fc.record({
    jsonrpc: fc.constant("2.0"),
    id: fc.nat(),
    method: fc.constantFrom("tools/call", "tools/call", "initialize", "tools/list", "ping", ""),
    params: fc.oneof(...calls, fc.jsonValue({ maxDepth: 2 })),
  });
  const body = fc.oneof(
    { weight: 9, arbitrary: message.map((one) => JSON.stringify(one)) },
    { weight: 1, arbitrary: arbitraryText(200) },
  );
  const json = "application/json";
  const headers = { "Content-Type": json, Accept: `${json}, text/event-stream` };
  return body.map((one) => ({ target: MCP_PATH, method: "POST", headers, body: one }));
}

/** JSON-RPC's error code for an internal error of the server. */
const INTERNAL_ERROR = -32603;

/** @returns What is wrong with an answer; empty when nothing is. */
export function findLoadTestAnswerFaults(
  { kind, target, method }: LoadTestRequest,
  answer: HttpAnswer<unknown>,
  validate: AnswerValidator,
): string[] {
  const { status, headers, text, body } = answer;
  if (status >= 500) return [`status ${status}`];
  const { error } = (body ?? {}) as { error?: { code?: number } };
  if (kind === "tool") return error?.code === INTERNAL_ERROR ? ["internal error"] : [];
  const { pathname } = new URL(`http://127.0.0.1${target.replace(/^https?:\/\/[^/]*/, "")}`);
  if (!/^\/api(\/|$)/.test(pathname)) return [];
  const hasBody = method !== "HEAD" && status !== 204 && status !== 304;
  // Without a call, the MCP server answers with a JSON-RPC error.
  const isCall = method === "POST" && /^\/api\/mcp\/?$/.test(pathname);
  const isRefused = isCall && Number(error?.code) < 0;
  return [
    ...(headers.get("Content-Type")?.includes("html") ? ["a page"] : []),
    ...(/root:|node_modules|at file:/.test(text) ? ["shows the inside"] : []),
    ...(hasBody && !isRefused ? validate(pathname, answer) : []),
  ];
}
