/** Looks for Chromium. Without it, browser tests are skipped with a warning; in CI, a missing Chromium is an error. */
import { existsSync } from "node:fs";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  export interface ProvidedContext {
    /** Path of the system's Chromium, because npm does not install one; null where there is none. */
    chromium: string | null;
  }
}

const NAMES = ["chromium", "chromium-browser", "google-chrome"];
const PLACES = [...NAMES.map((name) => `/usr/bin/${name}`), "/snap/bin/chromium"];

/** @throws Error when the environment variable CHROMIUM names no existing file. */
export default function setup(project: TestProject): void {
  const { CHROMIUM, CI } = process.env;
  if (CHROMIUM !== undefined && !existsSync(CHROMIUM))
    throw new Error(`CHROMIUM=${CHROMIUM}: there is no such file`);
  const chromium = CHROMIUM ?? PLACES.find((path) => existsSync(path)) ?? null;
  project.provide("chromium", chromium);
  if (chromium !== null) return;
  const missing = "no Chromium to open pages in: apt-get install chromium, or set CHROMIUM";
  console.warn(`NOT RUN: ${missing}`);
  if (CI) throw new Error(`in CI every program is required: ${missing}`);
}
