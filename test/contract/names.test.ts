/** Model names that are not slugs mean the same at every entry point, because one resolver handles all of them. */
import { describe, expect } from "vitest";
import { makeModelNamesTableFile } from "../../generator/site/pages/retirements-page.ts";
import { type BuiltSite, verifies, visit } from "./harness.ts";
import { callMcpTool } from "./mcp-post.ts";

/** Name → slug of the model that is meant. */
const NAMES: readonly (readonly [name: string, slug: string])[] = [
  ["northwind/norn-4o", "norn-4o"],
  ["bazaar/northwind/norn-4o", "norn-4o"],
  ["bazaar/eu/norn-4o", "norn-4o"],
  ["northwind/norn-4o:free", "norn-4o"],
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
    for (const [name, slug] of NAMES) expect(await meantAtDoors(site, name), name).toEqual([slug]);
  });

  verifies(
    "E2",
    "is in the table of names, also where the host has withdrawn it",
    async ({ context }) => {
      const models = context.catalog.models.map((model) =>
        model.slug === "norn-5" ? { ...model, past_ids: ["bazaar/Former/Norn-X"] } : model,
      );
      const { columns } = makeModelNamesTableFile({ ...context.catalog, models }).body;
      expect(columns.slug[columns.name.indexOf("former/norn-x")]).toBe("norn-5");
    },
  );

  verifies("E-pages", "redirects to the page of the slug", async ({ doors }) => {
    const pages = [
      ...NAMES.flatMap(([name, slug]) =>
        [withSlashes(name), escaped(name)].map((one) => [`models/${one}`, `models/${slug}`]),
      ),
      ["models/norn-4o/", "models/norn-4o"],
      ["models/NORN-4o?input=1000&output=5", "models/norn-4o?input=1000&output=5"],
      ["compare/norn-5,norn-4?utm_source=x", "compare?models=norn-5,norn-4"],
      ["Models", "models"],
      ["Models/norn-4o", "models/norn-4o"],
      ["model/norn-4o", "models/norn-4o"],
      ["compare/norn-5/norn-4", "compare/norn-4/norn-5"],
      ["compare/Norn%204o-vs-norn-4,norn-5/", "compare?models=Norn%204o,norn-4,norn-5"],
      ["Search?q=norn", "search?q=norn"],
      ["providers/Bright%20Cloud%20EU", "providers/brightcloud"],
      ["providers/NORTHWIND/", "providers/northwind"],
      ["calculator/?input=1000000", "calculator?input=1000000"],
      ["benchmarks/Gauntlet%20(code)", "benchmarks/code-gauntlet"],
    ];
    for (const [path, target] of pages)
      for (const door of Object.values(doors)) {
        const { status, headers } = await visit(door, `/${path}`);
        expect([status, headers.get("Location")], path).toEqual([301, `/${target}`]);
        const page = await visit(door, `/${target}`);
        const found = [page.status, page.headers.get("Content-Type")];
        expect(found, target).toEqual([200, "text/html; charset=utf-8"]);
      }
  });

  verifies("E-pages", "an unknown one gives 404 with similar names", async (site) => {
    for (const [path, near] of [
      ["/models/norn-4oo", "/models/norn-4o"],
      ["/providers/nortwind", "/providers/northwind"],
      ["/benchmarks/code-gauntlett", "/benchmarks/code-gauntlet"],
      ["/models/%zz", "/models/"],
      ["/models/__proto__", "/models/"],
    ] as const)
      for (const door of Object.values(site.doors)) {
        const answer = await visit(door, path);
        const kept = answer.headers.get("Cache-Control");
        expect([answer.status, kept], path).toEqual([404, "max-age=60"]);
        expect(await answer.text(), path).toContain(`href="${near}"`);
      }
  });

  verifies("E-names", "finds hosts, benchmarks and terms", async (site) => {
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
      const { status, headers, body } = await site.get(`/api/v1/${path}`);
      expect([status, body.slug], path).toEqual([200, slug]);
      expect(canonical(headers), path).toBe(`${site.base}/api/v1/${path.split("/")[0]}/${slug}`);
    }
  });
});

const slugIn = (url = ""): string | undefined =>
  /(?:price-history|models)\/([^?>]+)/.exec(url)?.[1];

/** The models that a name means in each kind of answer, with slashes and escaped, and in a tool call. */
async function meantAtDoors(site: BuiltSite, name: string): Promise<(string | undefined)[]> {
  const [bare, whole] = [withSlashes(name), escaped(name)];
  const found: (string | undefined)[] = [];
  for (const path of [
    `models/${bare}`,
    `models/${whole}`,
    `price-history/${bare}`,
    `price-history/${whole}?envelope=1`,
  ]) {
    const { headers, body } = await site.get<{ url?: string }>(`/api/v1/${path}`);
    found.push(slugIn(canonical(headers)), ...(body.url ? [slugIn(body.url)] : []));
  }
  found.push((await site.get(`/api/v1/models/${bare}/cheapest`)).body.slug);
  for (const one of [`?models=${whole},norn-5`, `/${bare}/norn-5`, `/${whole}/norn-5`])
    found.push((await site.get(`/api/v1/compare${one}`)).body.models[0]?.slug);
  const { structuredContent } = await callMcpTool(site.handle, "get_model", { model: name });
  return [...new Set([...found, String(structuredContent?.slug)])];
}
