/** The main tasks of visitors, from their start page to the answer, and what else the pages do in a browser. */
import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { getDefined } from "../builders/get.ts";
import { type BrowserVisit, hasChromium, useBuiltSiteInBrowser } from "./visit.ts";

type Page = BrowserVisit["page"];
type Target = ReturnType<Page["locator"]>;

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const WIDE = { viewport: { width: 1440, height: 900 } };
const permissions = ["clipboard-read", "clipboard-write"];

/** A usage log with one response of OpenAI per line. */
const LOG = Array(10)
  .fill('{"model":"norn-4o","usage":{"prompt_tokens":100000,"completion_tokens":40000}}')
  .join("\n");

const rowsOf = (page: Page) => page.locator("#models tbody tr");
const linkOn = (page: Page, name: string) => page.getByRole("link", { name, exact: true });

describe.skipIf(!hasChromium).each([PHONE, WIDE])("a visitor at $viewport.width px", (screen) => {
  const site = useBuiltSiteInBrowser();
  const open = (at: string) => site.open(at, { ...screen, permissions });

  async function expectOnScreen(target: Target, what: string): Promise<void> {
    const box = getDefined(await target.boundingBox(), what);
    expect(box.y >= 0 && box.y + box.height <= screen.viewport.height, what).toBe(true);
  }

  /** @returns The copied code that embeds a chart with a picture of the shown view. */
  async function copyEmbed(page: Page, chart: Target): Promise<string> {
    await chart.locator("summary", { hasText: "Embed" }).click();
    await chart.locator("details[open] code").getByText("data:image/svg+xml").waitFor();
    await chart.locator("details[open]").getByRole("button", { name: "Copy" }).click();
    await chart.getByRole("button", { name: "Copied" }).waitFor();
    return page.evaluate<string>("navigator.clipboard.readText()");
  }

  /** Downloads the chart as SVG, PNG and CSV. */
  async function getFiles(page: Page, chart: Target): Promise<void> {
    for (const kind of ["SVG", "PNG", "CSV"]) {
      const download = page.waitForEvent("download");
      await chart.locator(".chart-links").getByText(kind, { exact: true }).click();
      expect((await download).suggestedFilename()).toBe(`chart.${kind.toLowerCase()}`);
    }
  }

  test("finds the cheapest host with a context of 200k, by a column pressed before all models are loaded", async () => {
    const { page } = await open("/");
    let release = () => {};
    const pressed = new Promise<void>((done) => {
      release = done;
    });
    await page.route("**/tables/models.json", (route) => pressed.then(() => route.continue()));
    await page.getByRole("button", { name: /^Show \d+ models$/ }).click();
    await page.waitForURL(/[?&]min_context=200000/);
    await page.locator("#needs .on", { hasText: "Context ≥ 200k" }).waitFor();
    await linkOn(page, "Blended").click();
    release();
    await page.waitForURL(/[?&]sort=pricing_blended/);
    const first = rowsOf(page).first();
    await first.filter({ hasText: "Quill Haiku 3" }).waitFor();
    expect(await first.locator(".c-cost").textContent()).toBe("$0.50");
    expect(await first.locator(".c-host").isVisible()).toBe(true);
    expect(await first.locator(".c-host").textContent()).toBe("Quillon $0.50");
    const strip = await first.locator(".score-strip").boundingBox();
    expect(strip?.width).toBeGreaterThan(40);
  });

  test("ticks two models to compare, which Back keeps, and adds one by name", async () => {
    const { page } = await open("/models/");
    for (const name of ["Norn 5", "Quill Sonnet 4.5"])
      await page.getByRole("checkbox", { name: `Compare ${name}`, exact: true }).click();
    await linkOn(page, "Compare 2 models").click();
    await page.waitForURL("**/compare?models=*");
    await page.goBack();
    expect(await page.locator("#chosen").textContent()).toContain("2 selected");
    await page.goForward();
    await page.locator("#models").focus();
    await page.keyboard.type("taiga r1");
    const found = page.getByRole("option").first();
    await found.filter({ hasText: /^Taiga R1/ }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/compare?models=norn-5,quill-sonnet-4-5,taiga-r1");
    await page.goto(`${site.url}/compare`);
    // The suggestions are for the name after the comma.
    await page.locator("#models").fill("norn 5, taiga r1");
    await found.filter({ hasText: /^Taiga R1/ }).waitFor();
    expect(await found.locator("a").getAttribute("href")).toBe("/compare?models=norn%205,taiga-r1");
    await page.locator("#models").fill("norn 5, quill sonnet 4.5");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/compare?models=*");
    expect(await page.locator("#facts .best").count()).toBeGreaterThan(2);
    const rows = page.locator(".compared tbody tr:not(.group)");
    const all = await rows.count();
    const download = page.waitForEvent("download");
    await page.locator("#csv").click();
    const csv = await readFile(await (await download).path(), "utf8");
    expect(csv.trim().split("\r\n")).toHaveLength(1 + all);
    await page.getByLabel("Differences only").check();
    expect(await rows.filter({ visible: true }).count()).toBeLessThan(all);
    await page.getByRole("button", { name: "Share" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(page.url());
  });

  test("compares the monthly cost of models for 40M tokens", async () => {
    const { page } = await open("/");
    await linkOn(page, "Compute my monthly cost").click();
    await page.waitForURL("**/models/**");
    await page.getByLabel("Input tokens a month").click();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("40M");
    await page.keyboard.press("Tab");
    await page.keyboard.type("8M");
    // 40M at $3 and 8M at $15.
    const row = rowsOf(page).filter({ hasText: "Quill Sonnet 4.5" });
    await row.locator("td.c-cost").getByText("$240.00").waitFor();
    // The totals are split into requests of the usual size, unlike in the example, because a large request may have
    // another rate.
    await page.waitForURL(/input=10000&output=2000&requests=4000/);
    await page.getByRole("link", { name: "10k input a request (remove)" }).waitFor();
    await expectOnScreen(rowsOf(page).nth(4), "fifth row");
    await page.locator("#chart h2").getByText("a month").waitFor();
  });

  test("pastes a usage log, reads what it would cost elsewhere, and nothing carries it away", async () => {
    const { page, requests } = await open("/calculator");
    await page.getByRole("button", { name: "Paste a usage log" }).click();
    const box = page.getByLabel("Paste a usage log, or");
    await box.and(page.locator(":focus")).waitFor();
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(LOG)})`);
    await page.keyboard.press("ControlOrMeta+v");
    const result = page.locator("#log-result");
    await result.getByText("Read 10 entries: 1M input, 400k output.").waitFor();
    // 1M at $2.50 and 0.4M at $10, against $1.25 and $10.
    const claim = result.getByText("You pay $6.50 now.");
    expect(await claim.textContent()).toMatch(/Norn 5 at .* would cost \$5\.25: −19 %/);
    expect(await rowsOf(page).first().locator(".c-cost").textContent()).toBe("$5.25");
    // The address follows after a pause.
    await page.waitForURL(/min_context=128000/);
    expect(new URL(page.url()).search).not.toMatch(/input=|output=/);
    const others = requests.filter((path) => !/^\/(assets|tables|package-facts)/.test(path));
    expect(others).toEqual(["/calculator"]);
    await page.getByRole("link", { name: "Usage log: 10 entries (remove)" }).click();
    await result.waitFor({ state: "hidden" });
  });

  test("pastes a file and reads which of its models are retired, and what replaces them", async () => {
    const { page, requests } = await open("/retirements/");
    const file =
      '{ "main": "northwind/norn-4o", "old": "norn-4", "bad": "norn-9", "zod": "^4.2.1", "key": "sk-1abc2def", "db": "postgres://me:s3cret@db1.example/x" }';
    await page.getByLabel("Paste ids").fill(file);
    await page.getByRole("button", { name: "Check" }).click();
    await page.getByText("2 models found.").waitFor();
    const unknown = page.locator("#check").getByText("Not recognised: ");
    expect(await unknown.textContent()).toMatch(/^Not recognised: norn-9 \(similar: Norn/);
    const asked = requests.filter((path) => !path.startsWith("/assets/"));
    expect(asked).toEqual(["/retirements/", "/tables/names.json"]);
    const rows = page.locator("#check tbody tr");
    expect(await rows.allTextContents()).toEqual([
      expect.stringMatching(/Norn 4(Retire|Deprecated).*Replacement: /s),
      expect.stringMatching(/Norn 4o.*northwind\/norn-4o/s),
    ]);
    const calendar = page.getByRole("link", { name: "calendar" }).first();
    const answer = await page.request.get(site.url + (await calendar.getAttribute("href")));
    expect(answer.headers()["content-type"]).toBe("text/calendar; charset=utf-8");
    const events = (await answer.text()).match(/^SUMMARY:.*/gm) ?? [];
    expect(events.length).toBeGreaterThan(0);
    expect(events.filter((line) => !/Norn 4/.test(line))).toEqual([]);
  });

  test("finds a model by the search; the chosen suggestion stays when later results arrive", async () => {
    const { page } = await open("/");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("nron 4");
    const option = page.getByRole("option", { name: "Norn 4o $2.50 / $10.00 · 128k" });
    await option.waitFor();
    await page.locator("#q").fill("norn on northwind");
    await page.getByRole("option", { name: "Norn 4o at northwind · 128k" }).waitFor();
    await page.locator("#q").fill("nron 4");
    await option.waitFor();
    await page.evaluate("document.activeElement.blur(); document.querySelector('#q').focus()");
    // Waits longer than the list stays open after it has lost the focus.
    await page.waitForTimeout(400);
    expect(await option.isVisible()).toBe(true);
    while ((await option.getAttribute("aria-selected")) !== "true")
      await page.keyboard.press("ArrowDown");
    const later = page.waitForResponse("**/api/v1/search?*q=nron+4o");
    await page.keyboard.type("o");
    await later;
    await page.keyboard.press("Enter");
    await page.waitForURL("**/models/norn-4o");
    const step = page.locator("#steps").getByRole("heading", { level: 2 });
    expect(await step.textContent()).toMatch(/cut the price of Norn 4o by 42 % on 2 October 2025$/);
  });

  test("copies a picture of the models in a filtered view, and downloads SVG, PNG and CSV", async () => {
    const { page } = await open("/models/");
    await page.getByRole("link", { name: "Open weights" }).click();
    const chart = page.locator("#chart");
    await expect.poll(() => chart.locator("a.point").count()).toBe(3);
    const [, href = "", svg = ""] =
      /<a href="([^"]+)"><img src="data:image\/svg\+xml,([^"]+)"/.exec(
        await copyEmbed(page, chart),
      ) ?? [];
    expect(href).toBe("https://almanac.example/models/?open_source=true");
    expect(decodeURIComponent(svg).match(/<title>Taiga/g)).toHaveLength(3);
    await getFiles(page, chart);
  });

  test("reads the answer about a model without scrolling", async () => {
    const { page } = await open("/models/norn-4o");
    for (const text of ["$2.50", "$10.00", "128k"])
      await expectOnScreen(page.locator("main").getByText(text).first(), text);
  });
});

describe.skipIf(!hasChromium)("a reader", () => {
  const site = useBuiltSiteInBrowser();
  const { open } = site;
  const costAt = async (page: Page, query: string): Promise<number | null> =>
    (await (await page.request.get(`${site.url}/api/v1/cost?${query}`)).json()).data[0].usd;

  test("opens what is folded by keyboard alone, past the navigation", async () => {
    const { page } = await open("/models/norn-4o");
    await page.keyboard.press("Tab");
    expect(await page.locator(":focus").textContent()).toBe("Skip to content");
    const behind = page.locator("#steps #price-table details");
    await behind.locator("summary").focus();
    await page.keyboard.press("Enter");
    expect((await behind.locator("tbody tr").allTextContents()).join()).toContain("$15.00");
  });

  test("finds the price of another model id at a host with the field that filters the hosts", async () => {
    const { page } = await open("/models/norn-4o");
    await page.getByLabel("Filter hosts").fill("2025 northwind");
    const shown = page.locator(":is(.hosts, #other-ids) tbody tr").filter({ visible: true });
    await expect.poll(() => shown.count()).toBe(1);
    expect(await shown.textContent()).toContain("$5.00");
  });

  test("filters the table by chips and the sheet, reloads its address and gets the same rows", async () => {
    const { page } = await open("/models/");
    const names = () => page.locator("#models tbody tr th a").allTextContents();
    const all = await names();
    const openSheet = page.getByRole("button", { name: "All filters" });
    await openSheet.press("Enter");
    await page.getByRole("button", { name: `Show ${all.length} models` }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Context ≥ 200k" }).click();
    await page.waitForURL(/[?&]min_context=200000/);
    await openSheet.click();
    await page.getByLabel("Open", { exact: true }).check({ force: true });
    await page.getByLabel("Input price at most, $ per 1M").fill("1");
    await page.getByRole("button", { name: "Show 1 model" }).click();
    const query = "open_source=true&min_context=200000&max_input_price=1";
    await page.waitForURL(`**/models/?${query}`);
    await expect.poll(names).toEqual(["Taiga V4 Pro"]);
    expect(all.length).toBeGreaterThan(1);
    await expect
      .poll(() => page.locator("#call").textContent())
      .toBe(`GET /api/v1/models?${query}&status=current&sort=service_score`);
    await page.reload();
    await expect.poll(names).toEqual(["Taiga V4 Pro"]);
    // The heading that sorts the table keeps the focus, so pressing the key again reverses the order.
    await linkOn(page, "Input").press("Enter");
    await page.waitForURL(/&sort=pricing_input$/);
    await page.keyboard.press("Enter");
    await page.waitForURL(/&sort=pricing_input&order=desc$/);
    await linkOn(page, "Score").press("Enter");
    for (const chip of ["Open weights", "Context ≥ 200k", "Input ≤ $1"])
      await page.getByRole("link", { name: `${chip} (remove)` }).click();
    await page.waitForURL((url) => url.search === "");
    await expect.poll(names).toEqual(all);
  });

  test("finds what the API finds by a misspelt name, and turns prices into the cost of a workload", async () => {
    const { page } = await open("/models/");
    await page.getByLabel("Filter by name or lab").fill("quil sonet");
    await page.waitForURL(/[?]q=quil\+sonet/);
    const row = rowsOf(page).filter({ hasText: "Quill Sonnet 4.5" });
    await row.first().waitFor();
    await page.getByRole("link", { name: "Chat" }).click();
    // 40,000 requests with 1,500 tokens in at $3 and 500 out at $15.
    await row.locator("td.c-cost").getByText("$480.00").waitFor();
    // The API call shown on the page is updated after the rows.
    const call = page.locator("#call", { hasText: "/api/v1/cost" });
    const [, query = ""] = /cost\?(\S+)/.exec((await call.textContent()) ?? "") ?? [];
    expect(await costAt(page, query)).toBe(480);
  });

  test("reads that no model fits when the search of the API fails, and it is not sent again", async () => {
    const { page, faults } = await open("/models/");
    let sent = 0;
    await page.route("**/api/v1/models?*q=*", (route) => {
      sent += 1;
      return route.fulfill({ status: 503, body: "{}" });
    });
    const words = page.getByLabel("Filter by name or lab");
    for (const text of ["zzqx", "", "zzqx"]) await words.fill(text);
    await page.locator("#count").getByText("No model matches all filters.").waitFor();
    await page.waitForTimeout(300);
    expect(sent).toBe(1);
    await page.getByRole("link", { name: /^Without “zzqx”: \d+ models$/ }).click();
    await rowsOf(page).first().waitFor();
    expect(await faults()).toEqual([expect.stringContaining("503")]);
    await site.forget();
  });

  test.each([
    [1, "/models/?open_source=true"],
    [2, "/models/?open_source=true"],
  ])("after %i failures, gets data by itself or by “Try again”: %s", async (failures, path) => {
    const { page } = await open("/");
    let sent = 0;
    await page.route("**/tables/{models,prices}.json", (route) => {
      sent += 1;
      return sent <= failures ? route.fulfill({ status: 503, body: "{}" }) : route.continue();
    });
    await page.goto(site.url + path);
    if (failures > 1) await linkOn(page, "Try again").click();
    const [, query = ""] = path.split("?");
    await page.locator(`#call >> text=${query}`).waitFor();
    expect(sent).toBe(failures + 1);
    await page.getByText("could not be loaded").waitFor({ state: "detached" });
    await site.forget();
  });

  test("does not read that nothing was found when the search request fails", async () => {
    const { page } = await open("/");
    await page.route("**/api/v1/search?*", (route) => route.abort());
    await page.keyboard.press("Control+k");
    const failed = page.waitForEvent("requestfailed");
    await page.keyboard.type("norn");
    await failed;
    await page.waitForTimeout(200);
    expect(await page.getByText("Nothing found").count()).toBe(0);
    await site.forget();
  });

  test("keeps the costs of the calculator while the prices load, and reads that an order by cost waits for them", async () => {
    const { page } = await open("/calculator");
    const costs = () => page.locator("#models .c-cost").allTextContents();
    const [given, count] = [await costs(), page.locator("#count")];
    let release = () => {};
    const loaded = new Promise<void>((done) => {
      release = done;
    });
    await page.route("**/tables/prices.json", (route) => loaded.then(() => route.continue()));
    const asked = page.waitForRequest("**/tables/prices.json");
    await page.mouse.move(300, 300);
    await asked;
    expect(await costs()).toEqual(given);
    await linkOn(page, "$ a month").click();
    await count.getByText("Loading prices …").waitFor();
    release();
    await count.getByText(/^\d+ of \d+ models$/).waitFor();
    const sorted = (await costs()).slice(1).map((text) => Number(text.replace(/[^\d.]/g, "")));
    expect(sorted[0]).toBeLessThan(Number(sorted.findLast((cost) => cost > 0)));
  });

  test("pastes a usage log while the prices cannot be loaded, and reads why there is no result", async () => {
    const { page } = await open("/calculator");
    // A delay longer than the time in which a browser attributes layout shifts to a key press: nothing may shift
    // afterwards.
    await page.route("**/tables/prices.json", async (route) => {
      await new Promise((done) => setTimeout(done, 1000));
      await route.fulfill({ body: "no prices" });
    });
    await page.getByRole("button", { name: "Paste a usage log" }).click();
    await page.getByLabel("Paste a usage log, or").click();
    await page.keyboard.insertText(LOG);
    await page.getByText("Paste the log again.").waitFor();
    const result = page.locator("#log-result");
    expect(await result.textContent()).toMatch(/^The prices could not be loaded: .* again\.$/);
    await page.getByRole("button", { name: "Clear" }).click();
    await result.waitFor({ state: "hidden" });
  });

  test.each([
    ["/providers/", "norTHwind", "Northwind AI"],
    ["/glossary/", "context win", "Context window"],
  ])("filters the list of %s by what is typed", async (path, typed, shown) => {
    const { page } = await open(path);
    const items = page.locator("main > section:visible :is(tbody tr th, .glossary dt):visible");
    const all = await items.count();
    // `fill` sends no key press, without which a layout shift counts as a fault.
    const type = async (text: string) => {
      await page.locator("#list-filter").press("ControlOrMeta+a");
      await page.keyboard.type(`${text} `);
    };
    await type(typed);
    await expect.poll(() => items.count()).toBeLessThan(all);
    expect((await items.allTextContents()).join()).toContain(shown);
    await type("no such thing");
    await expect.poll(() => items.count()).toBe(0);
    await type("");
    await expect.poll(() => items.count()).toBe(all);
  });

  test("is redirected from an address with best_at to the list that supports it", async () => {
    const { page } = await open("/models/?best_at=code-gauntlet");
    await page.waitForURL("**/models/list?best_at=code-gauntlet");
    await linkOn(page, "Norn 5").waitFor();
  });

  test("moves between the results in a chart by keyboard, and reads the card of each", async () => {
    const { page } = await open("/benchmarks/code-gauntlet");
    const card = page.locator(".chart-card");
    await page.locator(".plot.wide .point[tabindex='0']").focus();
    await page.keyboard.press("Home");
    expect(await card.locator("b").textContent()).toBe("Norn 4");
    const seen: (string | null)[] = [];
    const dots = await page.locator(".plot.wide .point").count();
    for (let at = 0; at < dots; at++) {
      seen.push(await card.locator("b").textContent());
      await page.keyboard.press("ArrowRight");
    }
    expect(new Set(seen).size).toBe(dots);
    const facts = await card.locator("dl").innerText();
    expect(facts).toMatch(/Score\s+66.6\s%\s+Released\s+24 Apr 2026/);
    expect(await page.locator(".plot.wide .point[tabindex='0']").count()).toBe(1);
    await page.keyboard.press("Escape");
    expect(await card.isVisible()).toBe(false);
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/models/norn-5");
  });

  test("points at a dot of the front page, and gets the chart as a picture", async () => {
    const { page } = await open("/");
    const loaded = page.waitForResponse("**/tables/score-chart.json");
    await page.locator(".plot.wide .big").first().hover();
    const { points } = (await (await loaded).json()) as { points: unknown[] };
    const dots = page.locator(".plot.wide a.point");
    await expect.poll(() => dots.count()).toBe(points.length);
    await page.locator(".plot.wide .big").first().hover();
    expect(await page.locator(".chart-card").innerText()).toMatch(/Input\s+\$[\d.]+/);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "PNG" }).click();
    expect((await download).suggestedFilename()).toBe("score-price.png");
  });

  test("taps a dot on a phone, and opens the model from the card at the foot", async () => {
    const { page } = await open("/benchmarks/code-gauntlet", PHONE);
    const dot = page.locator(".plot.narrow a.point[href='/models/norn-5'] circle");
    await dot.tap();
    const card = page.locator(".chart-card");
    const box = getDefined(await card.boundingBox(), "card");
    expect(Math.round(box.y + box.height)).toBe(844);
    await card.getByRole("button", { name: "Close" }).tap();
    expect(await card.isVisible()).toBe(false);
    await dot.tap();
    await card.getByRole("link", { name: "Open Norn 5" }).tap();
    await page.waitForURL("**/models/norn-5");
  });

  test("gets tables and results without script, from the form of any page", async () => {
    const { page } = await open("/calculator", { javaScriptEnabled: false });
    expect(await page.locator("tbody tr").count()).toBeGreaterThan(5);
    expect(await page.locator(".needs-script:visible").count()).toBe(0);
    const call = await page.locator(".no-script a:visible").getAttribute("href");
    const { data: costs } = await (await page.request.get(`${site.url}${call}`)).json();
    expect(costs.length).toBeGreaterThan(1);
    await page.locator("summary", { hasText: "All filters" }).click();
    await page.getByLabel("Tool calling").check({ force: true });
    await page.getByLabel("Reasoning").check({ force: true });
    await page.getByRole("button", { name: "Show models" }).click();
    await page.waitForURL("**/models/list?*");
    const listed = await page.locator("tbody th a").allTextContents();
    const answer = await page.request.get(
      `${site.url}/api/v1/models?supports=tools,reasoning&status=current&sort=service_score`,
    );
    const { data } = (await answer.json()) as { data: { name: string }[] };
    expect(listed).toEqual(data.map(({ name }) => name));
    await page.locator("#q").fill("quil sonet");
    await page.getByRole("button", { name: "Search" }).click();
    await page.waitForURL("**/search?q=quil+sonet");
    await page.locator("#model tbody a").first().click();
    await page.waitForURL("**/models/quill-sonnet-4-5");
    expect(await page.locator("#steps .plot.wide").isVisible()).toBe(true);
  });

  test("checks the proof of a price with the browser's own hash function, and sees a forged one", async () => {
    const { page } = await open("/docs/proof");
    const check = async () => {
      const form = page.locator("#proof-check");
      await form.getByLabel("Model").fill("norn-4o");
      await form.getByLabel("Host").fill("northwind");
      await form.getByRole("button").click();
      const output = form.locator("output");
      await output.filter({ hasText: /erified/ }).waitFor();
      return output.textContent();
    };
    expect(await check()).toMatch(
      /^Verified in this browser: row \d+ of \d+, \d+ hashes to the root [0-9a-f]{64} of .*"model_id":"norn-4o"/s,
    );
    await page.route("**/api/v1/proof/price?*", async (route) => {
      const response = await route.fetch();
      const proof = await response.json();
      await route.fulfill({ response, json: { ...proof, text: proof.text.replace("2.5", "2.4") } });
    });
    await page.reload();
    expect(await check()).toMatch(/^Not verified: /);
  });

  test("scrolls no page and no table sideways at 320 px, left to right or right to left; prints no controls", async () => {
    const { page } = await open("/");
    await page.setViewportSize({ width: 320, height: 700 });
    const chips = "/models/?supports=tools,reasoning&min_context=1000&input=1500";
    const six =
      "/compare?models=norn-4,norn-4o,norn-5,quill-sonnet-4-5,taiga-v4-pro,quill-opus-4-1";
    const wider = `Array.from(document.querySelectorAll("html, .scroll")).flatMap((box) =>
      box.scrollWidth > box.clientWidth + 1 ? [box.ariaLabel ?? "page"] : [])`;
    // The figures of a row are on one line, below the titles of their columns.
    const broken = `Array.from(document.querySelectorAll("#top-models tbody tr, .compared tbody tr"))
      .filter(({ cells }) => new Set(Array.from(cells).slice(1).flatMap((cell) =>
        cell.matches(".n:not(.below)") && cell.checkVisibility() ? [cell.offsetTop] : [])).size > 1).length`;
    const models = ["/", chips, "/models/norn-4o", "/models/norn-5", "/models/list", six];
    const lists = ["/prices/", "/benchmarks/", "/providers/", "/retirements/", "/changes"];
    const documents = ["/docs/cost-vectors", "/docs/integrations", "/own-tests/tokenizer-tax"];
    for (const path of [...models, ...lists, ...documents])
      for (const direction of ["ltr", "rtl"]) {
        await page.goto(site.url + path);
        await page.evaluate(`document.documentElement.dir = "${direction}"`);
        await page.evaluate(
          "document.querySelectorAll('details').forEach((one) => { one.open = true; })",
        );
        expect(await page.evaluate(broken), `${path} ${direction}`).toBe(0);
        expect(await page.evaluate(wider), `${path} ${direction}`).toEqual([]);
      }
    await page.goto(`${site.url}/models/norn-4o`);
    await page.emulateMedia({ media: "print" });
    expect(await page.locator(".card:visible, input:visible, .actions:visible").count()).toBe(0);
    // Turning the page, or printing it, moves everything on it, so layout shifts are not checked here.
    await site.forget();
  });
});
