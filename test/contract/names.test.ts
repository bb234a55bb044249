/** Model names that are not slugs mean the same at every entry point, because one resolver handles all of them. */
import { describe, expect } from "vitest";
import { type BuiltSite, verifies, visit } from "./harness.ts";
import { callMcpTool } from "./mcp-post.ts";

/** Name → slug of the model that is meant. */
const NAMES: readonly (readonly [name: string, slug: string])[] = [
  ["northwind/norn-4o", "norn-4o"],
  ["bazaar/northwind/norn-4o", "norn-4o"],
  ["northwind/norn-4o:free", "norn-4o"],
  ["northwind/norn-4o:nitro", "norn-4o"],
  ["bazaar/northwind/norn-4o:beta", "norn-4o"],
  ["tundra/taiga-3.3-70b-instruct:free", "taiga-3-3-70b"],
  ["@fp/tundra/taiga-r1", "taiga-r1"],
  ["norn-4o-2026-02-30", "norn-4o"],
  ["northwind/norn-4o-20260230", "norn-4o"],
  ["eu.northwind.norn-4o-v1:0", "norn-4o"],
  ["NORN 4o", "norn-4o"],
  [" Quill Sonnet 4.5 ", "quill-sonnet-4-5"],
  ["norn4o", "norn-4o"],
  ["northwind: norn-4o", "norn-4o"],
  ["quillon/quill-sonnet-4.5", "quill-sonnet-4-5"],
  ["Quill Sonnet", "quill-sonnet-4-5"],
  ["quillon/quill-opus-latest", "quill-opus-4-1"],
];

const escaped = (name: string): string => encodeURIComponent(name);
const withSlashes = (name: string): string => escaped(name).replaceAll("%2F", "/");

const canonical = (headers: Headers): string | undefined =>
  /<([^>]+)>; rel="canonical"/.exec(headers.get("Link") ?? "")?.[1];

describe("a name that is no slug", () => {
  verifies("E2", "means the same model in every answer and in tools", async (site) => {
    for (const [name, slug] of NAMES)
      expect(await meantAtDoors(site, name), name).toEqual(Array(11).fill(slug));
  });

  verifies(
    "E-pages",
    "redirects to the page of the slug, and never in a circle",
    async ({ doors }) => {
      const pages = [
        ...NAMES.flatMap(([name, slug]) =>
          [withSlashes(name), escaped(name)].map((one) => [`models/${one}`, `models/${slug}`]),
        ),
        ["models/norn-4o/", "models/norn-4o"],
        ["models/NORN-4o?utm_source=x", "models/norn-4o"],
        ["Models", "models"],
        ["Models/norn-4o", "models/norn-4o"],
        ["model/norn-4o", "models/norn-4o"],
        ["compare/norn-5/norn-4", "compare/norn-4/norn-5"],
        ["Search?q=norn", "search?q=norn"],
        ["providers/Bright%20Cloud%20EU", "providers/brightcloud"],
        ["providers/NORTHWIND/", "providers/northwind"],
        ["calculator/", "calculator"],
        ["benchmarks/Gauntlet%20(code)", "benchmarks/code-gauntlet"],
      ];
      for (const [path, target] of pages)
        for (const door of Object.values(doors)) {
          const { status, headers } = await visit(door, `/${path}`);
          expect([status, headers.get("Location")], path).toEqual([301, `/${target}`]);
          const page = await visit(door, `/${target}`);
          expect([page.status, page.headers.get("Content-Type")], target).toEqual([
            200,
            "text/html; charset=utf-8",
          ]);
        }
    },
  );

  verifies(
    "E-pages",
    "leads to the 404 page with similar names when it is unknown",
    async ({ doors, handle }) => {
      for (const [path, near] of [
        ["/models/norn-4oo", "/models/norn-4o"],
        ["/providers/nortwind", "/providers/northwind"],
        ["/benchmarks/code-gauntlett", "/benchmarks/code-gauntlet"],
        ["/models/%zz", "/models/"],
        ["/models/__proto__", "/models/"],
      ] as const)
        for (const door of Object.values(doors)) {
          const answer = await visit(door, path);
          expect(answer.status, path).toBe(404);
          expect(answer.headers.get("Cache-Control"), path).toBe("max-age=60");
          expect(await answer.text(), path).toContain(`href="${near}"`);
        }
      expect((await visit(handle, `/models/norn-4o`)).status).toBe(404);
    },
  );

  verifies(
    "E-names",
    "finds providers, benchmarks and terms by their names and aliases",
    async (site) => {
      for (const [path, slug] of [
        ["providers/bright-cloud-eu", "brightcloud"],
        ["providers/Bright%20Cloud%20EU", "brightcloud"],
        ["providers/NORTHWIND", "northwind"],
        ["benchmarks/Gauntlet%20(code)", "code-gauntlet"],
        ["providers/The%20Bright%20One", "brightcloud"],
        ["benchmarks/gauntlet", "code-gauntlet"],
        ["benchmarks/Logic%20Prime", "logic-prime"],
        ["glossary/Token", "token"],
      ] as const) {
        const [kind = ""] = path.split("/");
        const { status, headers, body } = await site.get(`/api/v1/${path}`);
        expect([status, body.slug], path).toEqual([200, slug]);
        expect(canonical(headers), path).toBe(`${site.base}/api/v1/${kind}/${slug}`);
      }
    },
  );
});

const slugIn = (url = ""): string | undefined =>
  /(?:price-history|models)\/([^?>]+)/.exec(url)?.[1];

/**
 * The models that a name means in a model's details, in a price history, at the cheapest host, in both comparisons
 * (also as `a/b` with its slashes), and in a tool call.
 */
async function meantAtDoors(site: BuiltSite, name: string): Promise<(string | undefined)[]> {
  const spellings = [withSlashes(name), escaped(name)];
  const compared = [`?models=${escaped(name)},norn-5`, ...spellings.map((one) => `/${one}/norn-5`)];
  const found: (string | undefined)[] = [];
  for (const one of spellings) {
    const { headers, body } = await site.get(`/api/v1/models/${one}`);
    found.push(slugIn(canonical(headers)), slugIn(body.url));
  }
  const history = await site.get(`/api/v1/price-history/${withSlashes(name)}`);
  const enveloped = await site.get(`/api/v1/price-history/${escaped(name)}?envelope=1`);
  const cheapest = await site.get(`/api/v1/models/${withSlashes(name)}/cheapest`);
  found.push(slugIn(canonical(history.headers)), slugIn(enveloped.body.url), cheapest.body.slug);
  for (const one of compared)
    found.push((await site.get(`/api/v1/compare${one}`)).body.models[0]?.slug);
  const { structuredContent } = await callMcpTool(site.handle, "get_model", { model: name });
  return [...found, String(structuredContent?.slug)];
}
