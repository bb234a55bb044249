/** Creates the test questions from the facts in data/experiments, and selects those that are published. */
import { CommandError } from "../facts/fault.ts";
import type { FactKindName, Facts } from "../facts/kinds.ts";
import {
  type OwnTestDefinition,
  type TokenizerTaxPassageFile,
  WORLD_MAP_CELL_DEGREES,
  WORLD_MAP_COLUMNS,
  WORLD_MAP_ROWS,
  type WorldMapQuestionSet,
} from "../schema/experiment.ts";
import { OWN_TESTS, WORLD_MAP_TEST } from "./own-tests.ts";

/** One question. A version of a test never changes its items: a changed item requires a new version. */
export interface TestItem {
  item_id: string;
  prompt: string;
  /** The right answer, in the form that the grader returns; null if no answer is right or wrong. */
  answer: string | null;
  meta: Record<string, unknown>;
}

export interface OwnTestWithItems {
  about: OwnTestDefinition;
  items: readonly TestItem[];
}

export const TEST_ITEM_FACT_KINDS = [
  ...["experiments", "identityQuestions", "worldMapQuestions", "censorshipQuestions"],
  ...["horizonQuestions", "hostQuestions", "driftQuestions", "passageSets"],
] as const satisfies readonly FactKindName[];

export type TestItemFacts = Pick<Facts, (typeof TEST_ITEM_FACT_KINDS)[number]>;

export const OWN_TESTS_RUN_ON_MODELS: readonly OwnTestDefinition[] = OWN_TESTS.filter(
  ({ grader }) => grader !== "ratio",
);

/** The test in its current version in the facts. @throws CommandError if data/experiments does not contain it. */
export function toOwnTestWithItems(
  { test }: Pick<OwnTestDefinition, "test">,
  facts: TestItemFacts,
): OwnTestWithItems {
  const about = facts.experiments.find((experiment) => experiment.test === test);
  if (about) return { about, items: ITEMS[test]?.(facts) ?? [] };
  throw new CommandError(
    `experiments/${test}/about.json is missing; add it, and the test's questions in the same folder`,
  );
}

/** Splits a CSV cell `a | b` into its values; an empty list for null. */
export const splitPipeSeparatedCell = (cell: string | null): string[] => cell?.split(" | ") ?? [];

/** A month with fewer questions is marked as `thin`, because one answer changes its result a lot. */
const MIN_A_MONTH = 5;

const ITEMS: Record<string, (facts: TestItemFacts) => TestItem[]> = {
  "who-are-you": ({ identityQuestions }) =>
    identityQuestions.map((question) => toItem({ ...question, answer: "self" })),
  "world-map": ({ worldMapQuestions }) => worldMapQuestions.flatMap(toMapItems),
  "censorship-index": ({ censorshipQuestions }) =>
    censorshipQuestions.map(({ pair, kind, region, ...question }) =>
      toItem({ item_id: `${pair}-${kind}`, pair, region, kind, ...question }),
    ),
  "knowledge-horizon": ({ horizonQuestions }) =>
    horizonQuestions.map((question) => {
      const sameMonth = horizonQuestions.filter(({ month }) => month === question.month);
      return toItem({ ...question, thin: sameMonth.length < MIN_A_MONTH });
    }),
  "tokenizer-tax": ({ passageSets }) => passageSets.flatMap(toPassageItems),
  "same-model-different-host": ({ hostQuestions }) => hostQuestions.map(toItem),
  "model-drift-index": ({ driftQuestions }) => driftQuestions.map(toItem),
};

/** All other fields become `meta`; the cells `spellings` and `options`, such as `a | b`, become lists. */
function toItem({
  item_id,
  prompt,
  answer,
  ...rest
}: { item_id: string; prompt: string; answer: string | null } & Record<string, unknown>): TestItem {
  const { file: _, ...meta } = rest;
  for (const list of ["spellings", "options"])
    if (list in meta) meta[list] = splitPipeSeparatedCell(meta[list] as string | null);
  return { item_id, prompt, answer, meta };
}

export type TokenizerTaxPassage = TokenizerTaxPassageFile["passages"][number];

/** The whole passage, or its first sentences. Chinese and Japanese have no space between sentences. */
export const joinPassageSentences = (
  { sentences, is_spaced }: TokenizerTaxPassage,
  count: number = sentences.length,
): string => sentences.slice(0, count).join(is_spaced ? " " : "");

/** Each item is the whole passage in one language. No answer is right or wrong; only its tokens are counted. */
const toPassageItems = ({ original, passages }: TokenizerTaxPassageFile): TestItem[] =>
  passages.map((passage) => ({
    item_id: passage.language,
    prompt: joinPassageSentences(passage),
    answer: null,
    meta: {
      language: passage.language,
      name: passage.name,
      is_translation: passage.language !== original,
      is_spaced: passage.is_spaced,
      sentences: passage.sentences,
      // Words cannot be counted in the same way in every script.
      words: passage.language === original ? joinPassageSentences(passage).split(" ").length : null,
    },
  }));

const twoDigits = (value: number): string => String(value).padStart(2, "0");

/** Cells of the world map: 30 rows of 60, from north to south, each from west to east. */
export const WORLD_MAP_CELL_POSITIONS = Array.from(
  { length: WORLD_MAP_ROWS * WORLD_MAP_COLUMNS },
  (_, index) => {
    const row = Math.floor(index / WORLD_MAP_COLUMNS);
    const column = index % WORLD_MAP_COLUMNS;
    return {
      item_id: `r${twoDigits(row)}c${twoDigits(column)}`,
      row,
      column,
      /** Latitude and longitude of the centre in degrees; north and east are positive. */
      latitude: 90 - WORLD_MAP_CELL_DEGREES * (row + 0.5),
      longitude: -180 + WORLD_MAP_CELL_DEGREES * (column + 0.5),
    };
  },
);

/** One question per cell, in the order of `WORLD_MAP_CELL_POSITIONS`; the answer is `land` or `water`. */
function toMapItems(question: WorldMapQuestionSet): TestItem[] {
  const key = question.rows.join("");
  return WORLD_MAP_CELL_POSITIONS.map(({ item_id, ...place }, index) => {
    const point = `${degrees(place.latitude, "N", "S")}, ${degrees(place.longitude, "E", "W")}`;
    return {
      item_id,
      prompt: question.prompt.replace("{point}", point),
      answer: key[index] === "1" ? "land" : "water",
      meta: place,
    };
  });
}

const degrees = (value: number, positive: string, negative: string): string =>
  `${Math.abs(value)}° ${value > 0 ? positive : negative}`;

/** Tests by version. `key` is set only for the world map and has one character per cell: `1` land, `0` water. */
export const toPublishedTestVersions = ({ experiments, worldMapQuestions }: TestItemFacts) =>
  experiments.map(({ test, version }) => ({
    test,
    version,
    key:
      test === WORLD_MAP_TEST.test ? worldMapQuestions.flatMap(({ rows }) => rows).join("") : null,
  }));
export type PublishedTestVersion = ReturnType<typeof toPublishedTestVersions>[number];

/** Items of the tests with a public dataset, in the order of the tests' names. */
export const toPublishedTestItems = (facts: TestItemFacts) =>
  facts.experiments
    .filter(({ lab }) => lab !== null)
    .flatMap(({ test, version }) =>
      toOwnTestWithItems({ test }, facts).items.map((item) => ({ test, version, ...item })),
    );
export type PublishedOwnTestItem = ReturnType<typeof toPublishedTestItems>[number];
