import { expect, vi } from "vitest";
import * as z from "zod";
import { createApiHandler } from "../../mcp-server/function.ts";
import { createMcpHttpHandler, MCP_TOOLS } from "../../mcp-server/mcp/server.ts";
import { getDefined } from "../builders/get.ts";
import { verifies } from "./harness.ts";
import { joinToolResultTexts, type McpReply, postToMcpServer, toMcpRequest } from "./mcp-post.ts";

verifies("7.1", "a bare call without a handshake gets one complete JSON answer", async (site) => {
  const params = { name: "cheapest_provider", arguments: { model: "quill-sonnet-4-5" } };
  for (const door of [site.handle, site.doors.exact, site.doors.superset]) {
    const call = toMcpRequest("tools/call", params);
    const { status, headers, reply } = await postToMcpServer(door, call);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toMatch(/^application\/json/);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(joinToolResultTexts(reply.result)).toContain("Quill Sonnet 4.5");
  }
});

verifies("7.1", "a request with any Accept header, or without one, is answered", async (site) => {
  const body = JSON.stringify(toMcpRequest("tools/list"));
  for (const Accept of [undefined, "*/*", "application/json", "text/html"]) {
    const headers = { "Content-Type": "application/json", ...(Accept && { Accept }) };
    const { status } = await site.ask("/api/mcp", { method: "POST", headers, body });
    expect(status, Accept).toBe(200);
  }
});

verifies("7.1", "initialize accepts every protocol version that has sessions", async (site) => {
  for (const protocolVersion of ["2025-11-25", "2025-06-18", "2025-03-26"]) {
    const params = { protocolVersion, capabilities: {}, clientInfo: { name: "t", version: "1" } };
    const call = toMcpRequest("initialize", params);
    const { reply, headers } = await postToMcpServer(site.handle, call);
    expect(reply.result).toMatchObject({ protocolVersion, serverInfo: { name: "model-almanac" } });
    expect(headers.get("mcp-session-id")).toBeNull();
  }
});

verifies("7.1", "notifications are accepted, GET and DELETE are not", async (site) => {
  const note = { jsonrpc: "2.0", method: "notifications/initialized" };
  expect((await postToMcpServer(site.handle, note)).status).toBe(202);
  for (const method of ["GET", "DELETE", "PUT"]) {
    const response = await site.ask("/api/mcp", { method });
    expect(response.status, method).toBe(405);
    expect(response.headers.get("allow"), method).toBe("POST, OPTIONS");
  }
  const preflight = await site.ask("/api/mcp", { method: "OPTIONS" });
  expect(preflight.headers.get("access-control-allow-methods")).toBe("POST, OPTIONS");
  expect(preflight.headers.get("access-control-allow-headers")).toContain("Mcp-Method");
});

verifies("6.2-mcp", "a body that is no valid call gets an error of the protocol", async (site) => {
  const typed = { "Content-Type": "text/plain" };
  const large = toMcpRequest("tools/call", { name: "x".repeat(1024 * 1024) });
  for (const [body, status, code, headers = {}] of [
    ['{"jsonrpc":', 400, -32700],
    [toMcpRequest("tools/destroy"), 200, -32601],
    [toMcpRequest("subscriptions/listen", {}), 200, -32601],
    [toMcpRequest("tools/call", { name: "drop_table", arguments: {} }), 200, -32602],
    [large, 413, -32000],
    ["{}", 415, -32000, typed],
    ...["null", "7", "[]", '"x"', "{}"].map((body) => [body, 400, -32600] as const),
  ] as const) {
    const answer = await postToMcpServer(site.doors.exact, body, headers);
    expect([answer.status, answer.reply.error.code], String(body)).toEqual([status, code]);
    if (code === -32602) expect(answer.reply.error.message).toContain("cheapest_provider");
  }
});

verifies("6.2-mcp", "invalid parameters get the error for invalid parameters", async (site) => {
  for (const [method, params] of [
    ["initialize", undefined],
    ["initialize", { protocolVersion: 5, capabilities: {}, clientInfo: {} }],
    ["tools/list", { cursor: 5 }],
    ["tools/call", { name: 5 }],
    ["tools/call", { name: "get_model", arguments: { model: "deep" } }],
  ] as const) {
    const body = JSON.stringify(toMcpRequest(method, params));
    const deep = body.replace('"deep"', "[".repeat(50_000) + "]".repeat(50_000));
    const { reply } = await postToMcpServer(site.handle, deep);
    expect(reply.error.code, body).toBe(-32602);
    expect(reply.error.message).toContain(`Invalid ${method} request`);
    expect(reply.error.message).not.toContain("call stack");
  }
});

verifies("6.2-mcp", "the error of a failing tool is logged, and not sent", async (site) => {
  const log = vi.spyOn(console, "error").mockReturnValue(undefined);
  const call = () => {
    throw new TypeError("inside is undefined");
  };
  const [tool] = MCP_TOOLS;
  const tools = [{ ...getDefined(tool, "tool"), name: "broken", input: z.looseObject({}), call }];
  const handle = createMcpHttpHandler(site.context, { isLocal: false, tools });
  const broken = toMcpRequest("tools/call", { name: "broken" });
  const { reply, text } = await postToMcpServer(handle, broken);
  expect(reply.error.code).toBe(-32603);
  expect(text).not.toContain("inside");
  expect(log).toHaveBeenCalledWith(expect.any(TypeError));
  log.mockRestore();
});

verifies("6.2-mcp", "a batch of two requests gets two answers", async (site) => {
  const batch = [1, 2].map((id) => ({ ...toMcpRequest("tools/list"), id }));
  const { status, text } = await postToMcpServer(site.handle, batch);
  expect(status).toBe(200);
  expect((JSON.parse(text) as McpReply[]).map(({ id }) => id).sort()).toEqual([1, 2]);
});

verifies("6.2-mcp", "only a local server refuses pages of other sites", async (site) => {
  const send = (handle: typeof site.handle, headers: Record<string, string>) =>
    postToMcpServer(handle, toMcpRequest("tools/list"), headers);
  expect((await send(site.handle, { Origin: "http://localhost:6274" })).status).toBe(200);
  const foreign = await send(site.handle, { Origin: "https://evil.example" });
  expect([foreign.status, foreign.reply.error.code]).toEqual([403, -32000]);
  expect((await send(site.handle, { Host: "evil.example" })).status).toBe(403);
  const origin = { Origin: "https://chat.example" };
  const { status, headers } = await send(createApiHandler(site.context), origin);
  expect([status, headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
  expect(headers.get("access-control-allow-credentials")).toBeNull();
});
