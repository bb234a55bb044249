import { expect } from "vitest";
import * as z from "zod";
import { getDefined, requireNonEmpty } from "../builders/get.ts";
import { verifies, visit } from "./harness.ts";
import { readPublishedPages } from "./site-pages.ts";

verifies("E-crawlers", "robots.txt names a sitemap of every page", async (site) => {
  const ask = (address: string) => visit(site.doors.exact, address);
  const robots = await (await ask("/robots.txt")).text();
  expect(robots).toContain(`\nSitemap: ${site.base}/sitemap.xml\n`);
  const sitemap = await ask("/sitemap.xml");
  expect(sitemap.headers.get("Content-Type")).toBe("application/xml; charset=utf-8");
  const listed = (await sitemap.text()).matchAll(/<loc>([^<]+)<\/loc>/g);
  const files = (await readPublishedPages(site)).filter(
    ({ address }) => address in site.manifest || address.endsWith("/"),
  );
  const pages = [...files.map(({ address }) => address), "/changes", "/compare"]
    .map((address) => site.base + address)
    .filter((one) => !one.endsWith("/404.html"));
  expect(Array.from(listed, ([, loc]) => loc).sort()).toEqual(pages.sort());
});

verifies("E-openapi-short", "/openapi.json redirects to the OpenAPI file", async ({ doors }) => {
  for (const door of Object.values(doors)) {
    const { status, headers } = await visit(door, `/openapi.json?x=1`);
    expect([status, headers.get("Location")]).toEqual([301, "/api/v1/openapi.json"]);
  }
});

verifies("5.6", "search engines index only comparisons of known models", async ({ doors }) => {
  const canonical = /<link rel="canonical" href="[^"]*\/compare">/;
  for (const [query, isIndexed, isCanonical] of [
    ["", true, true],
    ["?models=norn-5,norn-4o", true, false],
    ["?models=norn-5,no-such-model", false, false],
  ] as const) {
    const page = await (await visit(doors.exact, `/compare${query}`)).text();
    expect(!page.includes('content="noindex"'), query).toBe(isIndexed);
    expect(canonical.test(page), query).toBe(isCanonical);
  }
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
  const { linkset } = (await response.json()) as {
    linkset: Record<string, { href: string; type: string }[]>[];
  };
  expect(linkset).toMatchObject([
    { anchor: `${base}/api/v1`, "service-desc": [{ href: `${base}/api/v1/openapi.json` }] },
    { anchor: `${base}/api/mcp`, "service-desc": [{ href: `${base}/server.json` }] },
  ]);
  for (const links of linkset)
    for (const relation of ["service-desc", "service-doc", "status"])
      for (const { href, type } of requireNonEmpty(links[relation] ?? [], relation)) {
        const { status, headers } = await visit(doors.exact, href.slice(base.length));
        expect([status, headers.get("Content-Type")?.split(";")[0]], href).toEqual([200, type]);
      }
});

/** What the registry's schema of 2025-12-11 demands of a server without packages. */
const ServerJson = z.strictObject({
  $schema: z.string().endsWith("/schemas/2025-12-11/server.schema.json"),
  name: z
    .string()
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  websiteUrl: z.url(),
  repository: z.strictObject({ url: z.url(), source: z.string() }).optional(),
  remotes: z.tuple([z.strictObject({ type: z.literal("streamable-http"), url: z.url() })]),
});

verifies("7.7", "server.json fits the registry's schema and names the MCP server", async (site) => {
  const { remotes } = ServerJson.parse(await site.read("/server.json"));
  expect(remotes[0].url).toBe(`${site.base}/api/mcp`);
});

verifies("E-llms", "every address in llms.txt answers", async (site) => {
  const response = await visit(site.doors.exact, "/llms.txt");
  expect(response.headers.get("Content-Type")).toMatch(/^text\/plain/);
  const text = await response.text();
  expect(text).toMatch(/^# Model Almanac\n\n> /);
  const addresses = Array.from(text.matchAll(/\]\(([^)]+)\)/g), ([, address = ""]) => address);
  for (const address of requireNonEmpty(addresses, "addresses")) {
    expect(address.startsWith(site.base), address).toBe(true);
    const path = address.slice(site.base.length);
    const { status } = await visit(site.doors.exact, path);
    expect(status, path).toBe(path === "/api/mcp" ? 405 : 200);
  }
});
