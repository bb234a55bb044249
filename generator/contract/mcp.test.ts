import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { expect } from "vitest";
import { createHandle } from "../../mcp-server/handle.ts";
import type { Site } from "./harness.ts";
import { CALLS, type ToolResult, textOf } from "./mcp-calls.ts";
import { verifies } from "./verifies.ts";

const HEADERS = {
  "Content-Type": "application/json",
  Accept: "application/json, text/event-stream",
};
const CALL = { jsonrpc: "2.0", id: 1, method: "tools/call" };

interface Reply {
  result: ToolResult & { tools: Listed[] };
  error: { code: number; message: string };
  id: unknown;
}
interface Listed {
  name: string;
  title: string;
  description: string;
  annotations: Record<string, boolean>;
  inputSchema: { properties?: Record<string, { description?: string; items?: object }> };
  outputSchema: object;
}

async function post(
  handle: Site["handle"],
  body: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Headers; text: string; reply: Reply }> {
  const request = new Request("http://127.0.0.1/api/mcp", {
    method: "POST",
    headers: { ...HEADERS, ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const response = await handle(request);
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    reply: (text.startsWith("{") ? JSON.parse(text) : {}) as Reply,
  };
}

async function call(handle: Site["handle"], name: string, args: unknown): Promise<ToolResult> {
  const { reply } = await post(handle, { ...CALL, params: { name, arguments: args } });
  return reply.result;
}

const list = async (handle: Site["handle"]) =>
  (await post(handle, { ...CALL, method: "tools/list" })).reply.result.tools;

verifies("7.1", "a bare call without a handshake gets one complete JSON answer", async (site) => {
  for (const door of [site.handle, site.doors.exact, site.doors.superset]) {
    const params = { name: "cheapest_provider", arguments: { model: "claude-sonnet-4-5" } };
    const { status, headers, reply } = await post(door, { ...CALL, params });
    expect(status).toBe(200);
    expect(headers.get("content-type")).toMatch(/^application\/json/);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(textOf(reply.result)).toContain("Claude Sonnet 4.5");
  }
});

verifies("7.1", "a caller who accepts anything, or says nothing, is answered too", async (site) => {
  const body = { ...CALL, method: "tools/list" };
  for (const Accept of ["*/*", "application/json", "text/html"])
    expect((await post(site.handle, body, { Accept })).status, Accept).toBe(200);
});

verifies("7.1", "every session-era protocol version is agreed on", async (site) => {
  for (const protocolVersion of ["2025-11-25", "2025-06-18", "2025-03-26"]) {
    const params = { protocolVersion, capabilities: {}, clientInfo: { name: "t", version: "1" } };
    const { reply, headers } = await post(site.handle, { ...CALL, method: "initialize", params });
    expect(reply.result).toMatchObject({ protocolVersion, serverInfo: { name: "model-almanac" } });
    expect(headers.get("mcp-session-id")).toBeNull();
  }
});

verifies("7.1", "notifications are accepted, GET and DELETE are not", async (site) => {
  const note = { jsonrpc: "2.0", method: "notifications/initialized" };
  expect((await post(site.handle, note)).status).toBe(202);
  for (const method of ["GET", "DELETE", "PUT"]) {
    const response = await site.ask("/api/mcp", { method });
    expect(response.status, method).toBe(405);
    expect(response.headers.get("allow"), method).toBe("POST, OPTIONS");
  }
  const preflight = await site.ask("/api/mcp", { method: "OPTIONS" });
  expect(preflight.headers.get("access-control-allow-methods")).toBe("POST, OPTIONS");
  expect(preflight.headers.get("access-control-allow-headers")).toContain("Mcp-Method");
});

verifies("7.1", "nobody is kept listening for changes that never come", async (site) => {
  const body = { jsonrpc: "2.0", id: 7, method: "subscriptions/listen", params: {} };
  const { reply } = await post(site.handle, body);
  expect(reply).toMatchObject({ id: 7, error: { code: -32601 } });
});

verifies("7.1", "a thousand calls at once lose none", async (site) => {
  const cdn = await site.listen("exact");
  const models = site.context.catalog.models;
  const answers = await Promise.all(
    Array.from({ length: 1000 }, async (_, id) => {
      const { slug } = models[id % models.length]!;
      const params = { name: "get_model", arguments: { model: slug } };
      const response = await fetch(`${cdn.url}/api/mcp`, {
        method: "POST",
        headers: HEADERS,
        body: JSON.stringify({ ...CALL, id, params }),
      });
      const { id: answered, result } = (await response.json()) as Reply;
      return answered === id && textOf(result).includes(`(${slug})`);
    }),
  );
  await cdn.close();
  expect(answers.filter(Boolean)).toHaveLength(1000);
});

verifies("7.2", "nine read-only tools are described in full", async (site) => {
  const tools = await list(site.handle);
  expect(tools.map(({ name }) => name)).toEqual(CALLS.map(({ name }) => name));
  for (const { name, title, description, annotations, inputSchema, outputSchema } of tools) {
    expect(title, name).toMatch(/^[A-Z]/);
    expect(description.length, name).toBeGreaterThan(40);
    expect(annotations, name).toEqual({
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    });
    expect(outputSchema, name).toMatchObject({ type: "object" });
    for (const [argument, schema] of Object.entries(inputSchema.properties ?? {}))
      expect(JSON.stringify(schema), `${name}.${argument}`).toContain('"description"');
  }
});

verifies("7.3", "every result ends with its source, errors too", async (site) => {
  const { base } = site;
  const odd = [
    ...CALLS.map(({ name }) => ({ name, args: { nonsense: 1 } })),
    { name: "get_model", args: { model: "no such thing at all" } },
    { name: "get_own_test", args: { test: "nope" } },
    { name: "search", args: { query: "x" } },
    { name: "fetch", args: { id: "finding:none" } },
  ];
  for (const { name, args } of [...CALLS, ...odd]) {
    const result = await call(site.handle, name, args);
    const text = textOf(result);
    if (result.isError || (name !== "search" && name !== "fetch")) {
      const last = text.split("\n").at(-1);
      expect(last, `${name} ${JSON.stringify(args)}`).toMatch(/^Source: Model Almanac · https?:/);
      expect(last).toContain(base);
    }
  }
});

verifies("7.3", "search and fetch are what chat assistants expect of a connector", async (site) => {
  const found = await call(site.handle, "search", { query: "gpt-4o" });
  expect(found.content).toHaveLength(1);
  const { results, source } = JSON.parse(found.content[0]!.text) as {
    results: { id: string; title: string; url: string }[];
    source: string;
  };
  expect(results[0]).toEqual({
    id: "model:gpt-4o",
    title: "GPT-4o",
    url: `${site.base}/api/v1/models/gpt-4o`,
  });
  expect(source).toMatch(/^Model Almanac · /);
  const queries = ["gpt", "anthropic", "gpqa", "token", "github", "aider", "pdf", "world map"];
  const ids = new Set<string>(["scorecard"]);
  for (const query of queries) {
    const { content } = await call(site.handle, "search", { query });
    for (const { id } of (
      JSON.parse(content[0]!.text) as typeof found & { results: { id: string }[] }
    ).results)
      ids.add(id);
  }
  const kinds = new Set([...ids].map((id) => id.split(":")[0]));
  expect([...kinds].sort()).toEqual(
    "agent benchmark finding glossary mcp model own-test provider scorecard skill".split(" "),
  );
  for (const id of ids) {
    const { content, isError } = await call(site.handle, "fetch", { id });
    expect(isError ?? false, id).toBe(false);
    expect(content, id).toHaveLength(1);
    const item = JSON.parse(content[0]!.text) as Record<string, string>;
    expect(Object.keys(item), id).toEqual(["id", "title", "text", "url", "metadata"]);
    expect(item.id).toBe(id);
    expect(item.text, id).toMatch(/Source: Model Almanac · https?:\S+$/);
  }
});

/** The longest results there are: every model, benchmark and provider, and comparisons of six. */
function longCalls({ context: { catalog } }: Site): { name: string; args: object }[] {
  const best = [...catalog.models].sort((a, b) => b.offers - a.offers).slice(0, 60);
  const sixes = Array.from({ length: 10 }, (_, at) =>
    best.slice(6 * at, 6 * at + 6).map(({ slug }) => slug),
  );
  const fetched = [
    ...catalog.models.map(({ slug }) => `model:${slug}`),
    ...catalog.benchmarks.map(({ slug }) => `benchmark:${slug}`),
    ...catalog.providers.map(({ slug }) => `provider:${slug}`),
    ...catalog.glossary.map(({ slug }) => `glossary:${slug}`),
  ];
  return [
    ...catalog.models.map(({ slug }) => ({ name: "get_model", args: { model: slug } })),
    ...catalog.models.map(({ slug }) => ({ name: "cheapest_provider", args: { model: slug } })),
    ...sixes.map((models) => ({ name: "compare_models", args: { models } })),
    ...fetched.map((id) => ({ name: "fetch", args: { id } })),
    { name: "latest_findings", args: { limit: 20 } },
    { name: "search_models", args: { query: "", limit: 20 } },
  ];
}

verifies(
  "7.4",
  "no result has more than 5,000 tokens, the list no more than 3,000",
  async (site) => {
    expect(encode(JSON.stringify(await list(site.handle))).length).toBeLessThanOrEqual(3000);
    const long: string[] = [];
    for (const { name, args } of longCalls(site)) {
      const text = JSON.stringify(await call(site.handle, name, args));
      // A text has no more tokens than bytes, so short ones need no counting.
      if (Buffer.byteLength(text) <= 5000) continue;
      const tokens = encode(text).length;
      if (tokens > 5000) long.push(`${name} ${JSON.stringify(args)}: ${tokens}`);
    }
    expect(long).toEqual([]);
  },
);

verifies("7.4", "what is cut says how much is left and how to get it", async (site) => {
  const text = textOf(await call(site.handle, "get_model", { model: "gpt-4o" }));
  const [, shown] = /Benchmark scores \((\d+)\)/.exec(text)!;
  const [, left] =
    /(\d+) more rows left out; all of them are at https?:\S+\/models\/gpt-4o\n(?!.*more rows)/s.exec(
      text,
    )!;
  const rows = text.split("Benchmark scores")[1]!.match(/^- /gm)!.length;
  expect(rows + Number(left)).toBe(Number(shown));
});

verifies("7.5", "models go by slug, alias or name", async (site) => {
  const written = {
    "claude-sonnet-4-5": ["Claude Sonnet 4.5", "claude sonnet 4.5", "anthropic/claude-sonnet-4.5"],
    "gpt-4o": ["gpt4o", "GPT 4o", "openai: gpt-4o"],
    "deepseek-r1": ["deepseek r1", "DeepSeek-R1"],
  };
  for (const [slug, names] of Object.entries(written))
    for (const model of [slug, ...names]) {
      const { structuredContent } = await call(site.handle, "get_model", { model });
      expect(structuredContent?.slug, model).toBe(slug);
    }
});

verifies("7.5", "an unknown model is answered with near names, not with a number", async (site) => {
  for (const [name, args] of [
    ["get_model", { model: "claude sonet 45" }],
    ["cheapest_provider", { model: "claude sonet 45" }],
    ["compare_models", { models: ["gpt-4o", "claude sonet 45"] }],
    ["fetch", { id: "model:claude sonet 45" }],
  ] as const) {
    const result = await call(site.handle, name, args);
    expect(result.isError, name).toBe(true);
    expect(textOf(result), name).toContain("claude-sonnet-4-5");
    expect(textOf(result), name).toContain('"claude sonet 45"');
  }
});

verifies("7.5", "a bad argument says what to send instead", async (site) => {
  for (const [name, args, says] of [
    ["get_model", {}, /model: .*get_model takes model: Slug, alias or name/s],
    ["get_model", { model: 7 }, /model: .*expected string/],
    ["search_models", { query: "x", limit: 50 }, /limit: .*20/],
    ["search_models", { query: "x", sort: "score" }, /sort: .*avg_score/],
    ["search_models", { query: "x", provider: "antropic" }, /Did you mean anthropic/],
    ["compare_models", { models: ["gpt-4o"] }, /models: .*2/],
    ["compare_models", { models: ["gpt-4o", "gpt4o"] }, /the same model/],
    ["get_own_test", { test: "world-mop" }, /world-map/],
    ["fetch", { id: "__proto__:x" }, /model:…, provider:…/],
    ["search", { query: "" }, /at least 2 characters/],
  ] as const) {
    const result = await call(site.handle, name, args);
    expect(result.isError, `${name} ${JSON.stringify(args)}`).toBe(true);
    expect(textOf(result), `${name} ${JSON.stringify(args)}`).toMatch(says);
  }
});

verifies("6.2-mcp", "what is no call gets the protocol's own answer", async (site) => {
  const post1 = (body: unknown, headers?: Record<string, string>) =>
    post(site.doors.exact, body, headers);
  const broken = await post1('{"jsonrpc":');
  expect([broken.status, broken.reply.error.code]).toEqual([400, -32700]);
  const unknown = await post1({ ...CALL, method: "tools/destroy" });
  expect(unknown.reply.error.code).toBe(-32601);
  const tool = await post1({ ...CALL, params: { name: "drop_table", arguments: {} } });
  expect(tool.reply.error).toMatchObject({ code: -32602 });
  expect(tool.reply.error.message).toContain("cheapest_provider");
  const large = await post1({ ...CALL, params: { name: "x".repeat(1024 * 1024) } });
  expect([large.status, large.reply.error.code]).toEqual([413, -32000]);
  const typed = await post1("{}", { "Content-Type": "text/plain" });
  expect([typed.status, typed.reply.error.code]).toEqual([415, -32000]);
  for (const body of ["null", "7", "[]", '"x"', "{}"]) {
    const { status, reply } = await post1(body);
    expect(status, body).toBe(400);
    expect(reply.error.code, body).toBeLessThan(0);
  }
});

verifies("6.2-mcp", "a batch of two is answered twice, as its protocol says", async (site) => {
  const batch = [1, 2].map((id) => ({ ...CALL, id, method: "tools/list" }));
  const { status, text } = await post(site.handle, batch);
  expect(status).toBe(200);
  expect((JSON.parse(text) as Reply[]).map(({ id }) => id).sort()).toEqual([1, 2]);
});

verifies("6.2-mcp", "a server on one's own machine refuses pages of other sites", async (site) => {
  const body = { ...CALL, method: "tools/list" };
  const local = await post(site.handle, body, { Origin: "http://localhost:6274" });
  expect(local.status).toBe(200);
  const foreign = await post(site.handle, body, { Origin: "https://evil.example" });
  expect([foreign.status, foreign.reply.error.code]).toEqual([403, -32000]);
  const rebound = await post(site.handle, body, { Host: "evil.example" });
  expect(rebound.status).toBe(403);
});

verifies("6.2-mcp", "the public server, which has no keys, answers any page", async (site) => {
  const handle = createHandle(site.context);
  const body = { ...CALL, method: "tools/list" };
  const foreign = await post(handle, body, { Origin: "https://chat.example" });
  expect(foreign.status).toBe(200);
  expect(foreign.headers.get("access-control-allow-origin")).toBe("*");
  expect(foreign.headers.get("access-control-allow-credentials")).toBeNull();
});
