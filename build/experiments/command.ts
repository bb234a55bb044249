/** `npm run own-tests -- <test> …`: the command line of a run. */
import { resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Command, InvalidArgumentError, Option } from "commander";
import { toSlug } from "../cost/rates.ts";
import { parseCountOption, parsePastDayOption, parseUsdOption } from "../facts/command-line.ts";
import { CommandError } from "../facts/fault.ts";
import type { Facts } from "../facts/kinds.ts";
import { readFacts } from "../facts/read-facts.ts";
import { getItemAt } from "../schema/collections.ts";
import type { OwnTestDefinition } from "../schema/experiment.ts";
import { toUserAgent } from "../sources/requests/network.ts";
import { findApiKeyInEnvironment, redactUrl } from "../sources/requests/secrets.ts";
import type { ChatEndpoint } from "./chat.ts";
import { toOwnTestWithItems } from "./items.ts";
import {
  formatRunCostUsd,
  getMaxQuestionCostUsd,
  type OwnTestRunTarget,
  runOwnTest,
  type TokenPricesPerMtok,
  toTestRequestConfig,
} from "./run.ts";

/** Exit code when questions remain; the same command resumes the run. */
const UNFINISHED = 3;
/** Folder of unfinished runs; not in git. */
const JOURNALS = "runs";

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
  maxTokens: number;
  tokenField: ChatEndpoint["tokenField"];
  reasoning?: string;
  omit: string[];
  dryRun: boolean;
  data: string;
}

export function createOwnTestCommand(about: OwnTestDefinition): Command {
  return new Command(about.test)
    .description(about.question)
    .requiredOption("--base-url <url>", "OpenAI-compatible endpoint: https://host/v1", parseBaseUrl)
    .requiredOption(
      "--model <ids...>",
      "model ids at the endpoint; write id=slug where the catalogue has the model under another slug",
    )
    .requiredOption("--date <day>", "day of the run, YYYY-MM-DD", parsePastDayOption)
    .option("--route <host>", "slug of the host, to compare hosts; default: the lab's own host")
    .option("--key-env <name>", "environment variable that holds the key", "OWN_TESTS_API_KEY")
    .option(
      "--cap-usd <amount>",
      "maximum cost of one run in USD, at these prices",
      parseUsdOption,
      1,
    )
    .option(
      "--input-price <usd>",
      "USD per 1M input tokens; default: the catalogue's",
      parseUsdOption,
    )
    .option(
      "--output-price <usd>",
      "USD per 1M output tokens; default: the catalogue's",
      parseUsdOption,
    )
    .option("--concurrency <n>", "number of questions sent at the same time", parseCountOption, 4)
    .option(
      "--max-tokens <n>",
      "maximum tokens of an answer; a reasoning model needs several thousand",
      parseCountOption,
      about.max_tokens ?? 0,
    )
    .addOption(
      new Option("--token-field <name>", "request field that holds the value of --max-tokens")
        .choices(["max_tokens", "max_completion_tokens"])
        .default("max_tokens"),
    )
    .option("--reasoning <effort>", "reasoning effort, sent as `reasoning_effort`")
    .addOption(
      new Option("--omit <fields...>", "request fields that the model does not accept")
        .choices(["temperature", "seed"])
        .default([]),
    )
    .option("--dry-run", "print the maximum cost; send nothing", false)
    .option("--data <folder>", "facts", "data")
    .addHelpText(
      "after",
      `
Example: OWN_TESTS_API_KEY=… npm run own-tests -- ${about.test} --base-url https://host/v1 --model gpt-4o --date 2026-11-21
Exit codes: 0 done, 1 stopped by a fault, ${UNFINISHED} unfinished (the cap). The same command resumes a run, after an interruption too; questions that were answered are not sent again.`,
    )
    .action((options: Options) => runCommand(about, options));
}

