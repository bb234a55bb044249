import { beforeAll, describe, expect, test } from "vitest";
import { readAnswerContextOfFunction } from "../../generator/pipeline/function-data.ts";
import { createApiHandler } from "../../mcp-server/function.ts";
import { startLocalCdn } from "../../mcp-server/local/serve.ts";
import { closeAfterTests } from "../builders/close-after-tests.ts";
import { buildHostileSite, type HostileSite } from "../contract/hostile-site.ts";
import { hasChromium, openTestBrowser, type TestBrowser } from "./visit.ts";

/** One page of each kind on which a script or the function writes names. */
const ADDRESSES = [
  "/",
  "/models/",
  "/models/norn-4o",
  "/calculator",
  "/prices/",
  "/compare?models=norn-5,taiga-r1",
  "/search?q=norn-5",
  "/chart/norn-4o.svg",
  "/providers/northwind",
  "/benchmarks/sums-100",
  "/retirements/",
];

describe.skipIf(!hasChromium)("a name that contains markup", () => {
  let site: HostileSite;
  let visitor: TestBrowser;
  beforeAll(async () => {
    site = await buildHostileSite();
    const context = readAnswerContextOfFunction(site.functionData);
    const handle = createApiHandler(context, { isLocal: true });
    const { url, close } = await startLocalCdn({
      dist: site.dist,
      handle,
      mode: "exact",
      port: 0,
    });
    closeAfterTests(close);
    visitor = await openTestBrowser(url);
  });

  test("is shown as text, and the browser runs and requests nothing that it names", async () => {
    for (const address of ADDRESSES) {
      const { page, requests, faults, close } = await visitor.visit(address);
      expect(await page.content(), address).toContain("&lt;img src=x onerror=");
      expect(await page.locator("img[src=x]").count(), address).toBe(0);
      expect(
        requests.filter((path) => path.endsWith("/x")),
        address,
      ).toEqual([]);
      expect(await faults(), address).toEqual([]);
      await close();
    }
  });

  test("is suggested as text", async () => {
    const { page, requests, faults, close } = await visitor.visit("/");
    await page.locator("#q").fill("norn-5");
    const option = page.getByRole("option").first();
    await option.waitFor();
    expect(await option.textContent()).toContain("<img src=x onerror=alert(");
    expect(requests.filter((path) => path.endsWith("/x"))).toEqual([]);
    expect(await faults()).toEqual([]);
    await close();
  });
});
