/**
 * The main tasks of visitors, from their start page to the answer. None may take more than three clicks or 20 seconds
 * of reading.
 */
import { readFile } from "node:fs/promises";
import { afterEach, describe, expect, test } from "vitest";
import { getDefined } from "../builders/get.ts";
import { type BrowserVisit, hasChromium, useBuiltSiteInBrowser } from "./visit.ts";

type Page = BrowserVisit["page"];
type Target = ReturnType<Page["locator"]>;

const MOST_CLICKS = 3;
const MOST_SECONDS = 20;
/** Silent reading of English: 238 words a minute (Brysbaert 2019, doi:10.1016/j.jml.2019.104047). */
const WORDS_PER_SECOND = 238 / 60;
/**
 * Counts the words of the target's block (a paragraph, a row, a list, a form, a section) up to the target, except those
 * already read.
 */
const countWords = new Function(
  "target",
  `const blocks = "h1, p, tr, ul, form, nav, details, figure, .chosen, section, header, main";
  const block = target.closest(blocks);
  const range = document.createRange();
  range.setStart(block, 0);
  range.setEndAfter(target);
  const read = range.cloneContents();
  for (const unseen of read.querySelectorAll("svg, option, .sr-only, details:not([open]) > :not(summary)"))
    unseen.remove();
  const count = read.textContent.split(/\\s+/).filter((word) => /[\\p{L}\\p{N}]/u.test(word)).length;
  const before = Number(block.dataset.read ?? 0);
  block.dataset.read = Math.max(count, before);
  return Math.max(count - before, 0);`,
) as (target: unknown) => number;
const SCREENS = [
  { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  { viewport: { width: 1440, height: 900 } },
];

describe.skipIf(!hasChromium).each(SCREENS)("a journey at $viewport.width px", (screen) => {
  let clicks = 0;
  let words = 0;
  let page: Page;

  const site = useBuiltSiteInBrowser();
  afterEach(() => {
    expect(clicks).toBeLessThanOrEqual(MOST_CLICKS);
    expect(words, "words").toBeGreaterThan(0);
    expect(words / WORDS_PER_SECOND).toBeLessThanOrEqual(MOST_SECONDS);
  });

  async function start(at: string): Promise<void> {
    const permissions = ["clipboard-read", "clipboard-write"];
    ({ page } = await site.open(at, { ...screen, permissions }));
    [clicks, words] = [0, 0];
  }
  /** Counts the words a visitor reads to find something: the title of the page, and the block up to the target. */
  async function read(...targets: Target[]): Promise<void> {
    for (const target of [page.locator("h1"), ...targets])
      words += await target.evaluate(countWords);
  }
  async function click(target: Target): Promise<void> {
    await read(target);
    clicks += 1;
    await target.click();
  }
  const link = (name: string) => page.getByRole("link", { name, exact: true });
  const rows = () => page.locator("#models tbody tr");
  /** Whether the target is visible without scrolling. */
  async function isOnScreen(target: Target): Promise<boolean> {
    const box = getDefined(await target.boundingBox(), "box");
    return box.y >= 0 && box.y + box.height <= screen.viewport.height;
  }

  /**
   * Copies the code that embeds a chart.
   * @param src Part of the picture's address.
   * @returns The copied code.
   */
  async function copyEmbed(chart: Target, src: string): Promise<string> {
    await click(chart.locator("summary", { hasText: "Embed" }));
    await chart.locator("details[open] code").getByText(src).waitFor();
    await click(chart.locator("details[open]").getByRole("button", { name: "Copy" }));
    await chart.getByRole("button", { name: "Copied" }).waitFor();
    return page.evaluate<string>("navigator.clipboard.readText()");
  }

  /** Downloads the chart as SVG, PNG and CSV. @returns Text of the CSV. */
  async function getFiles(chart: Target): Promise<string> {
    let text = "";
    for (const kind of ["SVG", "PNG", "CSV"]) {
      const download = page.waitForEvent("download");
      await chart.locator(".chart-links").getByText(kind, { exact: true }).click();
      const file = await download;
      expect(file.suggestedFilename()).toBe(`chart.${kind.toLowerCase()}`);
      text = await readFile(await file.path(), "utf8");
    }
    return text;
  }

  test("1: finds the cheapest host with a context of 200k", async () => {
    await start("/");
    await click(page.getByRole("button", { name: /^Show \d+ models$/ }));
    await page.waitForURL(/[?&]min_context=200000/);
    await click(link("Blended"));
    await page.waitForURL(/[?&]sort=pricing_blended/);
    const first = rows().first();
    await first.filter({ hasText: "Quill Haiku 3" }).waitFor();
    await read(first.locator(".c-host"));
    expect(await first.locator(".c-cost").textContent()).toBe("$0.50");
    expect(await first.locator(".c-host").isVisible()).toBe(true);
    expect(await first.locator(".c-host").textContent()).toBe("Quillon $0.50");
  });

  test("2: compares three flagship models", async () => {
    await start("/");
    await click(link("Compare models"));
    await page.waitForURL("**/compare");
    await click(page.locator("#models"));
    await page.keyboard.type("norn 5, quill sonnet 4.5, taiga v4 pro");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/compare?models=*");
    expect(await page.locator("h1").textContent()).toBe(
      "Norn 5, Quill Sonnet 4.5 and Taiga V4 Pro",
    );
    await read(page.locator(".lead"));
    expect(await page.locator(".lead").textContent()).toContain(
      "Taiga V4 Pro costs 91 % less than Quill Sonnet 4.5 (blended 3:1). The overall scores of these models do not show which model is better, because their 90 % intervals overlap.",
    );
    expect(await page.locator("#facts .best").count()).toBeGreaterThan(2);
  });

  test("2, from the table: ticks two models, which Back keeps, and adds one by name", async () => {
    await start("/models/");
    for (const name of ["Norn 5", "Quill Sonnet 4.5"])
      await click(page.getByRole("checkbox", { name: `Compare ${name}`, exact: true }));
    const style = 'getComputedStyle(document.querySelector("#chosen .primary"))';
    expect(await page.evaluate(`${style}.color`)).not.toBe(
      await page.evaluate(`${style}.backgroundColor`),
    );
    await click(link("Compare 2 models"));
    await page.waitForURL("**/compare?models=*");
    await page.goBack();
    expect(await page.locator("#chosen").textContent()).toContain("2 selected");
    await page.goForward();
    await page.locator("#models").focus();
    await page.keyboard.type("taiga r1");
    await page
      .getByRole("option")
      .first()
      .filter({ hasText: /^Taiga R1/ })
      .waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/compare?models=norn-5,quill-sonnet-4-5,taiga-r1");
    await read(page.locator(".lead"));
    expect(await page.locator("#facts thead a").allTextContents()).toEqual([
      "Norn 5",
      "Quill Sonnet 4.5",
      "Taiga R1",
    ]);
  });

  test("3: compares the monthly cost of five models for 40M tokens", async () => {
    await start("/");
    await click(link("Compute my monthly cost"));
    await page.waitForURL("**/models/**");
    await click(page.getByLabel("Input tokens a month"));
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("40M");
    await page.keyboard.press("Tab");
    await page.keyboard.type("8M");
    // 40M at $3 and 8M at $15.
    const cost = (name: string) => rows().filter({ hasText: name }).locator("td.c-cost");
    await cost("Quill Sonnet 4.5").getByText("$240.00").waitFor();
    // The totals are split into requests of the usual size, unlike in the example, because a large request may have
    // another rate.
    await page.waitForURL(/input=10000&output=2000&requests=4000/);
    await page.getByRole("link", { name: "10k input a request (remove)" }).waitFor();
    expect(await rows().count()).toBeGreaterThanOrEqual(5);
    for (const place of [0, 1, 2, 3, 4]) {
      await read(rows().nth(place).locator("td.c-cost"));
      expect(await isOnScreen(rows().nth(place))).toBe(true);
    }
    await page.locator("#chart h2").getByText("a month").waitFor();
  });

  test("4: reads what the requests of a usage log would cost at another model", async () => {
    await start("/");
    await click(link("Paste a usage log"));
    // The address changes once the script has read it.
    await page.waitForURL("**/models/**");
    await click(page.getByRole("button", { name: "Paste a usage log" }));
    const box = page.getByLabel("Paste a usage log, or");
    await box.and(page.locator(":focus")).waitFor();
    const usage = { prompt_tokens: 100_000, completion_tokens: 40_000 };
    const log = Array(10)
      .fill(JSON.stringify({ model: "norn-4o", usage }))
      .join("\n");
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(log)})`);
    await page.keyboard.press("ControlOrMeta+v");
    const result = page.locator("#log-result");
    await result.getByText("Read 10 entries: 1M input, 400k output.").waitFor();
    // 1M at $2.50 and 0.4M at $10, against $1.25 and $10.
    const claim = result.getByText("You pay $6.50 now.");
    await read(claim);
    expect(await claim.textContent()).toMatch(/Norn 5 at .* would cost \$5\.25: −19 %/);
    expect(await rows().first().locator(".c-cost").textContent()).toBe("$5.25");
  });

  test("5: finds when a model retires and what replaces it", async () => {
    await start("/");
    await click(link("When does my model retire?"));
    await click(page.getByLabel("Paste ids"));
    await page.keyboard.insertText("norn-4");
    await click(page.getByRole("button", { name: "Check" }));
    const row = page.locator("#check tbody tr");
    await row.getByText(/Replacement: /).waitFor();
    await read(row.locator("td").last());
    expect(await row.textContent()).toMatch(/Norn 4(Retire|Deprecated).*Replacement: /s);
  });

  test("6: finds by a misspelt name how the price of a model has changed", async () => {
    await start("/");
    await click(page.locator("#q"));
    await page.keyboard.type("nron 4o");
    // Suggestions for the first letters are replaced by those for the whole name.
    await page
      .getByRole("option")
      .first()
      .filter({ hasText: /^Norn 4o \$/ })
      .waitFor();
    await page.keyboard.press("ArrowDown");
    expect(await page.locator("[role=option][aria-selected=true]").textContent()).toBe(
      "Norn 4o $2.50 / $10.00 · 128k",
    );
    await page.keyboard.press("Enter");
    await page.waitForURL("**/models/norn-4o");
    const step = page.locator("#steps").getByRole("heading", { level: 2 });
    await read(step);
    expect(await step.textContent()).toBe("Northwind AI cut the price by 42 % on 2 October 2025");
  });

  test("7: finds an open model with vision for 24 GB", async () => {
    await start("/");
    await page.route("**/tables/models.json", async (route) => {
      const response = await route.fetch();
      const json = (await response.json()) as { columns: Record<string, unknown[]> };
      // The golden facts have no model that fits, so one is changed.
      const at = getDefined(json.columns.slug, "slugs").indexOf("taiga-3-3-70b");
      const given = { name: "Taiga Small", parameters: 12, input_modalities: "image text" };
      for (const [name, value] of Object.entries(given)) (json.columns[name] ?? [])[at] = value;
      await route.fulfill({ response, json });
    });
    await click(link("Open models for 24 GB"));
    await page.waitForURL(/max_parameters=40/);
    await rows().filter({ hasText: "Taiga Small" }).waitFor();
    await click(page.getByRole("link", { name: "Vision" }));
    await page.waitForURL(/input_modalities=image/);
    await expect.poll(() => rows().locator("th a").allTextContents()).toEqual(["Taiga Small"]);
    await read(rows().locator("th a"));
  });

  test("8: reads the latest findings and what retires soon", async () => {
    await start("/");
    const news = page.locator("#latest-findings");
    expect(await news.locator("h2").isVisible()).toBe(true);
    expect(await news.locator("li time").count()).toBeGreaterThan(0);
    await read(news.locator("li").last(), page.locator("#retiring li").first());
    expect(await page.locator("#retiring li").first().textContent()).toMatch(/retires/);
    await click(link("All findings"));
    await page.waitForURL("**/findings/");
    expect(await page.locator("h1").isVisible()).toBe(true);
  });

  test("9: copies the code that embeds a chart", async () => {
    await start("/");
    const line = await copyEmbed(page.locator("figure.chart").first(), ".svg");
    const [, src = ""] =
      /<a href="[^"]+"><img src="https:\/\/almanac\.example([^"]+\.svg)"/.exec(line) ?? [];
    const picture = await page.request.get(site.url + src);
    expect([picture.status(), picture.headers()["content-type"]]).toEqual([200, "image/svg+xml"]);
  });

  test("9, of a filtered view: copies a picture of the shown models, and downloads SVG, PNG and CSV", async () => {
    await start("/models/");
    await click(page.getByRole("link", { name: "Open weights" }));
    const chart = page.locator("#chart");
    const drawn = 3;
    await expect.poll(() => chart.locator("a.point").count()).toBe(drawn);
    const line = await copyEmbed(chart, "data:image/svg+xml");
    const [, href = "", svg = ""] =
      /<a href="([^"]+)"><img src="data:image\/svg\+xml,([^"]+)"/.exec(line) ?? [];
    expect(href).toBe("https://almanac.example/models/?open_source=true");
    expect(decodeURIComponent(svg).match(/<title>Taiga/g)).toHaveLength(drawn);
    await getFiles(chart);
  });

  test.each([
    [
      "steps",
      "Norn 5 costs 21 % less than Norn 4o",
      /^Model,From,Input,Output,Host\r\nNorn 4o,2025-10-02,/,
    ],
    [
      "results",
      "Norn 5 has the better result on 6 of 6 shared benchmarks",
      /^Field,Norn 4o,Norn 5\r\nCode Gauntlet,38.2\s%,[\d.]+\s%\r\n/,
    ],
  ])(
    "9, of a comparison: copies and downloads the %s of the compared models",
    async (id, claim, csv) => {
      await start("/compare?models=norn-4o,norn-5");
      const chart = page.locator(`#${id} figure.chart`);
      const line = await copyEmbed(chart, "data:image/svg+xml");
      const [, title] =
        /^<a href="https:\/\/almanac\.example\/compare\?models=norn-4o,norn-5"><img src=.*alt="(.*)"><\/a>$/s.exec(
          line,
        ) ?? [];
      expect(title).toBe(claim);
      expect(await getFiles(chart)).toMatch(csv);
    },
  );

  test("10: gets from the API the models that the page shows", async () => {
    await start("/models/");
    await click(page.getByRole("link", { name: "Open weights" }));
    await page.waitForURL(/open_source=true/);
    // The address may be there before the last frame is drawn.
    const shown = () => rows().locator("th a").allTextContents();
    const api = await page.locator("#api[href*=open_source]").getAttribute("href");
    const answer = await page.request.get(new URL(api ?? "", page.url()).href);
    const { data } = (await answer.json()) as { data: { name: string }[] };
    await expect
      .poll(async () => (await shown()).sort())
      .toEqual(data.map(({ name }) => name).sort());
    await click(page.locator("#api"));
    await page.waitForURL("**/api/v1/models?open_source=true&status=current&sort=service_score");
    expect(JSON.parse(await page.locator("body").innerText())).toMatchObject({ data });
  });

  test("11: reports a wrong price, and the form names its row", async () => {
    await start("/models/norn-4o");
    await click(page.locator("#prices tbody details summary").first());
    const report = page.locator("#prices tbody details[open] a.wrong").first();
    expect(await report.isVisible()).toBe(true);
    await read(report);
    // The link leaves the site for its repository, so the click is counted but not made.
    clicks += 1;
    const address = new URL(getDefined(await report.getAttribute("href"), "address"));
    expect(address.origin + address.pathname).toBe(
      "https://git.example/northwind/almanac/issues/new",
    );
    expect(address.searchParams.get("title")).toBe("Norn 4o at Northwind AI: price");
    expect(address.searchParams.get("body")).toMatch(
      /^Row: prices\/northwind.csv norn-4o\nValue: \$2\.50 input, \$10\.00 output\nSource: https/,
    );
  });

  test("12: reads the answer without scrolling after a search engine's result", async () => {
    await start("/models/norn-4o");
    expect(await page.title()).toMatch(/^Norn 4o/);
    for (const text of ["$2.50", "$10.00", "128k"]) {
      const answer = page.locator("main").getByText(text).first();
      await read(answer);
      expect(await isOnScreen(answer), text).toBe(true);
    }
  });
});