async function runCommand(about: OwnTestDefinition, options: Options): Promise<void> {
  const { date, capUsd, maxTokens, concurrency, omit, baseUrl, tokenField } = options;
  const dataFolder = resolve(options.data);
  const facts = await readFacts(dataFolder);
  const test = toOwnTestWithItems(about, facts);
  const plans = options.model.map((model) => toOwnTestRunTarget(model, options, facts));
  for (const { modelId, subject, prices } of plans) {
    const worst = test.items.map(({ prompt }) => getMaxQuestionCostUsd(prompt, maxTokens, prices));
    const total = worst.reduce((sum, usd) => sum + usd, 0);
    process.stderr.write(
      `${about.test}, ${modelId} (${subject.model}): ${worst.length} questions, which cost at most ${formatRunCostUsd(total)}; the spending cap is ${formatRunCostUsd(capUsd)}\n`,
    );
  }
  if (options.dryRun) return;
  const config = toTestRequestConfig(test, {
    reasoning: options.reasoning ?? null,
    maxTokens,
    ...Object.fromEntries(omit.map((field) => [field, null])),
  });
  const key = findApiKeyInEnvironment(process.env, options.keyEnv);
  const userAgent = toUserAgent(getItemAt(facts.service, 0));
  for (const plan of plans) {
    const { id, run, answered, spent } = await runOwnTest({
      test,
      plan,
      date,
      capUsd,
      concurrency,
      endpoint: { baseUrl, key, config, tokenField, userAgent },
      dataFolder,
      recorded: facts.ownTestRuns,
      journalFolder: resolve(JOURNALS),
      sleep: (ms) => setTimeout(ms),
      progress: (line) => void process.stderr.write(`${line}\n`),
    });
    const result =
      run === null
        ? `${answered} answered, and the run is not finished: the next question could exceed the spending cap; run the command again with a larger --cap-usd`
        : `score ${run.score ?? "none"}, ${run.n_valid} of ${run.n_items} answers valid, written to experiments/${run.test}/runs/${id}.json`;
    process.stdout.write(`${id}: ${result}; ${formatRunCostUsd(spent)} spent\n`);
    if (run === null) process.exitCode = UNFINISHED;
  }
}

/**
 * @param model Model id at the endpoint; `id=slug` states which model of the catalogue it is.
 * @param options Prices given here take precedence over the catalogue's.
 * @throws CommandError if the catalogue does not know the model or its price.
 */
export function toOwnTestRunTarget(
  model: string,
  options: Pick<Options, "route" | "inputPrice" | "outputPrice">,
  facts: Facts,
): OwnTestRunTarget {
  const { route = null, inputPrice: input, outputPrice: output } = options;
  if ((input === undefined) !== (output === undefined))
    throw new CommandError("--input-price and --output-price must be given together");
  if (route !== null && !facts.providers.some(({ slug }) => slug === route))
    throw new CommandError(`--route ${route}: no such host in data/providers`);
  const [, modelId = model, named] = /^(.*)=(.*)$/s.exec(model) ?? [];
  const slug = named ?? findModel(modelId, route, facts);
  const known = facts.models.find((fact) => fact.slug === slug);
  if (!known)
    throw new CommandError(
      `--model ${model}: the catalogue has no model "${slug ?? modelId}"; write --model ${modelId}=<slug of data/models>`,
    );
  const prices =
    input !== undefined && output !== undefined
      ? { input, output }
      : pricesOf(known, modelId, route, facts);
  return { subject: { model: known.slug, lab: known.lab }, modelId, route, prices };
}

/** Finds a model by the host's own id if that means only one model, then by slug or alias. */
function findModel(modelId: string, route: string | null, facts: Facts): string | undefined {
  const sold = facts.offers.filter(
    (offer) => offer.model_id === modelId && (route === null || offer.file === route),
  );
  const slugs = new Set(sold.map(({ model }) => model));
  if (slugs.size === 1) return [...slugs][0];
  const written = toSlug(modelId);
  return (
    facts.models.find(({ slug }) => slug === written)?.slug ??
    facts.modelAliases.find(({ alias }) => alias === modelId || alias === written)?.model
  );
}

/** Prices of the model's offer at the given host, or at the lab's own hosts if none is given. */
function pricesOf(
  { slug, lab }: { slug: string; lab: string },
  modelId: string,
  route: string | null,
  facts: Facts,
): TokenPricesPerMtok {
  const own = facts.providers.find((provider) => provider.slug === lab)?.own_hosts ?? [];
  const hosts = route === null ? own : [route];
  const offers = facts.offers
    .filter((offer) => offer.model === slug && hosts.includes(offer.file))
    .sort((a, b) => Number(b.model_id === modelId) - Number(a.model_id === modelId));
  for (const { file, model_id } of offers) {
    // The last stated price is accurate enough to limit the cost of a run.
    const { input = null, output = null } =
      facts.prices.findLast(
        (price) =>
          price.file === file &&
          price.model_id === model_id &&
          price.event === "stated" &&
          !price.note?.startsWith("suspect:"),
      ) ?? {};
    if (input !== null && output !== null) return { input, output };
  }
  throw new CommandError(
    `the catalogue has no price of ${slug} at ${hosts.join(", ") || "its lab"}; name another --route, or give --input-price and --output-price in USD per 1M tokens`,
  );
}

/** Accepts http too: `createHttpsOrLocalDispatcher` sends requests only over https or to this machine. */
function parseBaseUrl(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new InvalidArgumentError("write https://host/v1");
  const url = new URL(text);
  if (url.username !== "" || url.password !== "" || redactUrl(text) !== url.href)
    // The message of an InvalidArgumentError would contain the address, and with it the secret.
    throw new CommandError(
      "--base-url contains a secret; put the key into an environment variable and name it with --key-env",
    );
  return text.replace(/\/(chat\/completions\/?)?$/, "");
}
