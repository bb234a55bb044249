/** The system's Chromium, which is not installed by npm. */
import { existsSync } from "node:fs";

const PLACES = [
  ...["/usr/bin/chromium", "/usr/bin/chromium-browser"],
  ...["/usr/bin/google-chrome", "/snap/bin/chromium"],
];

export const CHROMIUM_FLAGS = [
  ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
  ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
];

/**
 * @returns Its path; null where there is none.
 * @throws Error when CHROMIUM names no file.
 */
export function findChromium(): string | null {
  const { CHROMIUM } = process.env;
  if (CHROMIUM === undefined) return PLACES.find((path) => existsSync(path)) ?? null;
  if (!existsSync(CHROMIUM)) throw new Error(`CHROMIUM=${CHROMIUM}: there is no such file`);
  return CHROMIUM;
}
