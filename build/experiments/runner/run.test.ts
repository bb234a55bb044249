import { readdirSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import {
  ACME_TESTED_MODEL,
  ACME_TOKEN_PRICES,
  ADDITION_MODEL_TEST,
  createOwnTestRunner,
  type OwnTestRunner,
} from "../../../test/builders/experiment-run.ts";
import { readFacts } from "../../facts/read-facts.ts";
import { rescoreRuns, withDefaultRunConfig } from "./run.ts";

const tokenField = "max_tokens";
let runner: OwnTestRunner;
afterEach(() => runner.close());

const timesAsked = (runner: OwnTestRunner) => {
  const times = new Map<string, number>();
  for (const { prompt } of runner.models.asked) times.set(prompt, (times.get(prompt) ?? 0) + 1);
  return [...times.values()];
};

describe("a run", () => {
  test("asks every item once, scores the answers and becomes a fact", async () => {
    runner = await createOwnTestRunner();
    const { run, path, ending, spent } = await runner.run("right");
    expect(timesAsked(runner)).toEqual(ADDITION_MODEL_TEST.items.map(() => 1));
    expect(path).toBe("experiments/sums/runs/2026-11-01-sums-v1-acme-large.json");
    expect(run).toMatchObject({ score: 100, n_items: 10, n_valid: 10, metrics: { empty: 0 } });
    expect(ending).toBe("complete");
    expect(run?.config).toEqual({
      ...{ reasoning: null, temperature: 0, seed: 1, systemPrompt: null, maxTokens: 20 },
      method: "one question a request, through chat completions",
    });
    expect(runner.progress).toHaveLength(10);
    expect(runner.progress.at(-1)).toMatch(/: 10 of 10 answered, \$0\.\d{4} of \$10\.00$/);
    expect(spent).toBeCloseTo(runner.models.billed(ACME_TOKEN_PRICES), 9);
    const { ownTestRuns } = await readFacts(runner.data);
    expect(ownTestRuns).toEqual([{ ...run, file: run?.id }]);
    expect(readdirSync(runner.journals)).toEqual([]);
  });

  test("is not done a second time on the same day", async () => {
    runner = await createOwnTestRunner();
    await runner.run("right");
    await expect(runner.run("right")).rejects.toThrow(/is already recorded; give another --date/);
    expect((await runner.run("right", { date: "2026-11-02" })).run?.score).toBe(100);
  });
});

describe("an endpoint that fails now and then", () => {
  test("is asked again until it answers, and only for what it did not answer", async () => {
    runner = await createOwnTestRunner();
    const { run, spent } = await runner.run("flaky");
    expect(run).toMatchObject({ score: 100, n_valid: 10 });
    // Four faults, then the answer.
    expect(timesAsked(runner)).toEqual(ADDITION_MODEL_TEST.items.map(() => 5));
    expect(spent).toBeGreaterThanOrEqual(runner.models.billed(ACME_TOKEN_PRICES));
  });

  test("is left alone when it seems to be down; the next call asks what is missing", async () => {
    runner = await createOwnTestRunner();
    const pacing = { concurrency: 1, perMinute: null, maxAttempts: 2 };
    await expect(runner.run("flaky", { pacing })).rejects.toThrow(
      /5 questions in a row had no answer; the answers so far are kept/,
    );
    expect(timesAsked(runner)).toEqual([2, 2, 2, 2, 2]);
    expect((await runner.run("flaky")).run?.score).toBe(100);
    expect(timesAsked(runner)).toEqual(ADDITION_MODEL_TEST.items.map(() => 5));
  });

  test("may be given up: what had no answer is recorded as such", async () => {
    runner = await createOwnTestRunner({ say: () => "no number" });
    const odd = { ...ADDITION_MODEL_TEST, items: ADDITION_MODEL_TEST.items.slice(0, 3) };
    const pacing = { concurrency: 1, perMinute: null, maxAttempts: 2 };
    const outcome = await runner.run("flaky", { test: odd, pacing, givesUp: true });
    expect(outcome.run).toMatchObject({ n_items: 3, n_valid: 0 });
    expect(outcome.run?.answers.map(({ raw }) => raw)).toEqual([null, null, null]);
  });

  test("with a wrong key or model stops at the first question and says what to check", async () => {
    runner = await createOwnTestRunner({ key: "sk-secret" });
    const endpoint = {
      ...{ baseUrl: runner.models.baseUrl, key: "sk-wrong", tokenField: "max_tokens" as const },
      config: withDefaultRunConfig(ADDITION_MODEL_TEST, {}),
    };
    await expect(runner.run("right", { endpoint })).rejects.toThrow(
      /answered 401.*check --base-url, --model and the key/,
    );
    const plan = {
      subject: ACME_TESTED_MODEL,
      modelId: "nobody",
      route: null,
      prices: ACME_TOKEN_PRICES,
    };
    await expect(runner.run("right", { plan, date: "2026-11-03" })).rejects.toThrow(
      /no such model: nobody/,
    );
    await expect(runner.run("right", { endpoint, date: "2026-11-04" })).rejects.not.toThrow(
      /sk-wrong/,
    );
  });
});

describe("pace", () => {
  test("keeps to the number of questions at once", async () => {
    runner = await createOwnTestRunner({ delayMs: 5 });
    await runner.run("right", { pacing: { concurrency: 3, perMinute: null, maxAttempts: 1 } });
    expect(runner.models.mostAtOnce()).toBe(3);
  });

  test("keeps to the number of requests a minute, by its own clock", async () => {
    runner = await createOwnTestRunner();
    let clock = 0;
    const sleep = async (ms: number) => {
      clock += ms;
    };
    await runner.run("right", {
      pacing: { concurrency: 1, perMinute: 1200, maxAttempts: 1 },
      effects: { userAgent: "test", sleep, random: () => 0, now: () => clock },
    });
    // Ten requests, 50 ms apart.
    expect(clock).toBe(9 * 50);
  });
});

describe("the cap", () => {
  test.each([0.0005, 0.002])(
    "of $%f is never passed, and what is left is asked later",
    async (capUsd) => {
      runner = await createOwnTestRunner({ hiddenTokens: 150 });
      const outcome = await runner.run("right", { capUsd });
      expect(outcome).toMatchObject({ ending: "cap", run: null });
      expect(runner.models.billed(ACME_TOKEN_PRICES)).toBeLessThanOrEqual(capUsd);
      expect(outcome.answered).toBe(runner.models.asked.length);
      const { run } = await runner.run("right", { capUsd: 10 });
      expect(run?.score).toBe(100);
      expect(timesAsked(runner)).toEqual(ADDITION_MODEL_TEST.items.map(() => 1));
      expect(run?.cost_usd).toBeCloseTo(runner.models.billed(ACME_TOKEN_PRICES), 5);
    },
  );

  test("counts what broke as billed in full", async () => {
    runner = await createOwnTestRunner();
    const { ending, spent } = await runner.run("flaky", { capUsd: 0.005 });
    expect(ending).toBe("cap");
    expect(runner.models.billed(ACME_TOKEN_PRICES)).toBeLessThanOrEqual(spent);
    expect(spent).toBeLessThanOrEqual(0.005);
  });
});

describe("an operator who interrupts", () => {
  test("loses no answer that was under way, and nothing is asked twice", async () => {
    runner = await createOwnTestRunner({ delayMs: 5 });
    const stop = new AbortController();
    let seen = 0;
    const outcome = await runner.run("right", {
      stop: stop.signal,
      progress: () => {
        if (++seen === 4) stop.abort();
      },
    });
    expect(outcome).toMatchObject({ ending: "stopped", run: null });
    expect(outcome.answered).toBe(runner.models.asked.length);
    expect((await runner.run("right")).run?.score).toBe(100);
    expect(timesAsked(runner)).toEqual(ADDITION_MODEL_TEST.items.map(() => 1));
  });

  test("cannot go on with other settings under the same name", async () => {
    runner = await createOwnTestRunner();
    await runner.run("right", { capUsd: 0.001 });
    await expect(runner.run("slow")).rejects.toThrow(/of the same run with other settings/);
  });
});

describe("scoring anew", () => {
  test("changes nothing on unchanged code", async () => {
    runner = await createOwnTestRunner();
    await runner.run("right");
    await runner.run("lying", { date: "2026-11-02" });
    const facts = await readFacts(runner.data);
    const before = facts.ownTestRuns.map(({ file: _, ...run }) => run);
    expect(rescoreRuns([ADDITION_MODEL_TEST], facts)).toEqual(before);
  });

  test("compares a run with the first of the same settings only", async () => {
    runner = await createOwnTestRunner();
    const about = { ...ADDITION_MODEL_TEST.about, metric: "changes" as const };
    const endpoint = { baseUrl: runner.models.baseUrl, key: undefined, tokenField } as const;
    const compared = async (date: string, maxTokens: number) => {
      const config = withDefaultRunConfig(ADDITION_MODEL_TEST, { maxTokens });
      const options = {
        test: { ...ADDITION_MODEL_TEST, about },
        endpoint: { ...endpoint, config },
        date,
      };
      return (await runner.run("right", options)).run?.metrics.compared;
    };
    expect(await compared("2026-11-01", 20)).toBe(0);
    expect(await compared("2026-11-02", 30)).toBe(0);
    expect(await compared("2026-11-03", 20)).toBe(10);
  });
});
