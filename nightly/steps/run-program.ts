/** Programs of this project, each in a process of its own. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

interface Ended {
  code: number | null;
  output: string;
}

/** @returns Its exit code, and all that it printed. */
export function runProgram(
  program: string,
  args: readonly string[],
  env: Record<string, string> = {},
  cwd: string = ROOT,
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (chunk: string) => {
        output += chunk;
      });
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output }));
  });
}
