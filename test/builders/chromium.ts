/** Finds the Chromium that is installed on the system; npm does not install one. */
import { existsSync } from "node:fs";

const PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/snap/bin/chromium",
];

export const CHROMIUM_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * @returns Path of Chromium; null when none is installed.
 * @throws Error when the environment variable CHROMIUM names no existing file.
 */
export function findChromium(): string | null {
  const { CHROMIUM } = process.env;
  if (CHROMIUM === undefined) return PLACES.find((path) => existsSync(path)) ?? null;
  if (!existsSync(CHROMIUM)) throw new Error(`CHROMIUM=${CHROMIUM}: there is no such file`);
  return CHROMIUM;
}
