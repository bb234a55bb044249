/** `npm run nightly`: the whole night in one command. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Command, InvalidArgumentError } from "commander";
import { type Acceptance, GATE_NAMES, type GateName } from "../build/collect/live-run.ts";
import { BuildError } from "../build/facts/fault.ts";
import { createNetworkEffects, toUserAgent } from "../build/ingest/http/real-effects.ts";
import { Service } from "../build/schema/service.ts";
import { type NightEffects, night } from "./night.ts";
import { type TellOptions, tell } from "./notify.ts";
import { buildSite } from "./steps/build-site.ts";
import { testContract } from "./steps/contract.ts";
import { createLog } from "./steps/log.ts";

interface Options extends TellOptions {
  data: string;
  dist: string;
  functionData: string;
  reports: string;
  cache: string;
  day: string;
  only?: string[];
  accept: Pick<Acceptance, "gate" | "source">[];
  reason?: string;
  replay?: string;
  contract: boolean;
  maxFiles?: string;
  dryRun: boolean;
}

const EXIT_CODES = `
Exit codes: 0 published, or nothing new; 1 stopped: the contract does not hold, or a step failed; 2 published, but
a source failed or was held back (the report says which).`;

const program = new Command("nightly")
  .description(
    "Collects, gates, builds, tests the contract, publishes and tells; report in reports/.",
  )
  .option("--data <folder>", "facts", "data")
  .option("--dist <folder>", "published files", "dist")
  .option("--function-data <file>", "what the function bundles", ".cache/function/data.mjs")
  .option("--reports <folder>", "reports of the run", "reports")
  .option(
    "--cache <folder>",
    "last answers of the upstreams, and what was told last",
    ".cache/night",
  )
  .option("--day <YYYY-MM-DD>", "day of the night", toDay, new Date().toISOString().slice(0, 10))
  .option("--only <sources...>", "read these sources alone")
  .option("--accept <gate:source>", "let through what this gate holds back", toAcceptance, [])
  .option("--reason <text>", "why it is let through; recorded in data/")
  .option("--replay <origin>", "ask this server in place of every upstream")
  .option("--max-files <number>", "at most so many files of one endpoint, as for npm run build")
  .option("--no-contract", "publish without testing the contract")
  .option("--commit", "commit data/ with the report as message", false)
  .option("--push", "push the commit; the site is deployed from it", false)
  .option("--webhooks <file>", "subscribers, outside the repository", process.env.WEBHOOKS_FILE)
  .option("--dry-run", "do everything to copies; write only the report", false)
  .addHelpText("after", EXIT_CODES);

try {
  process.exitCode = await main(program.parse().opts<Options>());
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  process.stderr.write(`${error.message}\nnightly: stopped; run it again when that is mended\n`);
  process.exitCode = 1;
}

async function main(options: Options): Promise<number> {
  const { data, dist, functionData, reports, cache, day, only, dryRun } = options;
  const started = performance.now();
  const reportsFolder = resolve(reports);
  const { report, state, collection } = await night(
    {
      dataFolder: resolve(data),
      distFolder: resolve(dist),
      functionData: resolve(functionData),
      reportsFolder,
      lastNight: join(resolve(cache), "told.mjs"),
      day,
      accept: toAcceptances(options),
      ...(only && { only }),
      dryRun,
    },
    await toEffects(options, started),
  );
  await mkdir(reportsFolder, { recursive: true });
  const file = join(reports, `night-${day}.md`);
  await writeFile(file, report);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const [summary] = report.split("\n");
  process.stdout.write(`${state} in ${seconds} s: ${summary} (${file})\n`);
  if (state === "stopped") return 1;
  return collection.outcomes.some(({ state: one }) => one === "failed" || one === "held") ? 2 : 0;
}

async function toEffects(options: Options, started: number): Promise<NightEffects> {
  const { data, cache, reports, day, replay, contract, maxFiles } = options;
  const service = Service.parse(JSON.parse(await readFile(join(data, "service.json"), "utf8")));
  return {
    network: createNetworkEffects({
      day,
      userAgent: toUserAgent(service),
      env: process.env,
      cacheFolder: join(resolve(cache), "upstreams"),
      log: await createLog(join(reports, `night-${day}.log`)),
      ...(replay !== undefined && { replay }),
    }),
    build: (...places) => buildSite(...places, maxFiles),
    testContract: contract ? testContract : async () => null,
    tell: (report, events) => tell(report, events, options, service),
    onStep: (step) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      process.stderr.write(`${seconds.padStart(6)} s  ${step}\n`);
    },
  };
}

function toAcceptances({ accept, reason }: Options): Acceptance[] {
  if (accept.length > 0 && !reason?.trim())
    throw new BuildError("--accept needs --reason: why is it real? It is recorded in data/");
  return accept.map((one) => ({ ...one, reason: reason ?? "" }));
}

function toAcceptance(
  text: string,
  before: Pick<Acceptance, "gate" | "source">[],
): Pick<Acceptance, "gate" | "source">[] {
  const [gate, source] = text.split(":");
  if (!GATE_NAMES.some((name) => name === gate) || !source)
    throw new InvalidArgumentError(
      `write <gate>:<source>; gates are ${GATE_NAMES.join(", ")}, a source is a name in data/sources.`,
    );
  return [...before, { gate: gate as GateName, source }];
}

function toDay(text: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))) return text;
  throw new InvalidArgumentError("write YYYY-MM-DD.");
}
