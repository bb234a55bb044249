/** A site in the system's Chromium, with everything that must never happen on a page written down. */
import { setTimeout } from "node:timers/promises";
import { type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterEach, beforeAll, expect, inject } from "vitest";
import { CHROMIUM_FLAGS } from "../builders/chromium.ts";
import { closeAfterTests } from "../builders/close-after-tests.ts";
import { getDefined } from "../builders/get.ts";
import { openBuiltSite } from "../contract/harness.ts";

/** Less is not visible; a good page shifts less than 0.1. */
const MAX_SHIFT = 0.05;
/** Nobody waits longer, even on a loaded machine. */
const PATIENCE_MS = 60_000;
/** So many looks in a row, a tenth of a second apart, find no open request on a silent page. */
const SILENT_LOOKS = 5;

/** Runs in the page: reports how far things move without input, and what moved first. */
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

export interface BrowserVisit {
  page: Page;
  /** Paths requested since the visit began: `/models/norn-5`. */
  requests: string[];
  /** Errors, requests to others, layout that moves; empty when all is well. */
  faults(): Promise<string[]>;
  close(): Promise<void>;
}

export interface TestBrowser {
  /** Opens an address in a fresh window. */
  visit(address: string, options?: BrowserContextOptions): Promise<BrowserVisit>;
}

/** @param url Base address of the site. */
export async function openTestBrowser(url: string): Promise<TestBrowser> {
  const executablePath = getDefined(inject("chromium"), "Chromium");
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  closeAfterTests(() => browser.close());
  return {
    async visit(address, options = {}) {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 900 },
        ...options,
      });
      context.setDefaultTimeout(PATIENCE_MS);
      const page = await context.newPage();
      const watched = watch(page, url);
      const hasScript = options.javaScriptEnabled !== false;
      if (hasScript) {
        await page.exposeFunction("noteShift", watched.noteShift);
        await page.addInitScript(WATCH_SHIFTS);
      }
      // A busy machine may be silent for a while before the scripts have begun: they have run at `load`. Playwright takes
      // its `networkidle` back at `load` when a page was silent before it and then asked for more, and never says it again.
      await page.goto(url + address, { waitUntil: "load" });
      await watched.silence();
      return {
        page,
        requests: watched.requests,
        async faults() {
          // What the page reported before this answer has arrived by now.
          if (hasScript) await page.evaluate("0");
          return watched.faults();
        },
        close: () => context.close(),
      };
    },
  };
}

/** The built site in one window a test, which has no fault at the end and is closed then. */
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
    /** For a test that makes a fault itself: closes the window without looking for faults. */
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
