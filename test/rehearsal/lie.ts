/** What a lie is, and the slips of which most are made. */
import type { DevEntry, Market, MarketFiles } from "../builders/market.ts";

export interface Lie {
  name: string;
  source: string;
  /** Changes what is said. */
  tell?(market: Market): void;
  /** Changes the text of the answer. */
  distort?(files: MarketFiles): void;
  /** Others say otherwise and are more, or what stands stays: no fact changes, and there is nothing to tell. */
  isOutvoted?: boolean;
}

/** Every entry of models.dev, or those of some hosts. */
export const entries = ({ api }: Market, ...hosts: string[]): DevEntry[] =>
  Object.values(api)
    .filter(({ id }) => hosts.length === 0 || hosts.includes(id))
    .flatMap(({ models }) => Object.values(models));

export const entry = (market: Market, host: string, id: string): DevEntry => {
  const found = market.api[host]?.models[id];
  if (found === undefined) throw new Error(`models.dev has no ${host} ${id}`);
  return found;
};

export const times = (cost: DevEntry["cost"], factor: number): void => {
  for (const field of ["input", "output", "cache_read", "cache_write"] as const)
    cost[field] *= factor;
  for (const tier of cost.tiers ?? [])
    for (const field of ["input", "output", "cache_read"] as const) tier[field] *= factor;
};

export const swap = (cost: DevEntry["cost"]): void => {
  [cost.input, cost.output] = [cost.output, cost.input];
};

/** A lie of models.dev about the cost of every entry of some hosts, or of all. */
export const costs = (
  name: string,
  change: (cost: DevEntry["cost"]) => void,
  ...hosts: string[]
): Lie => ({
  ...{ name: `models.dev: ${name}`, source: "models-dev" },
  tell: (market) => {
    for (const { cost } of entries(market, ...hosts)) change(cost);
  },
});

/** A lie of models.dev about every entry. */
export const all = (name: string, change: (entry: DevEntry) => void, ...hosts: string[]): Lie => ({
  ...{ name: `models.dev: ${name}`, source: "models-dev" },
  tell: (market) => {
    for (const one of entries(market, ...hosts)) change(one);
  },
});

/** A lie of models.dev about one id. */
export const one = (name: string, change: (entry: DevEntry) => void, host = "bazaar"): Lie => ({
  ...{ name: `models.dev: ${name}`, source: "models-dev" },
  tell: (market) => change(entry(market, host, "quark-7")),
});

export function scale(figures: Record<string, number>, factor: number): void {
  for (const [name, figure] of Object.entries(figures)) figures[name] = figure * factor;
}

export function genai(
  { genai: providers }: Market,
  change: (prices: Record<string, number>) => void,
): void {
  for (const { models } of providers) for (const { prices } of models) change(prices);
}

export function rents({ rentals }: Market, factor: number): void {
  for (const { offers } of Object.values(rentals))
    for (const offer of offers) offer.dph_total *= factor;
}

export function filings(
  { companies }: Market,
  change: (figure: { val: number; filed: string }) => void,
): void {
  for (const { facts } of Object.values(companies))
    for (const { units } of Object.values(facts["us-gaap"]))
      for (const row of units.USD) change(row);
}

export function set(files: MarketFiles, source: string, path: string, text: string): void {
  files.get(source)?.set(path, text);
}

export function replace(
  files: MarketFiles,
  source: string,
  path: string,
  pattern: RegExp,
  text: string,
): void {
  set(files, source, path, (files.get(source)?.get(path) ?? "").replace(pattern, text));
}

/** A lie of a source that changes what it says. */
export const of = (source: string, name: string, tell: (market: Market) => void): Lie => ({
  ...{ name: `${source}: ${name}`, source },
  tell,
});

/** The same of the text of its answer. */
export const text = (source: string, name: string, distort: (files: MarketFiles) => void): Lie => ({
  ...{ name: `${source}: ${name}`, source },
  distort,
});

/** Each gets what the next one has; the last what the first has. */
export function shift<T, V>(
  rows: readonly T[],
  get: (row: T) => V,
  put: (row: T, value: V) => void,
) {
  const values = rows.map((row) => structuredClone(get(row)));
  for (const [index, row] of rows.entries()) {
    const value = values[(index + 1) % values.length];
    if (value !== undefined) put(row, value);
  }
}

/** `2026-02-01` → `2026-02-02`. */
export const dayAfter = (day: string): string =>
  new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
