/** The storm leaves nothing out that can be asked for. */
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { kindOf } from "../../bench/storm/addresses.ts";
import { drawRequests, type StormRequest, stormRequest } from "../../bench/storm/requests.ts";
import { ENDPOINTS } from "../../generator/endpoints/index.ts";
import { ASKED_PAGES } from "../../generator/site/pages/asked/index.ts";
import { readRules } from "../../mcp-server/local/engine.ts";
import { findRoute } from "../../mcp-server/router.ts";
import { TOOLS } from "../../mcp-server/tools/index.ts";
import { openSite, type Site } from "./harness.ts";

/** A hundredth of a whole storm. */
const DRAWN = 10_000;

let site: Site;
let drawn: StormRequest[];
let literals: string[];
beforeAll(async () => {
  site = await openSite();
  const rules = await readRules(join(site.dist, "_redirects"));
  literals = rules.map(({ from }) => from).filter((path) => !path.includes("*"));
  const addresses = [...new Set([...Object.keys(site.manifest), ...literals])];
  drawn = [...drawRequests(stormRequest(site.context, addresses), DRAWN, 1)];
});

const pathOf = ({ target }: StormRequest): string => target.split("?")[0] ?? "";
const missing = (wanted: Iterable<string>, asked: Iterable<string>): string[] => {
  const known = new Set(asked);
  return [...new Set(wanted)].filter((one) => !known.has(one));
};

test("each endpoint is asked with each of its parameters", () => {
  const wanted = ENDPOINTS.flatMap(({ id, query }) => [
    id,
    ...Object.keys(query).map((key) => `${id} ${key}`),
  ]);
  const asked = drawn
    .filter(({ kind }) => kind === "valid")
    .flatMap((request) => {
      const id = findRoute(pathOf(request))?.endpoint.id;
      const keys = new URLSearchParams(request.target.split("?")[1]).keys();
      return [String(id), ...Array.from(keys, (key) => `${id} ${key}`)];
    });
  expect(missing(wanted, asked)).toEqual([]);
});

test("each address that leads elsewhere, and each page that the function makes", () => {
  const wanted = [...literals, ...ASKED_PAGES.map(({ path }) => path)];
  expect(missing(wanted, drawn.map(pathOf))).toEqual([]);
});

test("each kind of file: answers, exports, pages, badges, charts, feeds, calendars", () => {
  const published = Object.keys(site.manifest).filter((path) => !path.startsWith("/_q"));
  const kinds = new Set(published.map(kindOf));
  expect(kinds.size).toBeGreaterThan(30);
  for (const kind of ["/badge/*.svg", "/chart/*.svg", "/feeds/*.xml", "/retirements/*.ics"])
    expect(kinds).toContain(kind);
  const asked = drawn.map(pathOf).flatMap((path) => {
    const page = path.replace(/\/$/, "");
    return [path, `${page}.html`, `${page}/index.html`].filter((one) => one in site.manifest);
  });
  expect(missing(kinds, asked.map(kindOf))).toEqual([]);
});

test("each tool, and each method of HTTP that the function takes", () => {
  const calls = drawn.map(({ body }) => /"name":"([a-z_]+)"/.exec(body ?? "")?.[1] ?? "");
  const names = TOOLS.map(({ name }) => name);
  expect(missing(names, calls)).toEqual([]);
  const methods = drawn.map(({ method }) => method);
  const all = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"];
  expect(missing(all, methods)).toEqual([]);
});
