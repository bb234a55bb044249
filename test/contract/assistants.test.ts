import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { z } from "zod";
import { requireNonEmpty } from "../builders/get.ts";
import { verifies, visit } from "./harness.ts";

/** What the registry's schema of 2025-12-11 demands of a server without packages. */
const ServerJson = z.strictObject({
  $schema: z.literal(
    "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
  ),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z
    .string()
    .max(255)
    .regex(/^\d+\.\d+\.\d+$/),
  websiteUrl: z.url(),
  repository: z.strictObject({ url: z.url(), source: z.string() }).optional(),
  remotes: z
    .array(
      z.strictObject({
        type: z.literal("streamable-http"),
        url: z.url().regex(/^https?:\/\/\S+$/),
      }),
    )
    .min(1),
});

verifies("7.7", "server.json fits and names the tool server", async (site) => {
  const text = await readFile(join(site.dist, "server.json"), "utf8");
  const { remotes } = ServerJson.parse(JSON.parse(text));
  expect(remotes[0]?.url).toBe(`${site.base}/api/mcp`);
});

verifies("E-llms", "every address in llms.txt answers", async (site) => {
  const response = await site.doors.exact(new Request("http://127.0.0.1/llms.txt"));
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toMatch(/^text\/plain/);
  const text = await response.text();
  expect(text).toMatch(/^# Model Almanac\n\n> /);
  const addresses = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, address = ""]) => address);
  for (const address of requireNonEmpty(addresses, "addresses")) {
    expect(address.startsWith(site.base), address).toBe(true);
    const path = address.slice(site.base.length);
    const expected = path === "/api/mcp" ? 405 : 200;
    const response = await visit(site.doors.exact, path);
    expect(response.status, path).toBe(expected);
  }
});
