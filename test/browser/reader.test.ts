import { describe, expect, test } from "vitest";
import { hasChromium, useBuiltSiteInBrowser } from "./visit.ts";

/** A usage log with one response of OpenAI per line. */
const LOG = [
  { model: "norn-4o", usage: { prompt_tokens: 400_000, completion_tokens: 50_000 } },
  { model: "norn-4o", usage: { prompt_tokens: 600_000, completion_tokens: 150_000 } },
]
  .map((line) => JSON.stringify(line))
  .join("\n");

describe.skipIf(!hasChromium)("a reader", () => {
  const site = useBuiltSiteInBrowser();
  const { open } = site;

  test("opens what is folded by keyboard alone, past the navigation", async () => {
    const { page } = await open("/models/norn-4o");
    await page.keyboard.press("Tab");
    expect(await page.locator(":focus").textContent()).toBe("Skip to content");
    const behind = page.locator("#steps #price-table details");
    await behind.locator("summary").focus();
    await page.keyboard.press("Enter");
    expect(await behind.locator("tbody tr").allTextContents()).toEqual([
      expect.stringContaining("$15.00"),
      expect.stringContaining("$10.00"),
    ]);
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
    await page.waitForURL(/max_input_price=1/);
    await expect.poll(names).toEqual(["Taiga V4 Pro"]);
    expect(all.length).toBeGreaterThan(1);
    const query = "open_source=true&min_context=200000&max_input_price=1";
    expect(new URL(page.url()).search).toBe(`?${query}`);
    await expect
      .poll(() => page.locator("#call").textContent())
      .toBe(`GET /api/v1/models?${query}&status=current&sort=service_score`);
    await page.reload();
    await expect.poll(names).toEqual(["Taiga V4 Pro"]);
    // The heading that sorts the table keeps the focus, so pressing the key again reverses the order.
    await page.getByRole("link", { name: "Input", exact: true }).press("Enter");
    await page.waitForURL(/&sort=pricing_input$/);
    await page.keyboard.press("Enter");
    await page.waitForURL(/&sort=pricing_input&order=desc$/);
    await page.getByRole("link", { name: "Score", exact: true }).press("Enter");
    for (const chip of ["Open weights", "Context ≥ 200k", "Input ≤ $1"])
      await page.getByRole("link", { name: `${chip} (remove)` }).click();
    await page.waitForURL((url) => url.search === "");
    await expect.poll(names).toEqual(all);
  });

  test("finds what the API finds by a misspelt name, and turns prices into the cost of a workload", async () => {
    const { page } = await open("/models/");
    const rows = page.locator("#models tbody tr");
    await page.getByLabel("Filter by name or lab").fill("quil sonet");
    await page.waitForURL(/[?]q=quil\+sonet/);
    await rows.filter({ hasText: "Quill Sonnet 4.5" }).first().waitFor();
    await page.getByRole("link", { name: "Chat" }).click();
    const cost = rows.filter({ hasText: "Quill Sonnet 4.5" }).locator("td.c-cost");
    // 40,000 requests with 1,500 tokens in at $3 and 500 out at $15.
    await cost.getByText("$480.00").waitFor();
    // The API call shown on the page is updated after the rows.
    await page.locator("#call", { hasText: "/api/v1/cost" }).waitFor();
    const [, path = ""] =
      /GET (\/api\/v1\/cost\S+)/.exec((await page.locator("#call").textContent()) ?? "") ?? [];
    const answer = await page.request.get(site.url + path);
    const { data } = (await answer.json()) as { data: { model_id: string; usd: number }[] };
    expect(data.map(({ usd }) => usd)).toContain(480);
    // The chips of chosen filters scroll within their line.
    await page.goto(`${site.url}/models/?supports=tools,reasoning&min_context=1000&input=1500`);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("link", { name: "Reasoning (remove)" }).waitFor();
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
  });

  test("reads that no model fits when the search of the API fails, and it is not sent again", async () => {
    const { page, faults } = await open("/models/");
    let sent = 0;
    await page.route("**/api/v1/models?*q=*", (route) => {
      sent += 1;
      return route.fulfill({ status: 503, body: "{}" });
    });
    const words = page.getByLabel("Filter by name or lab");
    await words.fill("zzqx");
    await page.locator("#count").getByText("No model matches all filters.").waitFor();
    await words.fill("");
    await words.fill("zzqx");
    await page.locator("#count").getByText("No model matches all filters.").waitFor();
    await page.waitForTimeout(300);
    expect(sent).toBe(1);
    expect(await faults()).toEqual([expect.stringContaining("503")]);
    await site.forget();
  });

  test("copies the citation, and fetches the data of the page as JSON", async () => {
    const { page } = await open("/models/norn-5", {
      permissions: ["clipboard-read", "clipboard-write"],
    });
    const cite = page.locator(".cite");
    await cite.getByRole("button", { name: "Copy" }).click();
    await cite.getByRole("button", { name: "Copied" }).waitFor();
    const copied = await page.evaluate("navigator.clipboard.readText()");
    expect(copied).toBe(await cite.locator("code").textContent());
    const address = await page
      .locator(".provenance")
      .getByText("JSON", { exact: true })
      .getAttribute("href");
    const answer = await page.request.get(site.url + address);
    expect([answer.status(), (await answer.json()).slug]).toEqual([200, "norn-5"]);
  });

  test("leaves the search and comes back to the suggestions; the chosen one stays when the results of the last letter arrive", async () => {
    const { page } = await open("/");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("norn 4");
    const option = page.getByRole("option", { name: "Norn 4o $" });
    await option.waitFor();
    await page.evaluate("document.activeElement.blur(); document.querySelector('#q').focus()");
    // Waits longer than the list stays open after it has lost the focus.
    await page.waitForTimeout(400);
    expect(await option.isVisible()).toBe(true);
    while ((await option.getAttribute("aria-selected")) !== "true")
      await page.keyboard.press("ArrowDown");
    const later = page.waitForResponse("**/api/v1/search?*q=norn+4o");
    await page.keyboard.type("o");
    await later;
    await page.keyboard.press("Enter");
    await page.waitForURL("**/models/norn-4o");
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

  test("pastes a usage log, and no request and no address carries it away", async () => {
    const { page, requests } = await open("/calculator");
    await page.getByRole("button", { name: "Paste a usage log" }).click();
    const log = page.getByLabel("Paste a usage log, or");
    await log.click();
    // Simulates a paste: the whole text and one key press, after which the page may shift. `fill` sends no key press.
    await page.evaluate(`document.querySelector("#log textarea").value = ${JSON.stringify(LOG)}`);
    await log.press("Space");
    const result = page.locator("#log-result");
    await result.getByText("Read 2 entries: 1M input, 200k output.").waitFor();
    // The address follows after a pause.
    await page.waitForURL(/min_context=128000/);
    expect(new URL(page.url()).search).not.toMatch(/input=|output=/);
    expect(requests.filter((path) => !/^\/(assets|tables|package-facts)/.test(path))).toEqual([
      "/calculator",
    ]);
    await page.getByRole("link", { name: "Usage log: 2 entries (remove)" }).click();
    await result.waitFor({ state: "hidden" });
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
    ["norn-5", "input=300000&output=1000", "input=300000&output=1000", "$1.52"],
    ["norn-5", "input=100000&service_tier=batch", "input=100000&service_tier=batch", "$0.0625"],
    [
      "norn-5",
      "cache_write_1h=1000&output=2000",
      "cache_write=1000&cache_ttl=1h&output=2000",
      "unknown",
    ],
    ["norn-4o", "input=1000000&at=2025-05-20", "input=1000000&at=2025-05-20", "$5.00"],
  ])(
    "opens the calculator for %s with %s, and reads the cost that the API answers",
    async (model, asked, sent, shown) => {
      const { page } = await open(`/calculator?${asked}&requests=1&host_kind=lab&q=${model}`);
      expect(await page.getByLabel("Input tokens a month").isVisible()).toBe(true);
      expect(new URL(page.url()).pathname).toBe("/models/");
      const row = page.locator(`#models tr[data-slug="${model}"]`);
      await row
        .locator("td.c-cost")
        .getByText(shown === "unknown" ? "not known" : shown)
        .waitFor();
      const answer = await page.request.get(
        `${site.url}/api/v1/cost?models=${model}&host=northwind&${sent}`,
      );
      const [{ usd }] = (await answer.json()).data;
      expect(usd).toBe(shown === "unknown" ? null : Number(shown.slice(1)));
    },
  );

  test("reads at every host of a model the cost of a workload that the API answers", async () => {
    const query = "input=10000&output=2000&requests=4000";
    const { page } = await open(`/models/?slugs=norn-5,norn-4o&${query}`);
    // The address may be there before the last frame is drawn.
    await page
      .locator("#call")
      .filter({ hasText: `&${query}` })
      .waitFor();
    await page.locator('#models tr[data-slug="norn-4o"] a').first().click();
    await page.waitForURL(`**/norn-4o?${query}#prices`);
    const rows = page.locator(".hosts tbody tr");
    await page.locator(".hosts thead").getByText("$ a month").waitFor();
    const shown = await Promise.all(
      (await rows.all()).map(async (row) => [
        new URL((await row.locator("th a").getAttribute("href")) ?? "", site.url).pathname.split(
          "/",
        )[2],
        (await row.locator("td").nth(4).locator("data").getAttribute("value")) ?? "",
      ]),
    );
    expect(shown.length).toBeGreaterThan(1);
    for (const [host, value] of shown) {
      const cost = `${site.url}/api/v1/cost?models=norn-4o&host=${host}&${query}`;
      expect((await (await page.request.get(cost)).json()).data[0].usd, host).toBe(Number(value));
    }
    await page.locator("#workload a").click();
    await page.locator(".hosts thead").getByText("Blended").waitFor();
  });

  test.each([
    ["/providers/", "norTHwind", "Northwind AI"],
    ["/benchmarks/", "gauntlet", "Code Gauntlet"],
    ["/glossary/", "context win", "Context window"],
  ])("filters the list of %s by what is typed", async (path, typed, shown) => {
    const { page } = await open(path);
    const items = page.locator("main > section:visible :is(tbody tr th, .glossary dt):visible");
    const all = await items.count();
    const filter = page.locator("#list-filter");
    const retype = async (text: string) => {
      await filter.press("ControlOrMeta+a");
      await filter.press("Backspace");
      await filter.pressSequentially(text);
    };
    await retype(typed);
    await expect.poll(() => items.count()).toBeLessThan(all);
    expect((await items.allTextContents()).join()).toContain(shown);
    await retype("no such thing");
    await expect.poll(() => items.count()).toBe(0);
    await retype("");
    await expect.poll(() => items.count()).toBe(all);
  });

  test("pastes a file and reads which of its models are retired, and what replaces them", async () => {
    const { page, requests } = await open("/retirements/");
    const file =
      '{ "main": "northwind/norn-4o", "old": "norn-4", "zod": "^4.2.1", "key": "sk-1abc2def", "db": "postgres://me:s3cret@db1.example/x" }';
    await page.getByLabel("Paste ids").fill(file);
    await page.getByRole("button", { name: "Check" }).click();
    await page.getByText("2 models found.").waitFor();
    const asked = requests.filter((path) => !path.startsWith("/assets/"));
    expect(asked).toEqual(["/retirements/", "/tables/names.json"]);
    const rows = page.locator("#check tbody tr");
    expect(await rows.count()).toBe(2);
    expect(await rows.first().textContent()).toMatch(/Norn 4(Retire|Deprecated).*Replacement: /s);
    expect(await rows.last().textContent()).toMatch(/Norn 4o.*northwind\/norn-4o/s);
    const calendar = await page
      .getByRole("link", { name: "calendar" })
      .first()
      .getAttribute("href");
    const answer = await page.request.get(site.url + calendar);
    expect(answer.headers()["content-type"]).toBe("text/calendar; charset=utf-8");
    const events = (await answer.text()).match(/^SUMMARY:.*/gm) ?? [];
    expect(events.length).toBeGreaterThan(0);
    expect(events.filter((line) => !/Norn 4/.test(line))).toEqual([]);
  });

  test("is redirected from an address with best_at to the list that supports it", async () => {
    const { page } = await open("/models/?best_at=code-gauntlet");
    await page.waitForURL("**/models/list?best_at=code-gauntlet");
    await page.getByRole("link", { name: "Norn 5", exact: true }).waitFor();
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
    expect(await card.locator("dl").innerText()).toMatch(
      /Score\s+66.6\s%\s+Released\s+24 Apr 2026/,
    );
    expect(await page.locator(".plot.wide .point[tabindex='0']").count()).toBe(1);
    await page.keyboard.press("Escape");
    expect(await card.isVisible()).toBe(false);
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/models/norn-5");
  });

  test("points at a dot of the front page, and gets the chart as a picture", async () => {
    const { page } = await open("/");
    const small = page.locator(".plot.wide a.point");
    const before = await small.count();
    const loaded = page.waitForResponse("**/tables/score-chart.json");
    await page.locator(".plot.wide .big").first().hover();
    const { points } = (await (await loaded).json()) as { points: unknown[] };
    await expect.poll(() => small.count()).toBe(points.length);
    expect(points.length).toBeGreaterThanOrEqual(before);
    await page.locator(".plot.wide .big").first().hover();
    expect(await page.locator(".chart-card").innerText()).toMatch(/Input\s+\$[\d.]+/);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "PNG" }).click();
    expect((await download).suggestedFilename()).toBe("score-price.png");
  });

  test("taps a dot on a phone, and opens the model from the card at the foot", async () => {
    const { page } = await open("/benchmarks/code-gauntlet", {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await page.locator(".plot.narrow a.point[href='/models/norn-5'] circle").tap();
    const card = page.locator(".chart-card");
    const box = await card.boundingBox();
    expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(844);
    expect(new URL(page.url()).pathname).toBe("/benchmarks/code-gauntlet");
    await card.getByRole("button", { name: "Close" }).tap();
    expect(await card.isVisible()).toBe(false);
    await page.locator(".plot.narrow a.point[href='/models/norn-5'] circle").tap();
    await card.getByRole("link", { name: "Open Norn 5" }).tap();
    await page.waitForURL("**/models/norn-5");
  });

  test("gets tables and results without script, from the form of any page", async () => {
    const { page } = await open("/calculator", { javaScriptEnabled: false });
    expect(await page.locator("tbody tr").count()).toBeGreaterThan(5);
    expect(await page.locator(".needs-script:visible").count()).toBe(0);
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
    expect(await page.locator("#prices tbody tr").count()).toBeGreaterThan(0);
    expect(await page.locator("#steps .plot.wide").isVisible()).toBe(true);
    const chart = page.locator("#steps figure");
    const csv = await chart.getByRole("link", { name: "CSV" }).getAttribute("href");
    const rows = await (await page.request.get(site.url + csv)).text();
    expect(rows).toMatch(/^host,date,input_usd_per_m,/);
    await chart.locator("summary", { hasText: "Cite" }).click();
    expect(await chart.locator("details[open] code").textContent()).toMatch(/^Model Almanac \(20/);
  });

  test("checks the proof of a price with the browser's own hash function, and sees a forged one", async () => {
    const { page } = await open("/docs/proof");
    const check = async (model: string) => {
      const form = page.locator("#proof-check");
      await form.getByLabel("Model").fill(model);
      await form.getByLabel("Host").fill("northwind");
      await form.getByRole("button").click();
      const output = form.locator("output");
      await output.filter({ hasText: /erified/ }).waitFor();
      return output.textContent();
    };
    expect(await check("norn-4o")).toMatch(
      /^Verified in this browser: row \d+ of \d+, \d+ hashes to the root [0-9a-f]{64} of .*"model_id":"norn-4o"/s,
    );
    await page.route("**/api/v1/proof/price?*", async (route) => {
      const response = await route.fetch();
      const proof = await response.json();
      await route.fulfill({ response, json: { ...proof, text: proof.text.replace("2.5", "2.4") } });
    });
    await page.reload();
    expect(await check("norn-4o")).toMatch(/^Not verified: /);
  });

  test("scrolls no page sideways at 320 px, left to right or right to left, and no table on a phone; prints no controls", async () => {
    const { page } = await open("/");
    await page.setViewportSize({ width: 320, height: 700 });
    for (const path of ["/", "/models/", "/calculator", "/models/norn-5", "/retirements/"])
      for (const direction of ["ltr", "rtl"]) {
        await page.goto(site.url + path);
        await page.evaluate(`document.documentElement.dir = "${direction}"`);
        const width = await page.evaluate("document.documentElement.scrollWidth");
        expect(width, `${path} ${direction}`).toBe(320);
      }
    await page.setViewportSize({ width: 390, height: 844 });
    const four = "/compare?models=norn-4,norn-4o,norn-5,quill-sonnet-4-5";
    for (const path of ["/changes", "/models/list", "/prices/", "/retirements/", four]) {
      await page.goto(site.url + path);
      const wider = `Array.from(document.querySelectorAll(".scroll")).flatMap((table) =>
        table.scrollWidth > table.clientWidth + 1 ? [table.ariaLabel] : [])`;
      expect(await page.evaluate(wider), path).toEqual([]);
    }
    await page.goto(`${site.url}/models/norn-4o`);
    await page.emulateMedia({ media: "print" });
    expect(await page.locator(".card:visible, input:visible, .actions:visible").count()).toBe(0);
    // Changing the direction of the page, or printing it, moves everything on it, so layout shifts are not checked here.
    await site.forget();
  });

  test("is led from a mistyped address to the model, and from an alias to its page", async () => {
    const { page } = await open("/models/nron-5");
    const near = page.locator(".not-found a[href='/models/norn-5']");
    expect(await near.innerText()).toBe("Norn 5");
    await page.goto(`${site.url}/models/Norn-5`);
    await page.waitForURL("**/models/norn-5");
    expect(await page.locator("h1").innerText()).toBe("Norn 5");
    // A browser logs every 404 as a fault.
    await site.forget();
  });
});
