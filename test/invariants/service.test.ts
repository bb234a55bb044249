import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import glob from "fast-glob";
import { describe, expect } from "vitest";
import type { ModelRow } from "../../build/model/catalog/rows.ts";
import { getDefined, requireNonEmpty } from "../builders/get.ts";
import { sampleEvenly } from "../builders/runs.ts";
import { readCsvExport } from "../contract/csv.ts";
import { LOCAL_ORIGIN, verifies, visit } from "../contract/harness.ts";
import { readEveryModelDetail, slugsOf } from "../contract/walk.ts";

verifies("E-index", "lists every endpoint, with an example that answers", async (site) => {
  const { body, text } = await site.get("/api/v1");
  for (const address of ["/api", "/api/", "/api/v1/", "/api?x=1"])
    for (const door of Object.values(site.doors))
      expect(await (await visit(door, address)).text(), address).toBe(text);
  const { paths } = await site.read("/api/v1/openapi.json");
  for (const { id, path, example } of requireNonEmpty(body.data, "endpoints")) {
    expect(paths[path]?.get.operationId, path).toBe(id);
    expect((await site.get(example.slice(site.base.length))).status, example).toBe(200);
  }
  expect(body.data.map(({ path }) => path)).toContain("/api/v1");
  const { total, mcp, ...documents } = body.meta;
  expect([total, mcp]).toEqual([body.data.length, `${site.base}/api/mcp`]);
  for (const address of Object.values(documents)) {
    const own = String(address).replace(site.base, LOCAL_ORIGIN);
    expect((await site.doors.exact(new Request(own))).status, own).toBe(200);
  }
});

describe("providers", () => {
  verifies("E-providers", "are labs and hosts by slug, each with its own answer", async (site) => {
    const { data, meta } = (await site.get("/api/v1/providers")).body;
    expect(meta.total).toBe(data.length);
    expect(slugsOf(data)).toEqual(slugsOf(data).sort());
    for (const entry of requireNonEmpty(data, "providers"))
      expect(await site.read(`/api/v1/providers/${entry.slug}`)).toMatchObject(entry);
  });

  verifies("E-providers", "list the models they make and sell", async (site) => {
    const details = await readEveryModelDetail(site);
    const providers = await site.readAll("/api/v1/providers/");
    for (const one of requireNonEmpty(providers, "providers")) {
      const made = details.filter(({ provider }) => provider.slug === one.slug);
      const sold = details.filter(({ providers }) =>
        providers.some(({ provider_slug }) => provider_slug === one.slug),
      );
      expect(slugsOf(one.models_made).sort()).toEqual(slugsOf(made).sort());
      expect(one.models_sold.map(({ model }) => model)).toEqual(slugsOf(sold).sort());
      const onSale = one.models_sold.filter(({ status }) => status !== "retired");
      expect([one.models, one.offers]).toEqual([made.length, onSale.length]);
    }
  });
});

describe("the answers about the service itself", () => {
  verifies("E-sources", "every upstream has its licence, credit and freshness", async ({ get }) => {
    const { data } = (await get("/api/v1/sources")).body;
    for (const source of requireNonEmpty(data, "sources")) {
      expect([source.name, source.license, source.credit], source.id).not.toContain("");
      expect(source.license_url, source.id).toMatch(/^https:\/\//);
      expect(source.newest_fact === null, source.id).toBe(source.rows === 0);
      expect(source.days_behind ?? 0, source.id).toBeGreaterThanOrEqual(0);
    }
    expect(data.some(({ rows }) => rows > 0)).toBe(true);
  });

  verifies("E-status", "has counts, as-of dates and the hash of the snapshot", async (site) => {
    const { body } = await site.get("/api/v1/status");
    expect(body.snapshot).toMatch(/^[0-9a-f]{64}$/);
    const names = body.datasets.map(({ dataset }) => dataset);
    for (const name of ["models", "offers", "price-history", "scores", "own-tests"])
      expect(names).toContain(name);
    for (const { dataset, rows, as_of, status } of body.datasets) {
      expect(status, dataset).toBe(rows === 0 ? "empty" : "published");
      expect(as_of === null, dataset).toBe(rows === 0);
    }
    const days = body.datasets.map(({ as_of }) => as_of ?? "");
    expect(body.as_of).toBe(days.sort().at(-1));
    expect((await site.get("/api/v1/manifest.json")).body.snapshot).toBe(body.snapshot);
  });

  verifies("E-manifest", "has the size and SHA-256 of every file, and no other", async (site) => {
    const names = await glob("**", { cwd: site.dist, dot: true });
    // The CDN reads these two itself, and answers requests for them with 404.
    const listed = ["/_headers", "/_redirects", "/api/v1/manifest.json"];
    listed.push(...Object.keys(site.manifest));
    expect(listed.sort()).toEqual(names.map((name) => `/${name}`).sort());
    const wrong: string[] = [];
    for (const [path, { sha256, bytes }] of sampleEvenly(Object.entries(site.manifest), 1000)) {
      const content = await readFile(join(site.dist, path));
      const hash = createHash("sha256").update(content).digest("hex");
      if (hash !== sha256 || content.length !== bytes) wrong.push(path);
    }
    expect(wrong).toEqual([]);
  });

  verifies("E-dump", "has the rows that status, export and llms.txt count", async (site) => {
    const { body: dump } = await site.get("/api/v1/dump.json");
    const { counts } = (await site.get("/api/v1/status")).body;
    const { models, offers, scores, benchmarks, agents, price_history_rows, glossary_terms } =
      counts;
    const rows = { models, scores, benchmarks, agents, glossary: glossary_terms };
    for (const [table, count] of Object.entries({ ...rows, price_history: price_history_rows }))
      expect(dump[table as keyof typeof rows], table).toHaveLength(getDefined(count, table));
    requireNonEmpty(dump.findings ?? [], "findings");
    const { models: dumped } = await site.read<{ models: ModelRow[] }>("/api/v1/dump.json");
    const linked = dumped.find((row) => row.links.lab !== null);
    const { slug, links } = getDefined(linked, "model with a link to its lab");
    expect((await site.get(`/api/v1/models/${slug}`)).body.links).toMatchObject(links);
    expect((await readCsvExport(site, "provider-offers")).rows.length).toBe(offers);
    const text = await readFile(join(site.dist, "llms.txt"), "utf8");
    expect(text).toContain(`${models} models, ${offers} offers, `);
  });
});
