/** Rows that pass all filters, and for each value of each filter how many would if it alone were changed to that. */
import { toKey, toTerms } from "../../search/tokens.ts";
import { FACETS, type Facet } from "./facets.ts";
import type { ModelRecord } from "./model-record.ts";

/** Key of a facet → value; a facet without a value keeps everything. */
export type Filters = Readonly<Record<string, string>>;

export interface Filtered {
  records: ModelRecord[];
  /** Key of a facet → value → rows. */
  counts: Map<string, Map<string, number>>;
}

/** Bit of the words that were typed, above those of the facets. */
const WORDS = 1 << FACETS.length;

/** @param words As typed: each must begin a word of the model's name, slug or lab. */
export function filter(records: readonly ModelRecord[], filters: Filters, words = ""): Filtered {
  const passed: ModelRecord[] = [];
  const tallies = FACETS.map((facet) => toTally(facet, records));
  const tests = FACETS.map((facet) => testOf(facet, filters[facet.key]));
  const isNamed = nameTest(words);
  for (const record of records) {
    const failed = tests.reduce(
      (bits, test, at) => (test(record) ? bits : bits | (1 << at)),
      isNamed(record) ? 0 : WORDS,
    );
    if (failed === 0) passed.push(record);
    for (const [at, { count }] of tallies.entries()) if ((failed & ~(1 << at)) === 0) count(record);
  }
  return { records: passed, counts: new Map(tallies.map(({ key, counts }) => [key, counts])) };
}

type Test = (record: ModelRecord) => boolean;

function testOf(facet: Facet, wanted: string | undefined): Test {
  if (wanted === undefined) return () => true;
  if (facet.kind === "choice") return (record) => facet.values(record).includes(wanted);
  const bound = facet.toNumber(wanted);
  return (record) => isWithin(facet.kind, facet.value(record), bound);
}

const isWithin = (kind: "least" | "most", value: number | null, bound: number): boolean =>
  value !== null && (kind === "least" ? value >= bound : value <= bound);

/** Counts of one facet's values. */
function toTally(facet: Facet, records: readonly ModelRecord[]) {
  const counts = new Map<string, number>();
  const add = (value: string) => counts.set(value, (counts.get(value) ?? 0) + 1);
  if (facet.kind === "choice")
    return {
      key: facet.key,
      counts,
      count: (record: ModelRecord) => facet.values(record).forEach(add),
    };
  const bounds = facet
    .options(records)
    .map((option) => ({ option, bound: facet.toNumber(option) }));
  for (const { option } of bounds) counts.set(option, 0);
  const count = (record: ModelRecord) => {
    const value = facet.value(record);
    for (const { option, bound } of bounds) if (isWithin(facet.kind, value, bound)) add(option);
  };
  return { key: facet.key, counts, count };
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
function nameTest(words: string): Test {
  const wanted = toTerms(words);
  if (wanted.length === 0) return () => true;
  return (record) => {
    const text = wordsOf(record);
    return wanted.every((word) => text.includes(` ${word}`));
  };
}
