/** The system's Chromium, for tests of what pages do. */
import { existsSync } from "node:fs";
import { type Browser, chromium, type Page } from "playwright-core";

const EXECUTABLE = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** Whether such tests can run here; in CI they must. */
export const hasChromium = process.env.CI !== undefined || existsSync(EXECUTABLE);
if (!hasChromium)
  process.stderr.write(
    `no Chromium at ${EXECUTABLE}: tests of pages are left out; name one with CHROMIUM\n`,
  );

export const openChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: EXECUTABLE,
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"],
  });

export interface Visit {
  page: Page;
  /** Addresses asked for, in order. */
  requests: string[];
  /** What the console called errors, and errors that nothing caught. */
  errors: string[];
}

/** A page that writes down what it asks for and what goes wrong. */
export async function visit(browser: Browser, address: string): Promise<Visit> {
  const page = await browser.newPage();
  const requests: string[] = [];
  const errors: string[] = [];
  page.on("request", (request) => void requests.push(request.url()));
  page.on("console", (line) => line.type() === "error" && errors.push(line.text()));
  page.on("pageerror", ({ message }) => void errors.push(message));
  await page.goto(address, { waitUntil: "networkidle" });
  return { page, requests, errors };
}
