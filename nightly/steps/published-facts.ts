/** What must hold of any published facts, as a step of the night: vitest project `whole`, on a site built from its facts. */
import { runProgram } from "./run-program.ts";

const SHOWN_LINES = 60;
/** Whole answers stand in some messages. */
const SHOWN_WIDTH = 200;

/** @returns What does not hold; null when everything does. */
export async function testPublishedFacts(dataFolder: string): Promise<string | null> {
  const { code, output } = await runProgram("npx", ["vitest", "run", "--project", "whole"], {
    env: { ALMANAC_DATA: dataFolder, NO_COLOR: "1" },
  });
  return code === 0 ? null : failedPart(output);
}

/** What failed, without what passed. */
function failedPart(output: string): string {
  const failed = output.indexOf("Failed Tests");
  const lines = (failed < 0 ? output : output.slice(failed)).trim().split("\n");
  const shown = failed < 0 ? lines.slice(-SHOWN_LINES) : lines.slice(0, SHOWN_LINES);
  return shown.map((line) => line.slice(0, SHOWN_WIDTH)).join("\n");
}
