import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { LocalCdn } from "../../mcp-server/local/serve.ts";
import { hasChromium, openChromium, type Visit, visit } from "../builders/chromium.ts";
import { openSite } from "./harness.ts";

/** Given as a log of one request, its tokens are told back. */
const LOG = `{"usage": {"prompt_tokens": 1000000, "completion_tokens": 200000}}`;

async function rowsOf({ page }: Visit): Promise<string[]> {
  await page.locator("tbody:not([aria-busy])").waitFor({ state: "attached" });
  return page.locator("tbody tr").allInnerTexts();
}

describe.skipIf(!hasChromium)("in Chromium", () => {
  let browser: Browser;
  let cdn: LocalCdn;
  beforeAll(async () => {
    cdn = await (await openSite()).listen("exact");
    browser = await openChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await cdn?.close();
  });
  const open = (path: string) => visit(browser, cdn.url + path);

  test("the table filters and sorts, and its address shows the same rows again", async () => {
    const visited = await open("/models/");
    const { page, requests, errors } = visited;
    const all = await rowsOf(visited);
    await page.locator("[name=open]").selectOption("1");
    await page.locator("[name=price]").selectOption("10");
    await page.getByRole("button", { name: "Output", exact: true }).click();
    const some = await rowsOf(visited);
    expect(some.length).toBeGreaterThan(0);
    expect(some.length).toBeLessThan(all.length);
    await expect.poll(() => new URL(page.url()).searchParams.get("sort")).toBe("output");
    expect(await page.locator("[aria-sort=ascending]").innerText()).toBe("Output");
    const again = await open(page.url().slice(cdn.url.length));
    expect(await rowsOf(again)).toEqual(some);
    expect(requests.filter((address) => !address.startsWith(cdn.url))).toEqual([]);
    expect([...errors, ...again.errors]).toEqual([]);
  });

  test("two models of the table are compared", async () => {
    const { page } = await open("/models/");
    const boxes = page.locator("tbody input");
    const slugs = [await boxes.nth(0).inputValue(), await boxes.nth(1).inputValue()];
    await boxes.nth(0).check();
    expect(await page.locator("#compare").isDisabled()).toBe(true);
    await boxes.nth(1).check();
    await page.getByRole("button", { name: "Compare 2 models" }).click();
    await page.waitForURL(/\/compare/);
    expect(new URL(page.url()).searchParams.get("models")).toBe(slugs.join(","));
  });

  test("a pasted log is priced, and nothing is sent for it, nor kept in the address", async () => {
    const visited = await open("/calculator");
    const { page, requests, errors } = visited;
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
    expect(errors).toEqual([]);
  });

  test("without script both pages show their tables and no form that does nothing", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    for (const path of ["/models/", "/calculator"]) {
      await page.goto(cdn.url + path);
      expect(await page.locator("tbody tr").count(), path).toBeGreaterThan(0);
      expect(await page.locator(".needs-script:visible").count(), path).toBe(0);
      expect(await page.locator("noscript").innerText(), path).toContain("With script");
    }
    await context.close();
  });
});
