/** Formats numbers, prices, names and lists for the sentences of findings. */
import { formatNameList } from "../../schema/values.ts";
import type { CatalogTables } from "../catalog/rows.ts";

/** A title of this length fits into one or two lines of a feed or page. */
const MOST_OF_A_TITLE = 119;

/** `$1.50`, `$12.00`, `$0.075`, `$0.0004`: two decimals from one dollar on, three significant digits below. */
export function formatUsdInFinding(price: number | null): string {
  if (price === null) return "an unknown price";
  if (price === 0) return "$0";
  if (price >= 1) return `$${formatNumberInFinding(price.toFixed(2))}`;
  const digits = Math.min(20, 2 - Math.floor(Math.log10(price)));
  return `$${price.toFixed(Math.max(2, digits)).replace(/(\.\d\d\d*?)0+$/, "$1")}`;
}

/** `1234567.5` → `1,234,567.5`. */
export const formatNumberInFinding = (value: number | string): string =>
  String(value).replace(/\B(?=(\d{3})+(\.|$))/g, ",");

/** One decimal below ten, none above. */
export const roundForFinding = (value: number): number => Number(value.toFixed(value < 10 ? 1 : 0));

/** `78 %`, or `64 to 78 %` where they differ. At least one percentage. */
export const formatPercentRange = (values: readonly number[]): string =>
  `${formatMinToMax(values)} %`;

/** `8.8`, or `8.4 to 8.8`. At least one value. */
export function formatMinToMax(values: readonly number[]): string {
  const least = roundForFinding(Math.min(...values));
  const most = roundForFinding(Math.max(...values));
  return least === most ? String(most) : `${least} to ${most}`;
}

/** The title with as many of the names as fit, at most three. */
export function fitNamesIntoTitle(
  names: readonly string[],
  write: (list: string) => string,
): string {
  return pickFirstTitleThatFits([3, 2, 1].map((most) => write(formatNameList(names, most))));
}

/** The first title that is short enough. When none is, the last one is shortened. */
export function pickFirstTitleThatFits(titles: readonly string[]): string {
  const last = titles.at(-1) ?? "";
  const short = titles.find((title) => title.length <= MOST_OF_A_TITLE);
  return short ?? `${last.slice(0, MOST_OF_A_TITLE - 1).trimEnd()}…`;
}

const MONTHS =
  "January February March April May June July August September October November December".split(
    " ",
  );

/** `2026-08-03` → `3 August 2026`; `2026-08` → `August 2026`. */
export function formatDateInFinding(date: string): string {
  const [year, month, day] = date.split("-");
  return [day && String(Number(day)), MONTHS[Number(month) - 1], year].filter(Boolean).join(" ");
}

/** Slugs → names for sentences. */
export interface DisplayNames {
  model(slug: string): string;
  /** Name of the lab that made the model; null when the model or its lab is not in the catalogue. */
  lab(model: string): string | null;
  isOpen(model: string): boolean;
  provider(slug: string | null): string;
  benchmark(slug: string | null): string;
  /** Unit of a benchmark's scores; `""` when it is not in the catalogue. */
  unit(benchmark: string | null): string;
}

export function createDisplayNameLookups(
  tables: Pick<CatalogTables, "models" | "providers" | "benchmarks">,
): DisplayNames {
  const models = new Map(tables.models.map((row) => [row.slug, row]));
  const providers = new Map(tables.providers.map(({ slug, name }) => [slug, name]));
  const benchmarks = new Map(tables.benchmarks.map((row) => [row.slug, row]));
  return {
    model: (slug) => models.get(slug)?.name ?? slug,
    lab: (slug) => providers.get(models.get(slug)?.lab ?? "") ?? null,
    isOpen: (slug) => models.get(slug)?.is_open_source ?? false,
    provider: (slug) => providers.get(slug ?? "") ?? slug ?? "an unknown host",
    benchmark: (slug) => benchmarks.get(slug ?? "")?.name ?? slug ?? "an unknown benchmark",
    unit: (slug) => benchmarks.get(slug ?? "")?.unit ?? "",
  };
}
