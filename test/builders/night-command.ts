/** A small world for whole nights: sample facts, upstreams that replay samples, a site in a temporary folder. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import glob from "fast-glob";
import { type Replay, startReplay } from "./replay-server.ts";
import { SAMPLE, writeSample } from "./sample-facts.ts";
import { upstreamSamples } from "./upstream-samples.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
export const DAY = "2026-03-01";

export interface World {
  folder: string;
  replay: Replay;
  /** Runs `npm run nightly` in a process of its own. */
  night(options?: { day?: string; more?: string[]; killAfterMs?: number }): Promise<Ended>;
  /** Path below `data/` → sha256. */
  facts(): Promise<Map<string, string>>;
  /** Path below `dist/` → sha256; empty when there is none. */
  site(): Promise<Map<string, string>>;
  report(day?: string): Promise<string>;
  /** What an address answers. */
  sample(url: string): string;
  close(): Promise<void>;
}

interface Ended {
  /** Null when it was killed. */
  code: number | null;
  output: string;
}

/** @param sources The upstreams that answer; the others are not asked. */
export async function openWorld(sources: readonly string[] = ["openrouter"]): Promise<World> {
  const { folder, data, remove } = await writeSample(SAMPLE);
  const samples = upstreamSamples(DAY, []);
  const answers = sources.flatMap((source) =>
    (samples.get(source) ?? []).map(({ url, body }) => [url, body] as const),
  );
  const replay = await startReplay(Object.fromEntries(answers));
  const at = (name: string) => join(folder, name);
  return {
    folder,
    replay,
    night: ({ day = DAY, more = [], killAfterMs } = {}) =>
      run(
        [
          ...["--data", data, "--dist", at("dist"), "--function-data", at("function.json")],
          ...["--reports", at("reports"), "--cache", at("cache"), "--day", day],
          ...[
            "--replay",
            replay.origin,
            "--no-contract",
            "--max-files",
            "20",
            "--only",
            ...sources,
            ...more,
          ],
        ],
        killAfterMs,
      ),
    facts: () => digests(data),
    site: () => digests(at("dist")),
    report: (day = DAY) => readFile(at(`reports/night-${day}.md`), "utf8"),
    sample: (url) => new Map(answers).get(url) ?? "",
    close: async () => {
      await replay.close();
      await remove();
    },
  };
}

function run(args: string[], killAfterMs: number | undefined): Promise<Ended> {
  // A group of its own, so that its children die with it.
  // The test runner sets a base address of its own.
  const { BASE_URL: _, ...env } = process.env;
  const child = spawn(process.execPath, ["--import", "tsx", "nightly/cli.ts", ...args], {
    cwd: ROOT,
    env,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
    });
  const kill = () => process.kill(-child.pid!, "SIGKILL");
  const timer = killAfterMs === undefined ? undefined : setTimeout(kill, killAfterMs);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      clearTimeout(timer);
      resolve({ code, output });
    });
  });
}

async function digests(folder: string): Promise<Map<string, string>> {
  const paths = (await glob("**/*", { cwd: folder, dot: true })).sort();
  return new Map(
    await Promise.all(
      paths.map(async (path) => {
        const bytes = await readFile(join(folder, path));
        return [path, createHash("sha256").update(bytes).digest("hex")] as const;
      }),
    ),
  );
}
