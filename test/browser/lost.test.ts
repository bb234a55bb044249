import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { LocalCdn } from "../../mcp-server/local/serve.ts";
import { openSite } from "../contract/harness.ts";
import { hasChromium, openBrowser, type Visitor } from "./visit.ts";

let server: LocalCdn;
let visitor: Visitor;

/** Faults are not looked at: a browser tells of every 404. */
describe.skipIf(!hasChromium)("an address that leads nowhere", () => {
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
    const near = page.locator(".lost a[href='/models/norn-5']");
    expect(await near.innerText()).toBe("Norn 5");
    await close();
  });

  test("leads on where it is another name of a model", async () => {
    const { page, close } = await visitor.visit("/models/Norn-5");
    await page.waitForURL("**/models/norn-5");
    expect(await page.locator("h1").innerText()).toBe("Norn 5");
    await close();
  });
});
