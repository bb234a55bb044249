/** `npm run nightly` in a process of its own, on a small world. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { DAY, MAX_FILES, type NightWorld, SOURCE } from "./night-world.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

interface CommandOptions {
  day?: string;
  only?: string;
  more?: readonly string[];
  killAfterMs?: number;
}

interface Ended {
  /** Null when it was killed. */
  code: number | null;
  output: string;
}

export function nightCommand(
  { at, replay }: NightWorld,
  { day = DAY, only = SOURCE, more = [], killAfterMs }: CommandOptions = {},
): Promise<Ended> {
  const places = [
    "--data",
    at("data"),
    "--dist",
    at("dist"),
    "--function-data",
    at("function.json"),
  ];
  const run = ["--reports", at("reports"), "--cache", at("cache"), "--day", day];
  const upstream = ["--replay", replay.origin, "--only", only];
  const quick = ["--no-contract", "--max-files", MAX_FILES];
  return runNightly([...places, ...run, ...upstream, ...quick, ...more], killAfterMs);
}

function runNightly(args: readonly string[], killAfterMs: number | undefined): Promise<Ended> {
  const child = spawn(process.execPath, ["--import", "tsx", "nightly/cli.ts", ...args], {
    cwd: ROOT,
    // A group of its own, so that its children die with it.
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
    });
  const kill = () => child.pid !== undefined && process.kill(-child.pid, "SIGKILL");
  const timer = killAfterMs === undefined ? undefined : setTimeout(kill, killAfterMs);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      clearTimeout(timer);
      resolve({ code, output });
    });
  });
}
