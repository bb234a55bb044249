/** Opens a built site in the system's Chromium and records everything that must never happen on a page. */
import { setTimeout } from "node:timers/promises";
import { type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterEach, beforeAll, expect, inject } from "vitest";
import { closeAfterTests } from "../builders/close-after-tests.ts";
import { getDefined } from "../builders/get.ts";
import { openBuiltSite } from "../contract/harness.ts";

/** Layout shift from which on a page has a fault. Less is not visible, and pages below 0.1 are rated good. */
const MAX_SHIFT = 0.05;
/** Timeout of every wait for the page, long enough for a busy machine. */
const PATIENCE_MS = 60_000;
/** A page counts as idle when this many checks in a row, a tenth of a second apart, find no open request. */
const SILENT_LOOKS = 5;

const WINDOW = { width: 1280, height: 900 };

/** Runs in the page and reports layout shifts without recent input, with the element that moved first. */
const WATCH_SHIFTS = `new PerformanceObserver((list) => {
  for (const { hadRecentInput, value, sources } of list.getEntries()) {
    if (hadRecentInput) continue;
    const [{ node, previousRect: from, currentRect: to } = {}] = sources;
    const { nodeName, id = "", className = "" } = node?.nodeType === 1 ? node : (node?.parentElement ?? {});
    const moved = node ? nodeName + "#" + id + "." + className + " from " + from.y + " to " + to.y : "nothing named";
    noteShift(location.pathname, value, moved);
  }
}).observe({ type: "layout-shift", buffered: true });`;

export const hasChromium = inject("chromium") !== null;

type TestBrowser = Awaited<ReturnType<typeof openTestBrowser>>;
export type BrowserVisit = Awaited<ReturnType<TestBrowser["visit"]>>;

/** @param url Base address of the site. */
export async function openTestBrowser(url: string) {
  const executablePath = getDefined(inject("chromium"), "Chromium");
  const browser = await chromium.launch({ executablePath });
  closeAfterTests(() => browser.close());
  return {
    /** Opens an address in a new browser context and waits until the page is idle. */
    async visit(address: string, options: BrowserContextOptions = {}) {
      const context = await browser.newContext({ viewport: WINDOW, ...options });
      context.setDefaultTimeout(PATIENCE_MS);
      const page = await context.newPage();
      const watched = watch(page, url);
      const hasScript = options.javaScriptEnabled !== false;
      if (hasScript) {
        await page.exposeFunction("noteShift", watched.noteShift);
        await page.addInitScript(WATCH_SHIFTS);
      }
      // On a busy machine there may be a pause before the scripts start, but they have run at `load`. Playwright's
      // `networkidle` does not work here: when a page was idle before `load` and then sends further requests, Playwright
      // revokes the event at `load` and never fires it again.
      await page.goto(url + address, { waitUntil: "load" });
      await watched.silence();
      return {
        page,
        /** Paths requested since the visit began: `/models/norn-5`. */
        requests: watched.requests,
        /** Errors, requests to other hosts, and layout shifts; empty when there were none. */
        async faults(): Promise<string[]> {
          // Waits for an answer from the page, so that everything it reported before has arrived.
          if (hasScript) await page.evaluate("0");
          return watched.faults();
        },
        close: () => context.close(),
      };
    },
  };
}

/**
 * Serves the built site to the tests of a file. Each test opens one window, which is closed after the test and must
 * have no faults.
 */
export function useBuiltSiteInBrowser() {
  const site = { url: "" };
  let browser: TestBrowser | undefined;
  let visit: BrowserVisit | undefined;
  beforeAll(async () => {
    site.url = await (await openBuiltSite()).listen("exact");
    browser = await openTestBrowser(site.url);
  });
  afterEach(async () => {
    const faults = (await visit?.faults()) ?? [];
    await visit?.close();
    visit = undefined;
    expect(faults).toEqual([]);
  });
  return Object.assign(site, {
    async open(...given: Parameters<TestBrowser["visit"]>): Promise<BrowserVisit> {
      visit = await getDefined(browser, "browser").visit(...given);
      return visit;
    },
    /** Closes the window without checking for faults, for a test that causes a fault itself. */
    async forget(): Promise<void> {
      await visit?.close();
      visit = undefined;
    },
  });
}

function watch(page: Page, url: string) {
  const [requests, errors]: [string[], string[]] = [[], []];
  let open = 0;
  const shifts = new Map<string, { by: number; moved: string[] }>();
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(`console: ${message.text()}`);
  });
  page.on("pageerror", ({ message }) => errors.push(`error: ${message}`));
  page.on("dialog", (dialog) => {
    errors.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("requestfinished", () => open--);
  page.on("requestfailed", () => open--);
  page.on("request", (request) => {
    open++;
    const address = request.url();
    if (address.startsWith(`${url}/`)) requests.push(address.slice(url.length));
    else if (!/^(blob|data|about):/.test(address)) errors.push(`a request to ${address}`);
  });
  return {
    requests,
    async silence() {
      for (let looks = 0; looks < SILENT_LOOKS; looks = open > 0 ? 0 : looks + 1)
        await setTimeout(100);
    },
    noteShift: (path: string, by: number, moved: string) => {
      const before = shifts.get(path) ?? { by: 0, moved: [] };
      shifts.set(path, { by: before.by + by, moved: [...before.moved, moved] });
    },
    faults: () => [
      ...errors,
      ...[...shifts].flatMap(([path, { by, moved }]) =>
        by < MAX_SHIFT ? [] : [`${path} shifts by ${by.toFixed(3)}: ${moved.join("; ")}`],
      ),
    ],
  };
}
