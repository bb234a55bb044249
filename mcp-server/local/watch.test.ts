import { utimes } from "node:fs/promises";
import { expect, test, vi } from "vitest";
import { getSharedSampleCatalog } from "../../test/builders/sample-catalog.ts";
import { rebuildSiteOnChange } from "./watch.ts";

test("a watched page is made from the code and reloads when the code changes; the CDN answers all other requests", async () => {
  const { catalog } = await getSharedSampleCatalog();
  const print = vi.fn();
  const watcher = await rebuildSiteOnChange({ readCatalog: () => catalog, build: vi.fn(), print });
  const handle = watcher.wrap(async () => new Response("cdn"));
  const get = async (path: string) => (await handle(new Request(`http://127.0.0.1${path}`))).text();
  try {
    const [model] = catalog.models;
    expect(await get(`/models/${model?.slug}`)).toContain('src="/__watch.js"');
    expect(await get("/assets/almanac.css")).toContain("body");
    expect(await get("/api/v1/status")).toBe("cdn");
    expect(await get("/__watch")).toBe("0");
    for (const file of ["generator/site/pages.ts", "docs/integrations.md"]) {
      const before = await get("/__watch");
      await utimes(file, new Date(), new Date());
      await vi.waitFor(async () => expect(await get("/__watch")).not.toBe(before), 10_000);
    }
    expect(await get("/")).toContain("<title>");
  } finally {
    await watcher.close();
  }
});
