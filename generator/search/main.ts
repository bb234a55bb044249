/** `npm run search:judge`. */
import { resolve } from "node:path";
import { Command } from "commander";
import { load } from "../load.ts";
import { GOAL, HALVES, judge, meanReciprocalRank, misnamed, toMiss, toTable } from "./judge.ts";
import { readJudged } from "./read-judged.ts";

const { data, misses } = new Command("search:judge")
  .description(
    `Asks the search the queries of judged.csv and prints the mean reciprocal rank by kind and half. Exit code 1 when the held half is below ${GOAL} or a model's own name does not lead to it.`,
  )
  .option("--data <folder>", "facts", "data")
  .option("--misses <half>", "list the misses of `tune`, `held` or `all`", "tune")
  .parse()
  .opts<{ data: string; misses: string }>();

const { catalog, search, snapshot } = await load({
  dataFolder: resolve(data),
  snapshotFile: null,
  baseUrl: undefined,
});
snapshot.close();
const verdicts = judge(await readJudged(), search);
const unnamed = misnamed(catalog.models, search);
const [tune, held] = HALVES.map((half) =>
  meanReciprocalRank(verdicts.filter((verdict) => verdict.half === half)),
) as [number, number];
const missed = verdicts.filter(({ rank, half }) => rank !== 1 && [half, "all"].includes(misses));

process.stdout.write(`${toTable(verdicts)}\n\n`);
for (const verdict of missed) process.stdout.write(`${toMiss(verdict)}\n`);
for (const name of unnamed) process.stdout.write(`not first under its own name: ${name}\n`);
process.stdout.write(
  `${verdicts.length} queries: ${held.toFixed(3)} on the held half (goal ${GOAL}), ${tune.toFixed(3)} on the other; ${unnamed.length} of ${2 * catalog.models.length} names and slugs of models not first\n`,
);
process.exitCode = held >= GOAL && unnamed.length === 0 ? 0 : 1;
