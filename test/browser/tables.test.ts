import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { LocalCdn } from "../../mcp-server/local/serve.ts";
import { openSite } from "../contract/harness.ts";
import { hasChromium, openBrowser, type Visit, type Visitor } from "./visit.ts";

/** Given as a log of one request, its tokens are told back. */
const LOG = `{"usage": {"prompt_tokens": 1000000, "completion_tokens": 200000}}`;

async function rowsOf({ page }: Visit): Promise<string[]> {
  await page.locator("tbody:not([aria-busy])").waitFor({ state: "attached" });
  return page.locator("tbody tr").allInnerTexts();
}

describe.skipIf(!hasChromium)("in Chromium", () => {
  let visitor: Visitor;
  let cdn: LocalCdn;
  beforeAll(async () => {
    cdn = await (await openSite()).listen("exact");
    visitor = await openBrowser(cdn.url);
  });
  afterAll(async () => {
    await visitor?.close();
    await cdn?.close();
  });

  test("the table filters and sorts, and its address shows the same rows again", async () => {
    const visited = await visitor.visit("/models/");
    const { page, faults, close } = visited;
    const all = await rowsOf(visited);
    await page.locator("[name=open]").selectOption("1");
    await page.locator("[name=price]").selectOption("10");
    await page.getByRole("button", { name: "Output", exact: true }).click();
    const some = await rowsOf(visited);
    expect(some.length).toBeGreaterThan(0);
    expect(some.length).toBeLessThan(all.length);
    await expect.poll(() => new URL(page.url()).searchParams.get("sort")).toBe("output");
    expect(await page.locator("[aria-sort=ascending]").innerText()).toBe("Output");
    const again = await visitor.visit(page.url().slice(cdn.url.length));
    expect(await rowsOf(again)).toEqual(some);
    expect([...(await faults()), ...(await again.faults())]).toEqual([]);
    await again.close();
    await close();
  });

  test("two models of the table are compared", async () => {
    const { page, close } = await visitor.visit("/models/");
    const boxes = page.locator("tbody input");
    const slugs = [await boxes.nth(0).inputValue(), await boxes.nth(1).inputValue()];
    await boxes.nth(0).check();
    expect(await page.locator("#compare").isDisabled()).toBe(true);
    await boxes.nth(1).check();
    await page.getByRole("button", { name: "Compare 2 models" }).click();
    await page.waitForURL(/\/compare/);
    expect(new URL(page.url()).searchParams.get("models")).toBe(slugs.join(","));
    await close();
  });

  test("a pasted log is priced, and nothing is sent for it, nor kept in the address", async () => {
    const visited = await visitor.visit("/calculator");
    const { page, requests, faults, close } = visited;
    await page.getByText("Price a usage log instead").click();
    const before = [...requests];
    await page.getByLabel("Usage log").fill(LOG);
    expect(await page.locator("#reading").innerText()).toContain(
      "Read 1 entry: 1,000,000 tokens in",
    );
    expect(await page.locator("#count").innerText()).toContain(
      "offers for 1,000,000 tokens in, 200,000 out of the log",
    );
    const dearest = (await rowsOf(visited)).length;
    expect(dearest).toBeGreaterThan(0);
    await page.getByLabel("Open weights only").check();
    expect((await rowsOf(visited)).length).toBeLessThan(dearest);
    await expect.poll(() => new URL(page.url()).search).toBe("?open=1");
    await page.waitForLoadState("networkidle");
    expect(requests).toEqual(before);
    expect(await faults()).toEqual([]);
    await close();
  });

  test("without script both pages show their tables and no form that does nothing", async () => {
    for (const path of ["/models/", "/calculator"]) {
      const { page, close } = await visitor.visit(path, { javaScriptEnabled: false });
      expect(await page.locator("tbody tr").count(), path).toBeGreaterThan(0);
      expect(await page.locator(".needs-script:visible").count(), path).toBe(0);
      expect(await page.locator("noscript").innerText(), path).toContain("With script");
      await close();
    }
  });
});
