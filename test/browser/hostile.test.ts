import { describe, expect, test } from "vitest";
import { readAnswerContextOfFunction } from "../../generator/pipeline/function-data.ts";
import { createApiHandler } from "../../mcp-server/function.ts";
import { startLocalCdn } from "../../mcp-server/local/serve.ts";
import { closeAfterTests } from "../builders/close-after-tests.ts";
import { splitWords } from "../contract/hostile-inputs.ts";
import { buildHostileSite } from "../contract/hostile-site.ts";
import { hasChromium, openTestBrowser } from "./visit.ts";

/** One page of each kind on which a script or the function writes names. */
const ADDRESSES = splitWords(`/ /models/ /models/norn-4o /calculator /prices/ /search?q=norn-5
  /compare?models=norn-5,taiga-r1 /chart/norn-4o.svg /providers/northwind /benchmarks/sums-100
  /retirements/`);

describe.skipIf(!hasChromium)("a name that contains markup", () => {
  test("is shown and suggested as text, and the browser runs and requests nothing that it names", async () => {
    const { dist, functionData } = await buildHostileSite();
    const handle = createApiHandler(readAnswerContextOfFunction(functionData), { isLocal: true });
    const { url, close } = await startLocalCdn({ dist, handle, mode: "exact", port: 0 });
    closeAfterTests(close);
    const visitor = await openTestBrowser(url);
    for (const address of ADDRESSES) {
      const { page, requests, faults, close } = await visitor.visit(address);
      if (address === "/") {
        await page.locator("#q").fill("norn-5");
        const option = page.getByRole("option").first();
        await option.waitFor();
        expect(await option.textContent()).toContain("<img src=x onerror=alert(");
      }
      expect(await page.content(), address).toContain("&lt;img src=x onerror=");
      expect(await page.locator("img[src=x]").count(), address).toBe(0);
      expect(requests.join("\n"), address).not.toMatch(/\/x$/m);
      expect(await faults(), address).toEqual([]);
      await close();
    }
  });
});
