/** Says which of the system's programs are missing, and what is therefore not tested; where CI runs, that is a fault. */
import { spawnSync } from "node:child_process";
import type { TestProject } from "vitest/node";
import { findChromium } from "../builders/chromium.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Path of the system's Chromium; null where there is none. */
    chromium: string | null;
    hasJava: boolean;
  }
}

export default function setup(project: TestProject): void {
  const chromium = findChromium();
  const hasJava = spawnSync("java", ["-version"]).status === 0;
  project.provide("chromium", chromium);
  project.provide("hasJava", hasJava);
  const missing = [
    ...(chromium === null
      ? [
          "no Chromium, so the pages were not opened in a browser: apt-get install chromium, or set CHROMIUM",
        ]
      : []),
    ...(hasJava
      ? []
      : ["no Java, so the markup was not validated: apt-get install default-jre-headless"]),
  ];
  for (const line of missing) console.warn(`NOT RUN: ${line}`);
  if (process.env.CI && missing.length > 0)
    throw new Error(`in CI every program is required: ${missing.join("; ")}`);
}
