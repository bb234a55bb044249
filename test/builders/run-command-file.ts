import { join } from "node:path";
import { vi } from "vitest";

let runs = 0;

/**
 * A command in the process of its test: a process of its own takes a second to load the same modules.
 * @param file Path of its module, which reads its arguments when it is imported.
 */
export async function runCommandFile(file: string, args: readonly string[]) {
  const told = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    vi.spyOn(process[name], "write").mockImplementation((text) => {
      told[name] += text;
      return true;
    });
  const { argv, exitCode } = process;
  vi.spyOn(process, "exit").mockImplementation((): never => {
    throw new Error("exit");
  });
  process.argv = [process.execPath, file, ...args];
  process.exitCode = 0;
  try {
    await import(`${join(process.cwd(), file)}?run=${runs++}`).catch((error: Error) => {
      // Commander ends the process after its help.
      if (error.message !== "exit") throw error;
    });
    return { code: process.exitCode, ...told };
  } finally {
    vi.restoreAllMocks();
    Object.assign(process, { argv, exitCode });
  }
}
