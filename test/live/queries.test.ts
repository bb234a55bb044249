/**
 * Judges what free text finds in the current facts. The queries of each file were written without knowledge of the
 * parser. A file states in parameters of the model list what each query says in words; the filters themselves are
 * tested against SQL (5.10). Columns: `query`, `language`, `kind`, `expect` (right slugs, separated by spaces;
 * `other:<slug>` means any model but this one, `cheaper:<slug>` any that costs less) and `conditions` (JSON: what the
 * query says, or a list of readings that are all right).
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";
import type { ModelEntry } from "../../generator/endpoints/models/list-models.ts";
import { readCsvFile } from "../contract/csv.ts";
import { openBuiltSite } from "../contract/harness.ts";
import { readEveryModelEntry, slugsOf } from "../contract/walk.ts";

const MIN_MRR = 0.95;
/** Rows of an answer that are looked at. */
const FIRST = 10;
const FILES = readdirSync(import.meta.dirname).filter((name) => /^queries-.*\.csv$/.test(name));

const Words = z.union([z.string(), z.array(z.string())]).transform((one) => [one].flat());
const Conditions = z
  .object({
    provider: Words.default([""]),
    host: Words.default([""]),
    /** A word of its name. */
    q: z.string().default(""),
    sort: z.string().optional(),
    best_at: z.string().optional(),
    /** True when an answer in the order of a benchmark is right as well. */
    best: z.literal(true).optional(),
    /** Words of the query that no filter can express; `meta.ignored` must name them. */
    unsupported: z.array(z.string()).default([]),
    /** True when no model fits. */
    expect_empty: z.literal(true).optional(),
  })
  // Further parameters of the list.
  .catchall(z.union([z.string(), z.number(), z.boolean()]));
type Conditions = z.infer<typeof Conditions>;

const JudgedQuery = z.object({
  query: z.string(),
  kind: z.enum(["name", "relation", "constraint", "benchmark", "host", "other"]),
  expect: z.string().transform((text) => text.split(" ").filter((one) => one !== "")),
  conditions: z
    .string()
    .transform((text) => (text === "" ? [] : [JSON.parse(text)].flat()))
    .pipe(z.array(Conditions)),
});
type JudgedQuery = z.infer<typeof JudgedQuery>;

interface Answer {
  data: { slug: string; type?: string }[];
  meta: { ignored?: string[] };
}
type Models = ReadonlyMap<string, ModelEntry>;
/** Slugs of all models that the list has for these parameters, in its order. */
type List = (query: URLSearchParams) => Promise<readonly string[]>;

test.each(FILES)("the answers to %s are right and meet every condition", async (name) => {
  const site = await openBuiltSite();
  const entries = await readEveryModelEntry(site, "");
  const models = new Map(entries.map((entry) => [entry.slug, entry]));
  const list: List = async (query) => slugsOf(await readEveryModelEntry(site, `${query}`));
  const places: number[] = [];
  const faults: string[] = [];
  const queries = z.array(JudgedQuery).parse(readCsvFile(join(import.meta.dirname, name)));
  for (const query of queries) {
    const where = ["benchmark", "host", "other"].includes(query.kind) ? "search" : "models";
    const address = `/api/v1/${where}?limit=${FIRST}&q=${encodeURIComponent(query.query)}`;
    const answer = (await site.ask<Answer>(address)).body;
    if (query.kind !== "constraint")
      places.push(1 + answer.data.findIndex((row) => isExpected(row, query, models)));
    if (where === "models") faults.push(...(await judgeConditions(query, answer, models, list)));
  }
  expect(faults).toEqual([]);
  const ranks = places.map((place) => (place === 0 ? 0 : 1 / place));
  const mrr = ranks.reduce((sum, rank) => sum + rank, 0) / ranks.length;
  expect(mrr).toBeGreaterThanOrEqual(MIN_MRR);
});

type Hit = Answer["data"][number];
function isExpected({ slug, type }: Hit, { kind, expect }: JudgedQuery, models: Models): boolean {
  const inputOf = (name = "") => models.get(name)?.pricing.input ?? Number.NaN;
  return expect.some((one) => {
    const [prefix = "", name] = one.split(":");
    if (prefix === "other") return slug !== name;
    if (prefix === "cheaper") return inputOf(slug) < inputOf(name);
    if (name !== undefined) return type === prefix && slug === name;
    const isOfKind = { benchmark: "benchmark", host: "provider" }[kind as string] ?? type;
    return slug === one && type === isOfKind;
  });
}

