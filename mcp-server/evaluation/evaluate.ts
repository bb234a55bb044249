/** Questions as an assistant's user asks them, and whether the tools answer them with the facts of the exports. */
import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { z } from "zod";
import { BuildError } from "../../build/facts/fault.ts";
import type { Handle } from "../handle.ts";
import { ask } from "./caller.ts";
import { type ExpectedFacts, type Facts, openExpectedFacts } from "./expected-facts.ts";
import { openToolClient, type ToolClient } from "./tool-client.ts";

const Task = z.strictObject({
  kind: z.string().min(1).describe("A view of facts.sql"),
  place: z.coerce.number().int().positive().describe("Row of the view"),
  question: z.string().min(1).describe("With the view's columns in braces"),
});
type Task = z.infer<typeof Task>;

export interface TaskOutcome {
  kind: string;
  question: string;
  /** What is wrong with the answer; null when it gives every fact, as a field and in words. */
  miss: string | null;
}

/** @throws ZodError when a row is not one. */
export async function readTasks(): Promise<Task[]> {
  const text = await readFile(new URL("tasks.csv", import.meta.url), "utf8");
  return z.array(Task).parse(parse(text, { columns: true }));
}

/** @param dist The built site, whose exports say what is right. */
export async function evaluateTasks(
  tasks: readonly Task[],
  dist: string,
  handle: Handle,
): Promise<TaskOutcome[]> {
  const client = await openToolClient(handle);
  const facts = await openExpectedFacts(dist);
  try {
    const outcomes: TaskOutcome[] = [];
    for (const task of tasks) outcomes.push(await tryTask(task, facts, client));
    return outcomes;
  } finally {
    facts.close();
  }
}

async function tryTask(
  { kind, place, question: template }: Task,
  facts: ExpectedFacts,
  client: ToolClient,
): Promise<TaskOutcome> {
  const wanted = await facts.find(kind, place);
  const question = fill(template, wanted);
  const answer = await ask(question, client);
  const given = answer.facts.join(" · ");
  const expected = wanted.expected.join(" · ");
  const unsaid = wanted.said.filter((words) => !answer.text.includes(words));
  if (given !== expected)
    return { kind, question, miss: `${answer.tool}: ${given || answer.text}, not ${expected}` };
  return {
    ...{ kind, question },
    miss:
      unsaid.length === 0 ? null : `${answer.tool}: the text does not say ${unsaid.join(" · ")}`,
  };
}

function fill(template: string, facts: Facts): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = facts[name];
    if (typeof value !== "string")
      throw new BuildError(
        `tasks.csv: "${template}" names {${name}}, which its kind does not have`,
      );
    return value;
  });
}
