/** Sixty questions as an assistant's user asks them, answered through the tools; what is right is read from the exports. */
import { expect } from "vitest";
import { evaluateTasks, readTasks } from "../../mcp-server/evaluation/evaluate.ts";
import { verifies } from "../contract/verifies.ts";

verifies("7.2-tasks", "every task gives the facts of the exports", async ({ dist, handle }) => {
  const tasks = await readTasks();
  expect(tasks.length).toBeGreaterThanOrEqual(60);
  expect(new Set(tasks.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(12);
  const outcomes = await evaluateTasks(tasks, dist, handle);
  expect(outcomes.filter(({ miss }) => miss !== null)).toEqual([]);
});
