/** Which of several models with the same name a query is likely to mean: the current one that is widely used. */

import { isHigherVersion, parseModelFamilyAndVersion } from "../../build/identity/terms.ts";
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import type { ModelRow } from "../../build/model/catalog/rows.ts";
import { toModelSortDate } from "../endpoints/models/model-filters.ts";

const MONTH = 30 * 24 * 3600 * 1000;
/** A model's recency halves every this many months. */
const HALF_LIFE_MONTHS = 6;
/** A model at this many hosts counts as widely used; more hosts do not raise its score. */
const MANY_HOSTS = 50;

const WEIGHTS = { current: 0.45, used: 0.55 };
/** Factor for a model of which a later version is sold. */
const SUPERSEDED_SHARE = 0.6;

/** Variants: users who want one write all words of its name; without them, the plain model comes first. */
const VARIANT =
  /-(flash|lite|mini|nano|micro|tiny|fast|turbo|preview|exp|tts|image|audio|search|live|us|code|coder|codex|math|vision|vl)(?=-|$)/g;
const VARIANT_SHARE = 0.8;
/** Factor for an older generation of a line: GLM 4.7 Flash when there is GLM 5. */
const BEHIND_SHARE = 0.85;
/** The slug names one size of a model family. */
const SIZED = /-\d+b(-|$)/;
const SIZED_SHARE = 0.9;
/** Aliases of the newest model or of a router's choice: users who want one write its full name. */
const POINTER_SHARE = 0.5;
/** A dated version, such as `mistral-ocr-2505` of `mistral-ocr`. */
const DATED = /-\d{4,8}$/;

/** @returns Scores a model from 0 (retired) to 1. Ages are measured from the newest fact, not from today. */
export function createProminenceScorer(catalog: Catalog): (model: ModelRow) => number {
  const newest = newestOfFamilies(catalog);
  const generations = generationsOf(catalog.models);
  return (model) => {
    const isRetired = model.retirement_date !== null && model.retirement_date <= catalog.asOf;
    if (isRetired || model.status === "retired") return 0;
    const used = Math.min(1, Math.log(1 + model.offers) / Math.log(1 + MANY_HOSTS));
    const family = newest.get(model.slug);
    const current = family?.recency ?? recency(model, catalog.asOf);
    const { line, version } = parseModelFamilyAndVersion(model);
    const isBehind = version[0] !== undefined && version[0] < (generations.get(line) ?? 0);
    return (
      (WEIGHTS.current * current + WEIGHTS.used * used) *
      (family ? 1 : SUPERSEDED_SHARE) *
      (isBehind ? BEHIND_SHARE : 1) *
      variantShare(model.slug, catalog)
    );
  };
}

function variantShare(slug: string, catalog: Catalog): number {
  if (isFloatingModelAlias(slug)) return POINTER_SHARE;
  const undated = slug.replace(DATED, "");
  if (undated !== slug && catalog.model(undated)) return VARIANT_SHARE;
  const words = slug.match(VARIANT)?.length ?? 0;
  return words > 0 ? VARIANT_SHARE ** words : SIZED.test(slug) ? SIZED_SHARE : 1;
}

function recency(model: ModelRow, asOf: string): number {
  const day = toModelSortDate(model);
  if (day === null) return model.offers > 0 ? 0.25 : 0;
  const months = Math.max(0, (Date.parse(asOf) - Date.parse(day)) / MONTH);
  return 0.5 ** (months / HALF_LIFE_MONTHS);
}

/** Line → the highest generation on sale. */
function generationsOf(models: readonly ModelRow[]): Map<string, number> {
  const generations = new Map<string, number>();
  for (const model of models.filter(({ offers }) => offers > 0)) {
    const { line, version } = parseModelFamilyAndVersion(model);
    generations.set(line, Math.max(version[0] ?? 0, generations.get(line) ?? 0));
  }
  return generations;
}

/** For each group of models that differ only by version, the one on sale with the highest version, by slug. */
function newestOfFamilies({ models, asOf }: Catalog) {
  const best = new Map<string, { slug: string; version: readonly number[]; recency: number }>();
  for (const model of models.filter(({ offers }) => offers > 0)) {
    const { family, version } = parseModelFamilyAndVersion(model);
    const other = best.get(family);
    // A new model without a date counts as no older than earlier versions.
    const highest = Math.max(other?.recency ?? 0, recency(model, asOf));
    const isNewer = !other || isHigherVersion(version, other.version);
    best.set(family, { ...(isNewer ? { slug: model.slug, version } : other), recency: highest });
  }
  return new Map([...best.values()].map((newest) => [newest.slug, newest]));
}

/** Aliases that change their model: `kimi-latest`, `openrouter-auto`, `model-router`. */
export const isFloatingModelAlias = (slug: string): boolean =>
  /(^|-)(latest|auto|router)(-|$)/.test(slug);
