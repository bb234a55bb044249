/** The sample facts with the hundred items of the test that asks hosts the same questions, and its answers. */
import { withItems } from "../../build/experiments/items.ts";
import { SAME_MODEL_DIFFERENT_HOST } from "../../build/experiments/own-tests.ts";
import { readLiveItems } from "./live-items.ts";
import { SAMPLE, type SampleFacts } from "./sample-facts.ts";

const LIVE = readLiveItems();

export const HOST_QUESTIONS = withItems(SAME_MODEL_DIFFERENT_HOST, LIVE);

export const HOST_QUESTION_FACTS: SampleFacts = {
  json: {
    ...SAMPLE.json,
    experiments: LIVE.experiments
      .filter(({ test }) => test === HOST_QUESTIONS.about.test)
      .map(({ file: _, ...about }) => about),
  },
  csv: { ...SAMPLE.csv, hostQuestions: { items: LIVE.hostQuestions } },
};

/** Prompt → the right answer. */
export const RIGHT_ANSWERS: ReadonlyMap<string, string> = new Map(
  HOST_QUESTIONS.items.map(({ prompt, answer }) => [prompt, answer ?? ""]),
);
