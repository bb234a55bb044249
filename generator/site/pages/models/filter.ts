/** Models that pass all filters, and how many would pass others. */
import { toKey, toTerms } from "../../../search/tokens.ts";
import { FACETS, type Facet } from "./facets.ts";
import type { ModelRecord } from "./model-record.ts";

/** Key of a facet → value; a facet without a value keeps everything. */
export type Filters = Readonly<Record<string, string>>;

/** Key of a facet → value → models. */
export type Counts = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** @param words As typed: each must begin a word of the model's name, slug or lab. */
export function filter(
  records: readonly ModelRecord[],
  filters: Filters,
  words = "",
): ModelRecord[] {
  const isNamed = nameTest(words);
  const tests = FACETS.flatMap((facet, at) => {
    const test = testOf(facet, filters[facet.key]);
    return test === null ? [] : [{ at, test }];
  });
  return records.filter(
    (record) => isNamed(record) && tests.every(({ at, test }) => test(valuesOf(record)[at])),
  );
}

/** For each value of each filter, how many models would pass if it alone were changed to that. */
export function countChoices(
  records: readonly ModelRecord[],
  filters: Filters,
  words = "",
): Counts {
  const tallies = FACETS.map((facet) => toTally(facet, records));
  const tests = FACETS.map((facet) => testOf(facet, filters[facet.key]));
  for (const record of filter(records, {}, words)) {
    const values = valuesOf(record);
    const [failed, ...more] = tests.flatMap((test, at) =>
      test === null || test(values[at]) ? [] : [at],
    );
    if (more.length > 0) continue;
    if (failed !== undefined) tallies[failed]?.count(values[failed]);
    else for (const [at, tally] of tallies.entries()) tally.count(values[at]);
  }
  return new Map(tallies.map(({ key, counts }) => [key, counts]));
}

/** What a record is on a facet: its values, or the number that a bound is compared with. */
type Value = readonly string[] | number | null | undefined;

/** Record → its values in the order of FACETS. Made at the first question. */
const valuesByRecord = new WeakMap<ModelRecord, readonly Value[]>();

function valuesOf(record: ModelRecord): readonly Value[] {
  const known = valuesByRecord.get(record);
  if (known) return known;
  const values = FACETS.map((facet) =>
    facet.kind === "choice" ? facet.values(record) : facet.value(record),
  );
  valuesByRecord.set(record, values);
  return values;
}

/** Null where nothing is asked of the facet. */
function testOf(facet: Facet, wanted: string | undefined): ((value: Value) => boolean) | null {
  if (wanted === undefined) return null;
  if (facet.kind === "choice") return (value) => Array.isArray(value) && value.includes(wanted);
  const bound = facet.toNumber(wanted);
  return (value) => isWithin(facet.kind, value, bound);
}

const isWithin = (kind: "least" | "most", value: Value, bound: number): boolean =>
  typeof value === "number" && (kind === "least" ? value >= bound : value <= bound);

/** Counts of one facet's values. */
function toTally(facet: Facet, records: readonly ModelRecord[]) {
  const counts = new Map<string, number>();
  const add = (value: string) => counts.set(value, (counts.get(value) ?? 0) + 1);
  const { key, kind } = facet;
  if (kind === "choice") {
    const count = (value: Value) => Array.isArray(value) && value.forEach(add);
    return { key, counts, count };
  }
  const bounds = facet
    .options(records)
    .map((option) => ({ option, bound: facet.toNumber(option) }));
  for (const { option } of bounds) counts.set(option, 0);
  const count = (value: Value) => {
    for (const { option, bound } of bounds) if (isWithin(kind, value, bound)) add(option);
  };
  return { key, counts, count };
}

/** Record → its words, each after a space. Made at the first question. */
const known = new WeakMap<ModelRecord, string>();

function wordsOf(record: ModelRecord): string {
  let words = known.get(record);
  if (words === undefined) {
    const { name, slug, lab, lab_name } = record;
    const parts = toTerms(`${name} ${slug} ${lab} ${lab_name}`);
    words = ` ${[...parts, toKey(name), toKey(slug)].join(" ")}`;
    known.set(record, words);
  }
  return words;
}

/** `gpt5`, `gpt 5` and `openai gpt` all find GPT-5; `pt` does not. */
function nameTest(words: string): (record: ModelRecord) => boolean {
  const wanted = toTerms(words);
  if (wanted.length === 0) return () => true;
  return (record) => {
    const text = wordsOf(record);
    return wanted.every((word) => text.includes(` ${word}`));
  };
}
