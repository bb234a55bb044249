/** What may be sent to the tool server, from right calls to none. */
import fc from "fast-check";
import { MCP_PATH } from "../../generator/http/endpoint.ts";
import { TOOLS } from "../../mcp-server/tools/index.ts";
import { anyText } from "../../test/builders/any-text.ts";
import type { StormRequest } from "./requests.ts";

const MCP_HEADERS = {
  "Content-Type": "application/json",
  Accept: "application/json, text/event-stream",
};

/** What the protocol has in any of its versions, and what it has not. */
const MCP_METHODS = [
  ...["initialize", "ping", "server/discover", "tools/list", "tools/call", "logging/setLevel"],
  ...["resources/list", "resources/templates/list", "resources/read", "resources/subscribe"],
  ...["prompts/list", "prompts/get", "completion/complete", "subscriptions/listen"],
  ...["notifications/initialized", "notifications/cancelled", "notifications/progress"],
  ...["sampling/createMessage", "roots/list", "tasks/get", "x", ""],
];

const CLIENT = { name: "storm", version: "1" };
const HANDSHAKE = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: CLIENT };
const VERSION = "2026-07-28";
const STATELESS = {
  "io.modelcontextprotocol/protocolVersion": VERSION,
  "io.modelcontextprotocol/clientInfo": CLIENT,
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** What may stand in the body of a call, from the right form to none. */
export function toolCall(
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
    (slug) => ({ name: "search_models", arguments: { query: slug } }),
    (slug) => ({ name: "get_model", arguments: { model: slug } }),
    (slug) => ({ name: "cheapest_provider", arguments: { model: slug } }),
    (slug, other) => ({ name: "compare_models", arguments: { models: [slug, other] } }),
    () => ({ name: "get_own_test", arguments: { test: "world-map" } }),
    () => ({ name: "get_scorecard", arguments: {} }),
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
  const call = params.map((one) => ({ jsonrpc: "2.0", id: 1, method: "tools/call", params: one }));
  const message = fc.oneof(
    { weight: 8, arbitrary: call },
    { weight: 3, arbitrary: anyMessage() },
    { weight: 1, arbitrary: fc.array(fc.oneof(call, anyMessage()), { maxLength: 3 }) },
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
  const plain = fc.record({ body, headers });
  return fc
    .oneof(
      { weight: 4, arbitrary: plain },
      { weight: 1, arbitrary: fc.oneof(call, anyMessage()).map(toStateless) },
    )
    .map((parts) => ({
      body: parts.body,
      headers: parts.headers as Record<string, string>,
      target: MCP_PATH,
      method: "POST",
    }));
}

/** Any method, with parameters that it takes, or any. */
function anyMessage() {
  return fc.record(
    {
      jsonrpc: fc.oneof(
        { weight: 9, arbitrary: fc.constant("2.0") },
        { weight: 1, arbitrary: fc.constant("1.0") },
      ),
      id: fc.constantFrom<unknown>(1, "a", null, -1, {}),
      method: fc.constantFrom(...MCP_METHODS),
      params: fc.oneof(fc.constant({}), fc.constant(HANDSHAKE), fc.jsonValue({ maxDepth: 2 })),
    },
    { requiredKeys: ["jsonrpc", "method"] },
  );
}

/** A call as the protocol without a handshake has it: who calls, and by which version, stands in each. */
function toStateless(message: { method: string; params?: unknown }) {
  const params = typeof message.params === "object" ? message.params : {};
  const isNamed = params !== undefined && params !== null && "name" in params;
  return {
    body: JSON.stringify({ ...message, params: { ...params, _meta: STATELESS } }),
    headers: {
      ...MCP_HEADERS,
      "MCP-Protocol-Version": VERSION,
      "Mcp-Method": message.method,
      ...(isNamed && { "Mcp-Name": toHeader(String(params.name)) }),
    },
  };
}

/** Headers hold no more than Latin letters. */
const toHeader = (text: string): string => text.replace(/[^\x20-\x7e]/g, "").trim();

function cutAnywhere([message, at]: [unknown, number]): string {
  const text = JSON.stringify(message);
  return text.slice(0, at % (text.length + 1));
}
