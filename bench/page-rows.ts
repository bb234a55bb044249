/** The table of all models on a slow phone: how long the page stands still when somebody filters or sorts it. */
import { chromium } from "playwright-core";
import { median } from "../build/statistics/statistics.ts";
import { startLocalCdn } from "../mcp-server/local/serve.ts";
import { CHROMIUM_FLAGS, findChromium } from "../test/builders/chromium.ts";
import type { BenchRow } from "./row.ts";

/** As much slower than this machine's processor. */
const SLOWED = 4;
const GOAL_MS = 50;

/** Each runs in the page and gives milliseconds of its main thread, layout included, of several turns. */
const ACTIONS = {
  filter: `(() => {
    const price = document.querySelector("#filters [name=price]");
    return measured((turn) => {
      price.value = turn % 2 ? "" : "1";
      price.dispatchEvent(new Event("input", { bubbles: true }));
    });
  })()`,
  "filter as one types": `(() => {
    const q = document.querySelector("#filters [name=q]");
    return measured((turn) => {
      q.value = "sonnet".slice(0, turn % 7);
      q.dispatchEvent(new Event("input", { bubbles: true }));
    });
  })()`,
  sort: `measured(() => document.querySelector('th[data-key="output"] button').click())`,
};
const MEASURED = `window.measured = (act) => Array.from({ length: 21 }, (_, turn) => {
  const start = performance.now();
  act(turn);
  document.body.offsetHeight;
  return performance.now() - start;
})`;

/** @returns No row where there is no Chromium, which is said. */
export async function pageRows(dist: string): Promise<BenchRow[]> {
  const executablePath = findChromium();
  if (executablePath === null) {
    process.stderr.write("no Chromium, so the table of models is not measured\n");
    return [];
  }
  const handle = () => new Response(null, { status: 404 });
  const server = await startLocalCdn({ dist, handle, mode: "exact", port: 0, host: "127.0.0.1" });
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  const page = await browser.newPage();
  await page.goto(`${server.url}/models/`, { waitUntil: "networkidle" });
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWED });
  await page.evaluate(MEASURED);
  const rows: BenchRow[] = [];
  for (const [name, action] of Object.entries(ACTIONS)) {
    const times = await page.evaluate<number[]>(action);
    const middle = median(times);
    rows.push({
      what: `table of models, ${name}, ${SLOWED} × slowed`,
      measured: `${middle.toFixed(0)} ms`,
      goal: `≤ ${GOAL_MS} ms`,
      reference: `the slowest of ${times.length}: ${Math.max(...times).toFixed(0)} ms`,
      meets: middle <= GOAL_MS,
    });
  }
  await browser.close();
  await server.close();
  return rows;
}
