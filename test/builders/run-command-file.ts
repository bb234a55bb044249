import { join } from "node:path";
import { vi } from "vitest";

let runs = 0;

/**
 * A command in the process of its test: one of its own takes a second to load the same modules.
 * @param file Path of its module, which reads its arguments when it is imported.
 */
export async function runCommandFile(file: string, args: readonly string[]) {
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    vi.spyOn(process[name], "write").mockImplementation((text) => {
      output[name] += text;
      return true;
    });
  const exit = vi.spyOn(process, "exit").mockReturnValue(undefined as never);
  const { argv, exitCode } = process;
  Object.assign(process, { argv: [process.execPath, file, ...args], exitCode: 0 });
  try {
    // Commander ends the process after its help, so that what follows here fails.
    await import(`${join(process.cwd(), file)}?run=${runs++}`).catch((error: Error) => {
      if (exit.mock.calls.length === 0) throw error;
    });
    return { code: process.exitCode, ...output };
  } finally {
    vi.restoreAllMocks();
    Object.assign(process, { argv, exitCode });
  }
}
