/** The contract tests as a step of the night, on a site built from the night's facts. */
import { runProgram } from "./run-program.ts";

/** The end of their output says what failed. */
const TOLD_LINES = 60;

/** @returns What does not hold; null when everything does. */
export async function testContract(dataFolder: string): Promise<string | null> {
  const { code, output } = await runProgram("npx", ["vitest", "run", "--project", "contract"], {
    ALMANAC_DATA: dataFolder,
    NO_COLOR: "1",
  });
  return code === 0 ? null : output.trim().split("\n").slice(-TOLD_LINES).join("\n");
}
