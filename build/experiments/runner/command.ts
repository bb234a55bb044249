/** `npm run own-tests -- <test> …`: the command line of a run. */
import { resolve } from "node:path";
import { Command, Option } from "commander";
import { BuildError } from "../../facts/fault.ts";
import { readFacts } from "../../facts/read-facts.ts";
import { toUserAgent } from "../../sources/requests/network.ts";
import { findKey } from "../../sources/requests/secrets.ts";
import { type AskedTest, type AskedTestDefinition, withItems } from "../asked-test.ts";
import { isPrivateWay, toAmount, toBaseUrl, toCount, toDay } from "./arguments.ts";
import { realEffects } from "./ask-items.ts";
import type { Endpoint } from "./chat.ts";
import type { Prices } from "./costs.ts";
import { type Plan, toPlan } from "./plan.ts";
import { createProgress } from "./progress.ts";
import { estimate, type RunOptions, type RunOutcome, runTest, toConfig, usd } from "./run.ts";

/** Something is left to ask: the same command goes on. */
const UNFINISHED = 3;

interface Options {
  baseUrl: string;
  model: string[];
  route?: string;
  date: string;
  keyEnv: string;
  capUsd: number;
  inputPrice?: number;
  outputPrice?: number;
  concurrency: number;
  perMinute?: number;
  attempts: number;
  maxTokens?: number;
  tokenField: Endpoint["tokenField"];
  reasoning?: string;
  omit: string[];
  giveUp: boolean;
  dryRun: boolean;
  data: string;
  journals: string;
}

export function toCommand(test: AskedTestDefinition): Command {
  return new Command(test.about.test)
    .description(test.about.question)
    .requiredOption(
      "--base-url <address>",
      "of any OpenAI-compatible endpoint, such as https://host/v1",
      toBaseUrl,
    )
    .requiredOption(
      "--model <names...>",
      "models as the endpoint calls them; name=slug says which model of the catalogue it is, where that is not plain",
    )
    .option(
      "--route <host>",
      "slug of the host that is asked, for its prices and for comparing hosts; default: the lab's own",
    )
    .requiredOption(
      "--date <day>",
      "day of the run, YYYY-MM-DD; nothing is dated by the clock",
      toDay,
    )
    .option("--key-env <name>", "environment variable that holds the key", "OWN_TESTS_API_KEY")
    .option(
      "--cap-usd <amount>",
      "most that one run may cost, by the catalogue's prices",
      toAmount,
      1,
    )
    .option("--input-price <usd>", "USD per 1M tokens, over the catalogue's", toAmount)
    .option("--output-price <usd>", "USD per 1M tokens, over the catalogue's", toAmount)
    .option("--concurrency <n>", "questions under way at once", toCount, 4)
    .option("--per-minute <n>", "most requests a minute; default: no limit", toCount)
    .option("--attempts <n>", "requests for one question before it is left for later", toCount, 6)
    .option(
      "--max-tokens <n>",
      `longest answer; a reasoning model needs some thousands (default: ${test.maxTokens})`,
      toCount,
    )
    .addOption(
      new Option("--token-field <name>", "field that bounds the answer")
        .choices(["max_tokens", "max_completion_tokens"])
        .default("max_tokens"),
    )
    .option("--reasoning <effort>", "sent as reasoning_effort")
    .addOption(
      new Option("--omit <fields...>", "what the model does not take")
        .choices(["temperature", "seed"])
        .default([]),
    )
    .option("--give-up", "finish the run although some questions have no answer", false)
    .option("--dry-run", "say what it would cost, ask nothing", false)
    .option("--data <folder>", "facts", "data")
    .option("--journals <folder>", "unfinished runs", "runs")
    .addHelpText("after", help(test))
    .action((options: Options) => act(test, options));
}

const help = ({ about: { test } }: AskedTestDefinition): string => `
Example: OWN_TESTS_API_KEY=… npm run own-tests -- ${test} --base-url https://host/v1 --model gpt-4o --date 2026-11-21
Exit codes: 0 done, 1 stopped by a fault, ${UNFINISHED} unfinished (the cap, an interruption, questions without an answer): the same command goes on and asks nothing twice that was answered.`;

