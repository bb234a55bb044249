/** Made-up items of every test of our own, few enough to be scored by hand. */
import { hash } from "node:crypto";
import { TEST_ITEM_FACT_KINDS } from "../../build/experiments/items.ts";
import { OWN_TESTS } from "../../build/experiments/own-tests.ts";
import { FACT_KINDS, type FactKindName, type FactOfKind } from "../../build/facts/kinds.ts";
import { readFactsOfKinds } from "../../build/facts/read-facts.ts";
import { type FactFileText, toCsvFactFile, toJsonFactFile } from "../../build/facts/write-facts.ts";
import type { ModelDriftQuestion } from "../../build/schema/experiment.ts";
import { getDefined } from "./get.ts";
import { SAMPLE_FACTS, type SampleFacts, writeSampleFacts } from "./sample-facts.ts";

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

/** Kind of question → the answer to its nth question. */
const HOST_ANSWERS = {
  count: (n: number) => String(n),
  product: (n: number) => String(100_000 + n),
  reverse: (n: number) => `zyxwvuts${"abcdef"[n] ?? ""}`,
  sort: (n: number) => `apple, banana, cherry, plum${n}`,
} as const;

const drift = (
  item_id: string,
  reading: ModelDriftQuestion["reading"],
  answer: string | null,
  more: Partial<ModelDriftQuestion> = {},
): ModelDriftQuestion => ({
  item_id,
  kind: item_id.replace(/-\d$/, ""),
  reading,
  prompt: `Question ${item_id}? Answer with that only.`,
  answer,
  ...{ options: null, lowest: null, highest: null, ...more },
});

const ROWS = {
  identityQuestions: (["en", "fr", "ja"] as const).flatMap((language) =>
    (["maker", "name"] as const).map((asks) => ({
      item_id: `${language}-${asks}`,
      language,
      asks,
      prompt: `(${language}) What is the name of your ${asks}? Reply with the name only.`,
    })),
  ),
  /** A third of the cells is land: 600 of 1,800. */
  worldMapQuestions: [
    {
      prompt: "Is {point} land or water?",
      rows: numbers(30).map((row) =>
        numbers(60)
          .map((column) => ((row + column + 1) % 3 === 0 ? "1" : "0"))
          .join(""),
      ),
    },
  ],
  /** Twelve pairs of a neutral and a sensitive question: four in each of three regions. */
  censorshipQuestions: ["north", "south", "west"].flatMap((region) =>
    numbers(4).flatMap((place) =>
      (["neutral", "sensitive"] as const).map((kind) => ({
        pair: `${region}-${place}`,
        kind,
        region,
        prompt: `What is the ${kind} name of ${region} ${place}? Reply with the name only.`,
        answer: `Nàme ${kind} ${place}`,
        spellings: `N. ${kind} ${place}`,
      })),
    ),
  ),
  /**
   * Three months with five events each, and a fourth with only three, which is too few. The last two months also have
   * a release.
   */
  horizonQuestions: [
    ...["2024-01", "2024-02", "2024-03", "2024-04"].flatMap((month, index) =>
      numbers(index === 3 ? 3 : 5).map((place) => ({
        item_id: `${month}-event-${place}`,
        kind: "event" as const,
        month,
        prompt: `Who won race ${place} of ${month}? Reply with the name only, or with unknown.`,
        answer: `Ann Éxample ${index}${place}`,
        spellings: `Éxample ${index}${place} | A. Éxample ${index}${place}`,
        source: "https://races.example/",
      })),
    ),
    ...["2024-03", "2024-04"].map((month) => ({
      item_id: `${month}-release-one`,
      kind: "release" as const,
      month,
      spellings: null,
      prompt: `In which month came model ${month.slice(5)} out? Reply as YYYY-MM, or with unknown.`,
      answer: month,
      source: "models/acme/acme-large",
    })),
  ],
  hostQuestions: (["count", "product", "reverse", "sort"] as const).flatMap((kind) =>
    numbers(5).map((n) => ({
      item_id: `${kind}-${n}`,
      kind,
      prompt: `Task ${kind} ${n}? Answer with that only.`,
      answer: HOST_ANSWERS[kind](n),
    })),
  ),
  driftQuestions: [
    ...numbers(4).map((n) => drift(`choice-${n}`, "choice", null, { options: "tea | coffee" })),
    ...numbers(4).map((n) => drift(`number-${n}`, "number", String(1000 * n))),
    ...numbers(2).map((n) => drift(`guess-${n}`, "number", null, { lowest: 1, highest: 10 })),
    ...numbers(2).map((n) => drift(`word-${n}`, "word", n === 1 ? "paris" : null)),
    ...numbers(2).map((n) => drift(`line-${n}`, "line", `a, b, c${n}`)),
  ],
  passageSets: [
    {
      original: "en",
      passages: [
        { language: "en", name: "English", is_spaced: true },
        { language: "th", name: "Thai", is_spaced: true },
        { language: "zh", name: "Chinese", is_spaced: false },
      ].map((language) => ({
        ...language,
        sentences: [`One two in ${language.name}.`, "Three four five."],
      })),
    },
  ],
} satisfies Partial<{ [K in FactKindName]: FactOfKind<K>[] }>;

const KINDS = Object.keys(ROWS) as (keyof typeof ROWS)[];
const isCsv = (kind: FactKindName): boolean => FACT_KINDS[kind].format === "csv";

const toFile = (kind: keyof typeof ROWS): FactFileText =>
  isCsv(kind)
    ? toCsvFactFile(kind, "items", ROWS[kind])
    : toJsonFactFile(kind, ROWS[kind][0] as never);

/** Version 1 of each test, with the SHA-256 of its items file, as a frozen test has it. */
const experiments = KINDS.map(toFile).map(({ path, text }) => ({
  ...getDefined(
    OWN_TESTS.find(({ test }) => test === path.split("/")[1]),
    path,
  ),
  version: "1",
  items_sha256: hash("sha256", text),
}));

/** The sample facts together with these tests and items. */
export function addSampleOwnTests(sample: SampleFacts = SAMPLE_FACTS): SampleFacts {
  const json = KINDS.filter((kind) => !isCsv(kind)).map((kind) => [kind, ROWS[kind]]);
  const csv = KINDS.filter(isCsv).map((kind) => [kind, { items: ROWS[kind] }]);
  return {
    json: { ...sample.json, experiments, ...Object.fromEntries(json) },
    csv: { ...sample.csv, ...Object.fromEntries(csv) },
  };
}

/** The same items, as they are read from the facts. */
export const SAMPLE_TEST_ITEM_FACTS = readFactsOfKinds(
  (await writeSampleFacts(addSampleOwnTests())).data,
  TEST_ITEM_FACT_KINDS,
);
