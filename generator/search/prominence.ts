/** Which of several models of one name is meant: the current one, and the one that many use. */
import type { Catalog } from "../../build/read-model/catalog/catalog.ts";
import type { ModelRow } from "../../build/read-model/catalog/rows.ts";
import { isHigher, toVersion } from "./versions.ts";

const MONTH = 30 * 24 * 3600 * 1000;
/** After so many months a model counts half as current. */
const HALF_LIFE_MONTHS = 6;
/** Hosts from which on more of them say nothing more. */
const MANY_HOSTS = 50;

const WEIGHTS = { current: 0.45, used: 0.55 };
/** The same model is out in a later version. */
const SUPERSEDED_SHARE = 0.6;

/** A smaller or other copy of a model is meant when its word is written. */
const VARIANT =
  /-(flash|lite|mini|nano|micro|tiny|fast|turbo|preview|exp|tts|image|audio|search|live|us)(-|$)/;
const VARIANT_SHARE = 0.8;
/** Another generation of the same line is out: GLM 4.7 Flash beside GLM 5. */
const BEHIND_SHARE = 0.85;
/** One size of a family. */
const SIZED = /-\d+b(-|$)/;
const SIZED_SHARE = 0.9;
/** `mistral-ocr-2505` beside `mistral-ocr`. */
const DATED = /-\d{4,8}$/;

/** @returns of a model: 0 (superseded, sold by nobody) to 1. Counted from the newest fact, not from today. */
export function prominenceOf(catalog: Catalog): (model: ModelRow) => number {
  const newest = newestOfFamilies(catalog);
  const generations = generationsOf(catalog.models);
  return (model) => {
    if (model.retirement_date !== null && model.retirement_date <= catalog.asOf) return 0;
    const used = Math.min(1, Math.log(1 + model.offers) / Math.log(1 + MANY_HOSTS));
    const family = newest.get(model.slug);
    const current = family?.currency ?? currency(model, catalog.asOf);
    const version = family ? 1 : SUPERSEDED_SHARE;
    const generation = isBehind(model, generations) ? BEHIND_SHARE : 1;
    return (
      (WEIGHTS.current * current + WEIGHTS.used * used) *
      version *
      generation *
      shareOf(model.slug, catalog)
    );
  };
}

function shareOf(slug: string, catalog: Catalog): number {
  const undated = slug.replace(DATED, "");
  if (VARIANT.test(slug) || (undated !== slug && catalog.model(undated))) return VARIANT_SHARE;
  return SIZED.test(slug) ? SIZED_SHARE : 1;
}

function currency({ release_date, offers }: ModelRow, asOf: string): number {
  if (release_date === null) return offers > 0 ? 0.25 : 0;
  const months = Math.max(0, (Date.parse(asOf) - Date.parse(release_date)) / MONTH);
  return 0.5 ** (months / HALF_LIFE_MONTHS);
}

/** Line → the highest generation that somebody sells. */
function generationsOf(models: readonly ModelRow[]): Map<string, number> {
  const generations = new Map<string, number>();
  for (const model of models.filter(({ offers }) => offers > 0)) {
    const { line, version } = toVersion(model);
    generations.set(line, Math.max(version[0] ?? 0, generations.get(line) ?? 0));
  }
  return generations;
}

function isBehind(model: ModelRow, generations: ReadonlyMap<string, number>): boolean {
  const { line, version } = toVersion(model);
  return version[0] !== undefined && version[0] < (generations.get(line) ?? 0);
}

interface Newest {
  slug: string;
  version: readonly number[];
  /** The highest of its family: a new model without a date is not older than those before it. */
  currency: number;
}

/** Of models whose names differ in their version only, those with the highest, by slug. */
function newestOfFamilies({ models, asOf }: Catalog): Map<string, Newest> {
  const best = new Map<string, Newest>();
  for (const model of models) {
    if (model.offers === 0) continue;
    const { family, version } = toVersion(model);
    const other = best.get(family);
    const highest = Math.max(other?.currency ?? 0, currency(model, asOf));
    const isNewer = !other || isHigher(version, other.version);
    best.set(family, { ...(isNewer ? { slug: model.slug, version } : other), currency: highest });
  }
  return new Map([...best.values()].map((newest) => [newest.slug, newest]));
}
