import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { LocalCdn } from "../../mcp-server/local/serve.ts";
import { openSite } from "../contract/harness.ts";
import { hasChromium, openBrowser, type Visitor } from "./visit.ts";

let server: LocalCdn;
let visitor: Visitor;

/** Faults are ignored: a browser logs every 404 as one. */
describe.skipIf(!hasChromium)("the 404 page", () => {
  beforeAll(async () => {
    server = await (await openSite()).listen("exact");
    visitor = await openBrowser(server.url);
  });
  afterAll(async () => {
    await visitor.close();
    await server.close();
  });

  test("suggests the models whose names are near", async () => {
    const { page, close } = await visitor.visit("/models/nron-5");
    const near = page.locator(".not-found a[href='/models/norn-5']");
    expect(await near.innerText()).toBe("Norn 5");
    await close();
  });

  test("redirects where the address is an alias of a model", async () => {
    const { page, close } = await visitor.visit("/models/Norn-5");
    await page.waitForURL("**/models/norn-5");
    expect(await page.locator("h1").innerText()).toBe("Norn 5");
    await close();
  });
});