/**
 * @returns Rows that violate a condition; conditions that were not kept, or that no filter can express, and that
 * `meta.ignored` does not name; and an empty answer although models fit.
 */
async function judgeConditions(
  query: JudgedQuery,
  { data, meta }: Answer,
  models: Models,
  list: List,
): Promise<string[]> {
  const { conditions: readings, kind, expect } = query;
  const isOfAll = kind === "relation" && expect.some((one) => one.includes(":"));
  if (readings.length === 0 && !isOfAll) return [];
  const rows = slugsOf(data);
  const fitting = await Promise.all(readings.map((one) => listFitting(one, models, list)));
  const misfits = readings.map((one, at) => findMisfits(rows, one, fitting[at] ?? [], models));
  const [fewest = []] = misfits.toSorted((a, b) => a.length - b.length);
  const unrelated = data.filter((row) => isOfAll && !isExpected(row, query, models));
  const wrong = [...new Set([...fewest, ...slugsOf(unrelated)])];
  const ignored = withoutAccents((meta.ignored ?? []).join(" "));
  const unnamed = readings
    .flatMap((one) => one.unsupported)
    .filter((words) => !isNamed(withoutAccents(words), ignored));
  const count = fitting.flat().length;
  const faults = [
    ...(wrong.length > 0 ? [`violated by ${wrong.join(", ")}`] : []),
    ...(unnamed.length > 0 ? [`does not name ${unnamed}`] : []),
    ...(rows.length === 0 && count > 0 ? ["empty"] : []),
    ...(count > 0 && readings.some((one) => one.expect_empty) ? ["models fit"] : []),
  ];
  return faults.map((fault) => `${query.query} → ${fault}`);
}

const withoutAccents = (text: string): string =>
  text.toLowerCase().normalize("NFD").replaceAll(/\p{M}/gu, "").normalize("NFC");

/** Whether the ignored words include one of these words, or in a script without spaces a part of them. */
const isNamed = (words: string, ignored: string): boolean =>
  words.split(" ").some((word) => ignored.includes(word)) ||
  ignored.split(" ").some((word) => word.length > 1 && words.includes(word)) ||
  ignored.replaceAll(" ", "").includes(words.replaceAll(" ", ""));

/** Conditions in the files that have another name in the API; the files stay as they were written. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  "status=retiring": "status=deprecated",
  "open_source=false": "license=proprietary",
};

/** Slugs of the models that fit the conditions. With several labs or hosts, any of them may be meant. */
async function listFitting(conditions: Conditions, models: Models, list: List) {
  const { provider, host, q, best, unsupported, expect_empty, ...parameters } = conditions;
  const own = Object.entries(parameters).flatMap(([name, value]) => [
    ...new URLSearchParams(OTHER_WORDS[`${name}=${value}`] ?? { [name]: `${value}` }),
  ]);
  const lists = provider.flatMap((lab) =>
    host.map((at) => list(new URLSearchParams([...own, ["provider", lab], ["host", at]]))),
  );
  const toLetters = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  return (await Promise.all(lists))
    .flat()
    .filter((slug) => toLetters((models.get(slug)?.name ?? "") + slug).includes(toLetters(q)));
}

/** Slugs of the rows that violate the conditions or stand at the wrong place. */
function findMisfits(
  rows: readonly string[],
  { sort, best_at, best, host, provider }: Conditions,
  fitting: readonly string[],
  models: Models,
): string[] {
  const wrong = rows.filter((slug) => !fitting.includes(slug));
  const [first = ""] = rows;
  // The order is not checked when the query asks for the best at something (its benchmark sets the order), or for
  // several hosts or labs.
  const isRanked = (best_at ?? best) !== undefined && sort === "avg_score";
  if (sort === undefined || isRanked || host.length * provider.length > 1) return wrong;
  const places = rows.map((slug) => fitting.indexOf(slug));
  const misplaced = rows.filter((_, at) => (places[at] ?? 0) < (places[at - 1] ?? 0));
  const typeOf = (slug: string) => models.get(slug)?.model_type;
  const bestOfType = fitting.find((slug) => typeOf(slug) === typeOf(first));
  return [...new Set([...wrong, ...misplaced, ...(bestOfType === first ? [] : [first])])];
}
