/** Runs a script in a process of its own and measures it from outside: wall time and peak memory. */
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface ChildRun {
  ms: number;
  peakBytes: number;
  output: string;
}

/** @param args Arguments of node; the child reports its peak memory when it exits. */
export async function runChild(args: readonly string[]): Promise<ChildRun> {
  const folder = await mkdtemp(join(tmpdir(), "almanac-bench-"));
  const report = join(folder, "peak");
  const preload = `data:text/javascript,${encodeURIComponent(
    `import{writeFileSync}from"node:fs";process.on("exit",()=>writeFileSync(${JSON.stringify(report)},String(process.resourceUsage().maxRSS)))`,
  )}`;
  const started = performance.now();
  const output = await new Promise<string>((resolve, reject) => {
    const child = spawn(process.execPath, ["--import", preload, ...args], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    let text = "";
    let errors = "";
    child.stdout.on("data", (chunk) => (text += chunk));
    child.stderr.on("data", (chunk) => (errors += chunk));
    child.on("error", reject);
    child.on("exit", (code) =>
      code === 0
        ? resolve(text)
        : reject(new Error(`${args.join(" ")} ended with ${code}: ${errors}`)),
    );
  });
  const ms = performance.now() - started;
  const peakBytes = Number(await readFile(report, "utf8")) * 1024;
  await rm(folder, { recursive: true });
  return { ms, peakBytes, output };
}
