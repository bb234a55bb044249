/** `npm run assistants:evaluate`. */
import { resolve } from "node:path";
import { Command } from "commander";
import { createHandle } from "../handle.ts";
import { FUNCTION_DATA, readFunctionContext } from "../read-function-context.ts";
import { evaluateTasks, readTasks } from "./evaluate.ts";

const { dist, sweep } = new Command("assistants:evaluate")
  .description(
    "Asks the tool server the questions of tasks.csv by rules and compares its answers with the exports. Needs `npm run build` before. Exit code 1 when one is wrong.",
  )
  .option("--dist <folder>", "the built site", "dist")
  .option("--sweep <facts>", "ask each question of so many facts of its kind", "1")
  .parse()
  .opts<{ dist: string; sweep: string }>();

const context = readFunctionContext(resolve(FUNCTION_DATA));
const tasks = (await readTasks()).flatMap((task) =>
  Array.from({ length: Number(sweep) }, (_, more) => ({ ...task, place: task.place + more })),
);
const outcomes = await evaluateTasks(
  tasks,
  resolve(dist),
  createHandle(context, { isLocal: true }),
);
const misses = outcomes.filter(({ miss }) => miss !== null);
for (const { kind, question, miss } of misses)
  process.stdout.write(`${kind}: ${question} → ${miss}\n`);
const kinds = new Set(outcomes.map(({ kind }) => kind));
process.stdout.write(
  `${outcomes.length - misses.length} of ${outcomes.length} tasks of ${kinds.size} kinds answered with the facts of the exports\n`,
);
process.exitCode = misses.length > 0 ? 1 : 0;
