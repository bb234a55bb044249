/** `npm run search:evaluate`. */
import { resolve } from "node:path";
import { Command } from "commander";
import { load } from "../../load.ts";
import {
  answeredByOtherType,
  evaluate,
  GOAL,
  meanReciprocalRank,
  misnamed,
  toMissLine,
  toTable,
} from "./evaluate.ts";
import { type Half, readJudgedQueries } from "./judged-queries.ts";

const { data, misses } = new Command("search:evaluate")
  .description(
    `Asks the search the queries of judged-queries.csv and prints the mean reciprocal rank by kind and half. Exit code 1 when the held half is below ${GOAL}, a question is answered by a thing of the wrong type, or a model's own name does not lead to it.`,
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

const evaluated = evaluate(await readJudgedQueries(), search);
const mistaken = answeredByOtherType(evaluated);
const unnamed = misnamed(catalog.models, search);
const rankOf = (half: Half) => meanReciprocalRank(evaluated.filter((one) => one.half === half));
const held = rankOf("held");
const missed = evaluated.filter(({ rank, half }) => rank !== 1 && [half, "all"].includes(misses));

process.stdout.write(`${toTable(evaluated)}\n\n`);
for (const query of missed) process.stdout.write(`${toMissLine(query)}\n`);
for (const name of unnamed) process.stdout.write(`not first under its own name: ${name}\n`);
const mistakenIn = (half: Half) => mistaken.filter((one) => one.half === half).length;
process.stdout.write(
  `${evaluated.length} queries: ${held.toFixed(3)} on the held half (goal ${GOAL}), ${rankOf("tune").toFixed(3)} on the other; first answers of the wrong type to questions: ${mistakenIn("held")} and ${mistakenIn("tune")}; ${unnamed.length} of ${2 * catalog.models.length} names and slugs of models not first\n`,
);
process.exitCode = held >= GOAL && mistaken.length === 0 && unnamed.length === 0 ? 0 : 1;
