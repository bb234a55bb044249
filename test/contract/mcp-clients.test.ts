import { fileURLToPath } from "node:url";
import * as next from "@modelcontextprotocol/client";
import { StdioClientTransport as NextStdio } from "@modelcontextprotocol/client/stdio";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { beforeAll, expect } from "vitest";
import { waitForBuiltSite } from "./built-site.ts";
import { openBuiltSite, verifies } from "./harness.ts";
import { joinToolResultTexts, SAMPLE_TOOL_CALLS, type ToolResult } from "./mcp-post.ts";
import { toBuiltPaths } from "./run-build.ts";

const ME = { name: "contract", version: "1" };
const BIN = fileURLToPath(new URL("../../mcp-server/bin.mjs", import.meta.url));

let url: string;
beforeAll(async () => {
  url = await (await openBuiltSite()).listen("exact");
});

const address = () => new URL(`${url}/api/mcp`);
const command = async () => ({
  command: process.execPath,
  args: [BIN, "mcp", "--data", toBuiltPaths(await waitForBuiltSite()).functionData],
  stderr: "pipe" as const,
});

const connectOldClient = async (transport: object) => {
  const client = new Client(ME);
  // The SDK's own transport does not fit its own interface under exactOptionalPropertyTypes.
  await client.connect(transport as never);
  return client;
};
const connectNewClient = async (transport: next.Transport) => {
  const client = new next.Client(ME, { versionNegotiation: { mode: "auto" } });
  await client.connect(transport);
  return client;
};

/** The interface that both versions of the official client share. */
interface AnyClient {
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  close(): Promise<void>;
}

/** The clients check structured content against the output schema themselves. */
async function callAll(client: AnyClient): Promise<void> {
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(SAMPLE_TOOL_CALLS.map(({ name }) => name));
  for (const { name, args, says } of SAMPLE_TOOL_CALLS) {
    const result = (await client.callTool({ name, arguments: args })) as ToolResult;
    expect(result.isError ?? false, name).toBe(false);
    expect(joinToolResultTexts(result), name).toMatch(says);
    expect(result.structuredContent, name).toBeDefined();
  }
  await client.close();
}

verifies("7.8", "the official clients read models as resources, and get the prompt", async () => {
  for (const client of [
    await connectOldClient(new StreamableHTTPClientTransport(address())),
    await connectNewClient(new next.StreamableHTTPClientTransport(address())),
  ]) {
    const { resources } = await client.listResources();
    const [best] = resources;
    expect(best?.uri).toBe(`model-almanac://models/${best?.name}`);
    const { resourceTemplates } = await client.listResourceTemplates();
    const uriTemplate = "model-almanac://models/{slug}";
    expect(resourceTemplates).toMatchObject([{ uriTemplate }]);
    for (const uri of [best?.uri ?? "", "model-almanac://models/northwind%2Fnorn-4o"]) {
      const { contents } = await client.readResource({ uri });
      const model = decodeURIComponent(uri.slice(uriTemplate.indexOf("{")));
      const shown = await client.callTool({ name: "get_model", arguments: { model } });
      const text = joinToolResultTexts(shown as ToolResult);
      expect(contents).toEqual([{ uri, mimeType: "text/plain", text }]);
    }
    for (const uri of ["model-almanac://models/nobody", "https://x.example/", "model-almanac:%E0"])
      await expect(client.readResource({ uri }), uri).rejects.toThrow(/No resource has the URI/);
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(["choose_model"]);
    const asked = { name: "choose_model", arguments: { task: "sort mail", budget: "$1" } };
    const { messages } = await client.getPrompt(asked);
    expect(JSON.stringify(messages)).toMatch(/sort mail.*\$1.*search_models/);
    await expect(client.getPrompt({ name: "choose_model" })).rejects.toThrow(/task/);
    await expect(client.getPrompt({ name: "none" })).rejects.toThrow(/choose_model/);
    await client.close();
  }
});

verifies("7.1", "the official 1.x and 2.x clients call every tool over HTTP", async () => {
  await callAll(await connectOldClient(new StreamableHTTPClientTransport(address())));
  const client = await connectNewClient(new next.StreamableHTTPClientTransport(address()));
  expect(client.getNegotiatedProtocolVersion()).toBe("2026-07-28");
  await callAll(client);
});

verifies("7.6", "the official 1.x and 2.x clients call every tool over stdio", async () => {
  await callAll(await connectOldClient(new StdioClientTransport(await command())));
  await callAll(await connectNewClient(new NextStdio(await command())));
});
