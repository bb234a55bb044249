/** Kills the command at random moments and runs it again. KILLS=50 npx vitest run test/slow/experiment-kill.slow.test.ts */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { toModelTest } from "../../build/experiments/items.ts";
import { SAME_MODEL_DIFFERENT_HOST_TEST } from "../../build/experiments/own-tests.ts";
import { seededRandom } from "../../build/experiments/statistics.ts";
import { readFacts } from "../../build/facts/read-facts.ts";
import { readRecordedTestItems } from "../builders/live-items.ts";
import { SAMPLE_FACTS, type SampleFacts, writeSampleFacts } from "../builders/sample-facts.ts";
import { type ScriptedModelServer, startScriptedModelServer } from "../builders/scripted-models.ts";

const LIVE = readRecordedTestItems();

const HOST_QUESTIONS = toModelTest(SAME_MODEL_DIFFERENT_HOST_TEST, LIVE);

const HOST_QUESTION_FACTS: SampleFacts = {
  json: {
    ...SAMPLE_FACTS.json,
    experiments: LIVE.experiments
      .filter(({ test }) => test === HOST_QUESTIONS.about.test)
      .map(({ file: _, ...about }) => about),
  },
  csv: { ...SAMPLE_FACTS.csv, hostQuestions: { items: LIVE.hostQuestions } },
};

/** Prompt → the right answer. */
const RIGHT_ANSWERS: ReadonlyMap<string, string> = new Map(
  HOST_QUESTIONS.items.map(({ prompt, answer }) => [prompt, answer ?? ""]),
);

const KILLS = Number(process.env.KILLS ?? 4);
const SEED = 20_261_121;
const CONCURRENCY = 4;
/** More than the items and what is lost at kills; spent over all runs together. */
const CAP_USD = 1;
/** Of acme-large at its own lab in the sample facts, USD per 1M tokens. */
const PRICES = { input: 4, output: 20 };
const COMMAND = fileURLToPath(new URL("../../build/experiments/main.ts", import.meta.url));
const ID = `2026-11-01-same-model-different-host-v${HOST_QUESTIONS.version}-acme-large`;

const itemOf = new Map(HOST_QUESTIONS.items.map(({ prompt, item_id }) => [prompt, item_id]));

let models: ScriptedModelServer;
let sample: Awaited<ReturnType<typeof writeSampleFacts>>;
let child: ChildProcess | undefined;
afterEach(async () => {
  child?.kill("SIGKILL");
  await models.close();
  await sample.remove();
});

function start(): ChildProcess {
  const options = {
    "base-url": models.baseUrl,
    model: "right=acme-large",
    date: "2026-11-01",
    "cap-usd": CAP_USD,
    concurrency: CONCURRENCY,
    data: sample.data,
    journals: join(sample.folder, "runs"),
  };
  const words = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  child = spawn(
    process.execPath,
    ["--import", "tsx", COMMAND, HOST_QUESTIONS.about.test, ...words],
    {
      stdio: ["ignore", "ignore", "inherit"],
    },
  );
  return child;
}

const journal = (): string => join(sample.folder, "runs", `${ID}.jsonl`);

/** Items whose answers are on disk, whatever else the journal holds. */
function answeredItems(): Set<string> {
  if (!existsSync(journal())) return new Set();
  const lines = readFileSync(journal(), "utf8").split("\n").slice(0, -1);
  const entries = lines.map((line) => JSON.parse(line) as { type: string; item_id: string });
  return new Set(entries.filter(({ type }) => type === "answered").map(({ item_id }) => item_id));
}

const askedSince = (from: number): string[] =>
  models.asked.slice(from).map(({ prompt }) => itemOf.get(prompt) ?? prompt);

test(
  `${KILLS} kills at random moments: no answered item is asked again, none is lost`,
  async () => {
    models = await startScriptedModelServer({
      say: (prompt) => RIGHT_ANSWERS.get(prompt) ?? "",
      delayMs: 3,
    });
    sample = await writeSampleFacts(HOST_QUESTION_FACTS);
    const random = seededRandom(SEED);
    for (let kill = 0; kill < KILLS; kill++) {
      const [before, known] = [models.asked.length, answeredItems()];
      const running = start();
      const exit = once(running, "exit");
      const goal = before + 1 + Math.floor((random() * HOST_QUESTIONS.items.length) / KILLS);
      while (models.asked.length < goal && running.exitCode === null) await setTimeout(1);
      await setTimeout(random() * 10);
      running.kill("SIGKILL");
      await exit;
      expect(models.billed(PRICES)).toBeLessThanOrEqual(CAP_USD);
      expect(askedSince(before).filter((item) => known.has(item))).toEqual([]);
      expect([...known].filter((item) => !answeredItems().has(item))).toEqual([]);
    }
    const [before, known] = [models.asked.length, answeredItems()];
    const [code] = await once(start(), "exit");
    expect(code).toBe(0);
    expect(askedSince(before).sort()).toEqual(
      HOST_QUESTIONS.items
        .map(({ item_id }) => item_id)
        .filter((item) => !known.has(item))
        .sort(),
    );
    // Only questions under way at a kill are sent again.
    expect(models.asked.length - HOST_QUESTIONS.items.length).toBeLessThanOrEqual(
      KILLS * CONCURRENCY,
    );
    const { ownTestRuns } = await readFacts(sample.data);
    expect(ownTestRuns[0]).toMatchObject({ id: ID, score: 100, n_items: 100, n_valid: 100 });
    expect(ownTestRuns[0]?.cost_usd).toBeGreaterThanOrEqual(models.billed(PRICES) - 1e-6);
    expect(existsSync(journal())).toBe(false);
  },
  120_000 + KILLS * 10_000,
);
