/** Says which of the system's programs are missing, and what is therefore not tested; where CI runs, that is a fault. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  export interface ProvidedContext {
    /** Path of the system's Chromium; null where there is none. */
    chromium: string | null;
    hasJava: boolean;
  }
}

const PLACES = [
  ...["/usr/bin/chromium", "/usr/bin/chromium-browser"],
  ...["/usr/bin/google-chrome", "/snap/bin/chromium"],
];

/** @throws Error when CHROMIUM names no file. */
function findChromium(): string | null {
  const { CHROMIUM } = process.env;
  if (CHROMIUM === undefined) return PLACES.find((path) => existsSync(path)) ?? null;
  if (!existsSync(CHROMIUM)) throw new Error(`CHROMIUM=${CHROMIUM}: there is no such file`);
  return CHROMIUM;
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
