/** What pages load beside themselves. The addresses stay; browsers ask again after five minutes, as for any file. */

export const ASSETS = "/assets";

export const STYLE_SHEET = `${ASSETS}/almanac.css`;

/** 1200 by 630 pixels, as networks ask for. */
export const PREVIEW = `${ASSETS}/preview.png`;

/** Modules in `islands/` that a page may name. */
export const SCRIPTS = [
  "search-box",
  "price-steps",
  "price-filters",
  "models-table",
  "calculator",
  "try-it",
  "not-found",
] as const;
export type ScriptName = (typeof SCRIPTS)[number];

export const scriptPath = (name: ScriptName): string => `${ASSETS}/${name}.js`;
