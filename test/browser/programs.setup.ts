/** Looks for Chromium. Without it, browser tests are skipped with a warning; in CI, a missing Chromium is an error. */
import type { TestProject } from "vitest/node";
import { findChromium } from "../builders/chromium.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Path of the system's Chromium; null where there is none. */
    chromium: string | null;
  }
}

export default function setup(project: TestProject): void {
  const chromium = findChromium();
  project.provide("chromium", chromium);
  if (chromium !== null) return;
  const missing = "no Chromium to open pages in: apt-get install chromium, or set CHROMIUM";
  console.warn(`NOT RUN: ${missing}`);
  if (process.env.CI) throw new Error(`in CI every program is required: ${missing}`);
}
