/** One test, one model, one day: asked, scored and written to the facts; or stopped, and gone on with later. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { BuildError } from "../../facts/fault.ts";
import type { Facts } from "../../facts/kinds.ts";
import { toJsonFile, writeFactFile } from "../../facts/write-facts.ts";
import type { RunConfig } from "../../schema/own-test.ts";
import type { AskedTest } from "../asked-test.ts";
import { askItems, type Ending, type Pacing } from "./ask-items.ts";
import type { Endpoint } from "./chat.ts";
import { Budget, Costs } from "./costs.ts";
import { Journal } from "./journal.ts";
import { type Plan, toRunId } from "./plan.ts";
import type { RequestEffects } from "./retry.ts";
import { type Recorded, type Run, toRun } from "./run-facts.ts";

export interface RunOptions {
  test: AskedTest;
  plan: Plan;
  /** YYYY-MM-DD: nothing is dated by the clock. */
  date: string;
  endpoint: Omit<Endpoint, "modelId">;
  pacing: Pacing;
  capUsd: number;
  /** Questions that still have no answer are recorded as unanswered, instead of being left for later. */
  givesUp: boolean;
  facts: Facts;
  dataFolder: string;
  /** Where unfinished runs are kept. */
  journalFolder: string;
  effects: RequestEffects;
  stop: AbortSignal;
  progress(line: string): void;
}

export interface RunOutcome {
  id: string;
  ending: Ending;
  answered: number;
  spent: number;
  /** Null while the run is unfinished. */
  run: Run | null;
  /** Of the run's fact below the data folder; null while it is unfinished. */
  path: string | null;
}

export interface Estimate {
  questions: number;
  usual: number;
  worst: number;
}

/** What a whole run costs: as such answers usually are, and if each is as long as it may be. */
export function estimate({ items }: AskedTest, { prices }: Plan, maxTokens: number): Estimate {
  const costs = new Costs(prices, maxTokens);
  const sum = (cost: (prompt: string) => number) =>
    items.reduce((total, { prompt }) => total + cost(prompt), 0);
  return {
    questions: items.length,
    usual: sum((prompt) => costs.usual(prompt)),
    worst: sum((prompt) => costs.worstCase(prompt)),
  };
}

/** @throws BuildError when the run is on record already, or the host refuses to be asked. */
export async function runTest(options: RunOptions): Promise<RunOutcome> {
  const { test, plan, date, endpoint, capUsd, dataFolder, journalFolder } = options;
  const id = toRunId(test, plan, date);
  const known = `experiments/${test.about.test}/runs/${id}.json`;
  if (existsSync(join(dataFolder, known)))
    throw new BuildError(`${known} is on record; give another --date to ask again`);
  const journal = new Journal(join(journalFolder, `${id}.jsonl`), {
    type: "run",
    id,
    model_id: plan.modelId,
    base_url: endpoint.baseUrl,
    config: endpoint.config,
  });
  try {
    const budget = new Budget(capUsd, journal.spent);
    const costs = new Costs(plan.prices, endpoint.config.maxTokens);
    learn(costs, test, journal);
    const ending = await askItems(test.items, {
      ...{ endpoint: { ...endpoint, modelId: plan.modelId }, costs, budget, journal },
      ...{ pacing: options.pacing, effects: options.effects, stop: options.stop },
      progress: (answered, spent) => options.progress(toLine(id, test, answered, spent, capUsd)),
    });
    const outcome = { id, ending, answered: journal.answers.size, spent: journal.spent };
    const isDone = ending === "complete" || (ending === "unanswered" && options.givesUp);
    if (!isDone) return { ...outcome, run: null, path: null };
    const run = toRun(
      test,
      toRecorded(options, id, journal),
      plan.subject,
      options.facts.ownTestRuns,
    );
    const file = toJsonFile("ownTestRuns", run);
    await writeFactFile(dataFolder, file);
    journal.remove();
    return { ...outcome, ending: "complete", run, path: file.path };
  } finally {
    journal.close();
  }
}

/** What earlier answers showed of a host's own additions holds for the rest. */
function learn(costs: Costs, test: AskedTest, journal: Journal): void {
  for (const { item_id, prompt } of test.items) {
    const answer = journal.answers.get(item_id);
    if (answer)
      costs.actual(prompt, {
        raw: answer.raw ?? "",
        promptTokens: answer.prompt_tokens,
        completionTokens: answer.completion_tokens,
      });
  }
}

function toRecorded(
  { test, plan, date, endpoint }: RunOptions,
  id: string,
  journal: Journal,
): Recorded {
  return {
    id,
    test: test.about.test,
    version: test.version,
    model: plan.subject.model,
    model_id: plan.modelId,
    route: plan.route,
    run_date: date,
    cost_usd: Number(journal.spent.toFixed(6)),
    config: endpoint.config,
    answers: test.items.map(({ item_id }) => {
      const { raw, finish, prompt_tokens, completion_tokens } =
        journal.answers.get(item_id) ?? UNANSWERED;
      return { item_id, raw, finish, prompt_tokens, completion_tokens };
    }),
    source: "operator",
  };
}

const UNANSWERED = { raw: null, finish: null, prompt_tokens: null, completion_tokens: null };

const toLine = (id: string, test: AskedTest, answered: number, spent: number, cap: number) =>
  `${id}: ${answered} of ${test.items.length} answered, ${usd(spent)} of ${usd(cap)}`;

/** Enough digits for a fraction of a cent. */
export const usd = (amount: number): string => `$${amount.toFixed(amount < 1 ? 4 : 2)}`;

/** Questions as every run asks them, but for what a model does not take. */
export const toConfig = (test: AskedTest, changes: Partial<RunConfig>): RunConfig => ({
  reasoning: null,
  temperature: 0,
  seed: 1,
  systemPrompt: null,
  maxTokens: test.maxTokens,
  method: "one question a request, through chat completions",
  ...changes,
});
