import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import * as z from "zod";
import { getDefined, requireNonEmpty } from "../builders/get.ts";
import { verifies, visit } from "./harness.ts";

verifies("E-crawlers", "robots.txt names a sitemap of every page", async (site) => {
  const ask = (address: string) => visit(site.doors.exact, address);
  const robots = await (await ask("/robots.txt")).text();
  expect(robots).toContain(`\nSitemap: ${site.base}/sitemap.xml\n`);
  const response = await ask("/sitemap.xml");
  expect(response.headers.get("Content-Type")).toBe("application/xml; charset=utf-8");
  const listed = Array.from(
    (await response.text()).matchAll(/<loc>([^<]+)<\/loc>/g),
    ([, loc = ""]) => loc,
  );
  const pages: string[] = [];
  for (const path of Object.keys(site.manifest).filter((path) => !path.startsWith("/_"))) {
    if (path === "/404.html" || /^\/(api|feeds)\//.test(path)) continue;
    const { headers } = await ask(path);
    if (headers.get("Content-Type")?.startsWith("text/html"))
      pages.push(site.base + path.replace(/\/index\.html$/, "/"));
  }
  expect(listed.sort()).toEqual(requireNonEmpty(pages, "pages").toSorted());
  for (const address of listed) {
    const { status, headers } = await ask(address.slice(site.base.length));
    expect(status, address).toBe(200);
    expect(headers.get("Content-Type"), address).toBe("text/html; charset=utf-8");
  }
});

verifies("E-openapi-short", "/openapi.json redirects to the OpenAPI file", async ({ doors }) => {
  for (const door of Object.values(doors)) {
    const { status, headers } = await visit(door, `/openapi.json?x=1`);
    expect([status, headers.get("Location")]).toEqual([301, "/api/v1/openapi.json"]);
  }
});

verifies("5.6", "search engines index only comparisons of known models", async ({ doors }) => {
  const pageOf = async (address: string) => (await visit(doors.exact, address)).text();
  const canonical = /<link rel="canonical" href="[^"]*\/compare">/;
  expect(await pageOf("/compare")).toMatch(canonical);
  for (const address of ["/compare", "/compare?models=norn-5,norn-4o"])
    expect(await pageOf(address), address).not.toContain("noindex");
  const wrong = await pageOf("/compare?models=norn-5,no-such-model");
  expect(wrong).toContain('content="noindex"');
  expect(wrong).not.toMatch(canonical);
});

verifies("E-api-catalog", "the start page and the catalog link to it", async ({ doors }) => {
  for (const door of Object.values(doors))
    for (const address of ["/", "/index.html", "/.well-known/api-catalog"]) {
      const { headers } = await visit(door, address, { method: "HEAD" });
      expect(headers.get("Link"), address).toBe('</.well-known/api-catalog>; rel="api-catalog"');
    }
});

verifies("E-markdown", "each page links to its Markdown version", async ({ doors, manifest }) => {
  const ask = (address: string) => visit(doors.exact, address);
  const twins = Object.keys(manifest).filter((path) => path.endsWith(".md"));
  for (const page of ["/own-tests", "/own-tests/world-map", "/methods/service-score"])
    expect(twins).toContain(`${page}.md`);
  for (const twin of twins) {
    const response = await ask(twin);
    expect(response.headers.get("Content-Type"), twin).toBe("text/markdown; charset=utf-8");
    const page = await (await ask(twin.replace(/\.md$/, ""))).text();
    expect(page).toContain(`type="text/markdown" title="This page as Markdown" href="${twin}"`);
    const title = getDefined(/<h1>(.*)<\/h1>/.exec(page)?.[1], `title of ${twin}`);
    expect((await response.text()).startsWith(`# ${title}\n`), twin).toBe(true);
  }
});

verifies("E-api-catalog", "the catalog links to addresses that answer", async ({ base, doors }) => {
  const response = await visit(doors.exact, `/.well-known/api-catalog`);
  expect(response.status).toBe(200);
  expect(response.headers.get("Content-Type")).toBe(
    'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  );
  const Links = z.array(z.strictObject({ href: z.url(), type: z.string() })).min(1);
  const toApi = (path: string) =>
    z.strictObject({
      anchor: z.literal(base + path),
      "service-desc": Links,
      "service-doc": Links,
      status: Links,
      license: Links,
    });
  const LinkSet = z.strictObject({ linkset: z.tuple([toApi("/api/v1"), toApi("/api/mcp")]) });
  const { linkset } = LinkSet.parse(await response.json());
  expect(linkset.map((one) => one["service-desc"][0]?.href)).toEqual([
    `${base}/api/v1/openapi.json`,
    `${base}/server.json`,
  ]);
  const links = linkset.flatMap((one) => [
    ...one["service-desc"],
    ...one["service-doc"],
    ...one.status,
  ]);
  for (const { href, type } of links) {
    const answer = await visit(doors.exact, href.slice(base.length));
    expect([answer.status, answer.headers.get("Content-Type")?.split(";")[0]], href).toEqual([
      200,
      type,
    ]);
  }
});

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

verifies("7.7", "server.json fits the registry's schema and names the MCP server", async (site) => {
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