async function act(definition: AskedTestDefinition, options: Options): Promise<void> {
  const facts = await readFacts(resolve(options.data));
  const test = withItems(definition, facts);
  const wanted = { route: options.route ?? null, prices: toPrices(options) };
  const plans = options.model.map((model) => toPlan({ ...wanted, model }, facts));
  for (const plan of plans) announce(test, plan, options);
  if (options.dryRun) return;
  const stop = stopOnSignals();
  const outcomes: RunOutcome[] = [];
  try {
    for (const plan of plans) {
      outcomes.push(await runOne({ test, plan, facts, stop }, options));
      if (stop.aborted) break;
    }
  } finally {
    // What the models before a fault said is on record, and is told.
    conclude(outcomes, plans.length);
  }
}

function runOne(
  given: Pick<RunOptions, "test" | "plan" | "facts" | "stop">,
  options: Options,
): Promise<RunOutcome> {
  const [service] = given.facts.service;
  if (!service) throw new BuildError("data/service.json is missing; requests are sent in its name");
  const progress = createProgress(process.stderr);
  return runTest({
    ...given,
    date: options.date,
    capUsd: options.capUsd,
    endpoint: toEndpoint(given.test, options),
    pacing: {
      concurrency: options.concurrency,
      perMinute: options.perMinute ?? null,
      maxAttempts: options.attempts,
    },
    givesUp: options.giveUp,
    dataFolder: resolve(options.data),
    journalFolder: resolve(options.journals),
    effects: realEffects(toUserAgent(service)),
    progress: progress.show,
  }).finally(progress.end);
}

function announce(test: AskedTest, plan: Plan, { capUsd, maxTokens }: Options): void {
  const { questions, usual, worst } = estimate(test, plan, maxTokens ?? test.maxTokens);
  process.stderr.write(
    `${test.about.test}, ${plan.modelId} (${plan.subject.model}): ${questions} questions, about ${usd(usual)}, at most ${usd(worst)}; cap ${usd(capUsd)}\n`,
  );
}

function conclude(outcomes: readonly RunOutcome[], wanted: number): void {
  // A fault at the first model: the message says it all.
  if (outcomes.length === 0) return;
  for (const outcome of outcomes) process.stdout.write(`${toSummary(outcome)}\n`);
  const done = outcomes.filter(({ run }) => run !== null).length;
  const spent = outcomes.reduce((sum, outcome) => sum + outcome.spent, 0);
  process.stdout.write(`${done} of ${wanted} runs done, ${usd(spent)} spent\n`);
  if (done < wanted) process.exitCode = UNFINISHED;
}

const WHY: Record<RunOutcome["ending"], string> = {
  complete: "done",
  cap: "the next question could pass the cap; go on with a larger --cap-usd",
  unanswered: "some questions had no answer; run the same command again, or add --give-up",
  stopped: "interrupted; run the same command again",
};

function toSummary({ id, ending, answered, run, path }: RunOutcome): string {
  if (run === null) return `${id}: ${answered} answered, unfinished: ${WHY[ending]}`;
  const { score, n_valid, n_items } = run;
  return `${id}: score ${score ?? "none"}, ${n_valid} of ${n_items} answers valid, written to ${path}`;
}

/** The first signal lets what is under way come in; a second ends the process at once. */
function stopOnSignals(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => {
      process.stderr.write("\nwaiting for the questions under way; once more to end at once\n");
      stop.abort();
    });
  return stop.signal;
}

/** @throws BuildError when a key would travel in the clear. */
function toEndpoint(test: AskedTest, options: Options): Omit<Endpoint, "modelId"> {
  const key = findKey(process.env, options.keyEnv);
  if (key !== undefined && !isPrivateWay(options.baseUrl))
    throw new BuildError(
      `--base-url ${options.baseUrl}: the key would be sent unencrypted; use https, or unset ${options.keyEnv}`,
    );
  return {
    baseUrl: options.baseUrl,
    key,
    tokenField: options.tokenField,
    config: toConfig(test, {
      reasoning: options.reasoning ?? null,
      maxTokens: options.maxTokens ?? test.maxTokens,
      ...(options.omit.includes("temperature") && { temperature: null }),
      ...(options.omit.includes("seed") && { seed: null }),
    }),
  };
}

function toPrices({ inputPrice, outputPrice }: Options): Prices | null {
  if (inputPrice === undefined && outputPrice === undefined) return null;
  if (inputPrice === undefined || outputPrice === undefined)
    throw new BuildError("--input-price and --output-price go together; give both");
  return { input: inputPrice, output: outputPrice };
}
