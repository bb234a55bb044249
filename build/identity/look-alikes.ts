/** Finds models that may be one under two names; a person decides, in data/aliases/models.csv or distinct.csv. */

import type { DuckDBConnection } from "@duckdb/node-api";
import { distance } from "fastest-levenshtein";
import * as z from "zod";
import { compareByCodePoint, groupBy } from "../schema/collections.ts";
import { parseNameParts } from "./canonical-key.ts";

interface LookAlikePair {
  /** In alphabetical order. */
  model_a: string;
  model_b: string;
  /** Why the names look alike; the first of several reasons. */
  likeness:
    | "same letters and digits"
    | "same words"
    | "deployment word"
    | "size left out"
    | "one edit"
    | "same price and limits";
}

/** A current offer, with the fields that may distinguish models. An unknown price is null. */
const PricedOffer = z.object({
  model: z.string(),
  host: z.string(),
  input: z.number().nullable(),
  output: z.number().nullable(),
  context_window: z.coerce.number().nullable(),
});
type PricedOffer = z.infer<typeof PricedOffer>;

type Pair = readonly [a: string, b: string];

/** @returns Every pair once, in alphabetical order. */
export function findLookAlikeModelPairs(
  slugs: readonly string[],
  offers: readonly PricedOffer[],
): LookAlikePair[] {
  const found: [LookAlikePair["likeness"], readonly Pair[]][] = [
    ["same letters and digits", pairsBy(slugs, squeeze)],
    ["same words", pairsBy(slugs, toWords)],
    ["deployment word", pairsBy(slugs, (slug) => toWords(slug.replace(DEPLOYMENT, "")))],
    ["size left out", pairsBy(slugs, (slug) => toWords(withoutSize(slug))).filter(isSizeLeftOut)],
    ["one edit", pairsBy(slugs, numbersOf).filter(isOneEdit)],
    ["same price and limits", twinsOf(offers).filter(isPartOf)],
  ];
  const pairs = new Map<string, LookAlikePair>();
  for (const [likeness, alike] of found)
    for (const [model_a, model_b] of alike) {
      const pair = `${model_a} ${model_b}`;
      if (!pairs.has(pair)) pairs.set(pair, { model_a, model_b, likeness });
    }
  return [...pairs].sort(([a], [b]) => compareByCodePoint(a, b)).map(([, pair]) => pair);
}

const pairsBy = (slugs: readonly string[], toKey: (slug: string) => string): Pair[] =>
  [...groupBy(slugs, toKey).values()].flatMap(pairsOf);

function pairsOf(group: readonly string[]): Pair[] {
  const sorted = [...new Set(group)].sort(compareByCodePoint);
  return sorted.flatMap((a, at) => sorted.slice(at + 1).map((b): Pair => [a, b]));
}

/** `wan-v2-6` → `wan26`: a `v` before a number is left out. */
const squeeze = (slug: string): string => slug.replace(/-v(?=\d)/g, "").replaceAll("-", "");

/** The words of a name by `parseNameParts`, in any order and without dots; duplicate vendor prefixes are removed. */
const toWords = (slug: string): string => parseNameParts(slug).key.replaceAll(".", "");

/** Words for how a host runs a copy, for the host or for an API release; seldom part of a model's name. */
const DEPLOYMENT =
  /-(?:precision|full|fast|tee|original|official|cheaper|turbo|together|vllm|maas|hf|chat|standard|optimized|preview|experimental|exp|beta|generate|v0-1|v1|v1-0|001)(?=-|$)/g;

const withoutActive = (slug: string): string => slug.replace(/-a\d+(-\d+)?b(?=-|$)/, "");
const withoutSize = (slug: string): string =>
  withoutActive(slug).replace(/-(\d+x)?\d+(-\d)?[bm](?=-|$)/, "");

/** Two models with different sizes are different models. */
const isSizeLeftOut = ([a, b]: Pair): boolean =>
  withoutSize(a) === a || withoutSize(b) === b || withoutActive(a) === withoutActive(b);

const numbersOf = (slug: string): string => (slug.match(/\d+/g) ?? []).join(" ");

/** One letter differs, and no digit is next to it: `gpt-4o` and `gpt-4`, `8b` and `8m` are different models. */
function isOneEdit([a, b]: Pair): boolean {
  if (Math.abs(a.length - b.length) > 1 || distance(a, b) !== 1) return false;
  let at = 0;
  while (a[at] === b[at]) at += 1;
  const around = [a[at - 1], a[at], b[at], a[at + 1], b[at + 1]];
  return !around.some((letter) => letter !== undefined && /\d/.test(letter));
}

/** Minimum number of hosts at which two models have the same prices and context window. */
const MIN_HOSTS = 2;

function twinsOf(offers: readonly PricedOffer[]): Pair[] {
  const priced = offers.filter(({ input }) => input !== null && input > 0);
  const alike = groupBy(priced, (one) =>
    [one.host, one.input, one.output, one.context_window].join(" "),
  );
  const pairs = [...alike.values()].flatMap((group) => pairsOf(group.map(({ model }) => model)));
  return [...groupBy(pairs, (pair) => pair.join(" ")).values()].flatMap((same) =>
    same.length >= MIN_HOSTS ? same.slice(0, 1) : [],
  );
}

/** Hosts use one price for many models, so one name must have all words of the other and the same numbers. */
function isPartOf([a, b]: Pair): boolean {
  const left = parseNameParts(a).key.split(" ");
  const right = parseNameParts(b).key.split(" ");
  const [few, many] = left.length < right.length ? [left, right] : [right, left];
  return numbersOf(a) === numbersOf(b) && few.every((word) => many.includes(word));
}

/** @param db A snapshot in which all views exist. */
export async function findUndeclaredLookAlikePairs(db: DuckDBConnection): Promise<LookAlikePair[]> {
  const read = async (sql: string) => (await db.runAndReadAll(sql)).getRowObjectsJS();
  const models = await read("SELECT slug FROM models ORDER BY slug");
  const sold = await read(
    "SELECT model, host, input, output, context_window FROM host_offers ORDER BY model, host",
  );
  const declared = await read("SELECT model_a, model_b FROM distinct_models");
  const keyOf = (pair: Record<string, unknown>) => `${pair.model_a} ${pair.model_b}`;
  const known = new Set(declared.map(keyOf));
  const slugs = models.map(({ slug }) => String(slug));
  const alike = findLookAlikeModelPairs(slugs, z.array(PricedOffer).parse(sold));
  return alike.filter((pair) => !known.has(keyOf({ ...pair })));
}
