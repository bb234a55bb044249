import { setTimeout } from "node:timers/promises";
import type { TestedModel } from "../../build/experiments/graders.ts";
import type { ModelTest } from "../../build/experiments/items.ts";
import { SAME_MODEL_DIFFERENT_HOST_TEST } from "../../build/experiments/own-tests.ts";
import {
  type RunOwnTestOptions,
  type RunOwnTestOutcome,
  runOwnTest,
  withDefaultRunConfig,
} from "../../build/experiments/runner/run.ts";
import { readFacts } from "../../build/facts/read-facts.ts";
import { writeSampleFacts } from "./sample-facts.ts";
import {
  type ModelScript,
  type ScriptedBehaviour,
  type ScriptedModelServer,
  startScriptedModelServer,
} from "./scripted-models.ts";
import { createTemporaryFolder } from "./temporary-folder.ts";

/** Ten sums, scored as the percentage that is right. */
export const ADDITION_MODEL_TEST: ModelTest = {
  about: {
    ...SAME_MODEL_DIFFERENT_HOST_TEST,
    ...{ test: "sums", lab: "sums", name: "Sums", question: "Can it add?", max_tokens: 20 },
    readings: { sum: "digits" },
  },
  version: "1",
  items: Array.from({ length: 10 }, (_, index) => ({
    item_id: `sum-${String(index + 1).padStart(2, "0")}`,
    prompt: `How much is ${index + 100} + 1000?`,
    answer: String(index + 1100),
    meta: { kind: "sum" },
  })),
};

const answerTo = (prompt: string): string =>
  ADDITION_MODEL_TEST.items.find((item) => item.prompt === prompt)?.answer ?? "what?";

export const ACME_TOKEN_PRICES = { input: 4, output: 20 };
export const ACME_TESTED_MODEL: TestedModel = { model: "acme-large", lab: "acme" };

export interface OwnTestRunner {
  models: ScriptedModelServer;
  /** Of the facts and of unfinished runs. */
  data: string;
  journals: string;
  progress: string[];
  run(
    character: ScriptedBehaviour,
    changes?: Partial<RunOwnTestOptions>,
  ): Promise<RunOwnTestOutcome>;
  close(): Promise<void>;
}

export async function createOwnTestRunner(
  script: Partial<ModelScript> = {},
): Promise<OwnTestRunner> {
  const models = await startScriptedModelServer({ say: answerTo, ...script });
  const sample = await writeSampleFacts();
  const journals = createTemporaryFolder("runs");
  const progress: string[] = [];
  const run = async (character: ScriptedBehaviour, changes: Partial<RunOwnTestOptions> = {}) => {
    const test = changes.test ?? ADDITION_MODEL_TEST;
    return runOwnTest({
      ...{ test, date: "2026-11-01", capUsd: 10, givesUp: false },
      plan: {
        subject: ACME_TESTED_MODEL,
        modelId: character,
        route: null,
        prices: ACME_TOKEN_PRICES,
      },
      endpoint: {
        ...{ baseUrl: models.baseUrl, key: script.key, tokenField: "max_tokens" },
        config: withDefaultRunConfig(test, {}),
      },
      pacing: { concurrency: 4, perMinute: null, maxAttempts: 6 },
      ...{ facts: await readFacts(sample.data), dataFolder: sample.data, journalFolder: journals },
      effects: {
        userAgent: "test",
        // Waits of seconds, in milliseconds.
        sleep: (ms) => setTimeout(ms / 1000),
        random: () => 0.5,
        now: Date.now,
      },
      stop: new AbortController().signal,
      progress: (line) => void progress.push(line),
      ...changes,
    });
  };
  const close = async () => {
    await models.close();
    await sample.remove();
  };
  return { models, data: sample.data, journals, progress, run, close };
}
