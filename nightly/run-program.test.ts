import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { createTemporaryFolder } from "../test/builders/temporary-folder.ts";
import { runChildProgram } from "./run-program.ts";

const node = (script: string, limits = {}) =>
  runChildProgram(process.execPath, ["--eval", script], limits);

test("returns the exit code and the output", async () => {
  const script = "console.log('out'); console.error('err'); process.exitCode = 3";
  expect(await node(script)).toEqual({ code: 3, output: "out\nerr\n", stdout: "out\n" });
});

const FOR_EVER = "setInterval(() => {}, 1000)";

test.concurrent.each([
  ["ignores SIGTERM", `process.on('SIGTERM', () => {}); ${FOR_EVER}`],
  [
    "leaves a child behind that holds its output",
    `require('node:child_process').spawn(process.execPath, ['--eval', 'setTimeout(() => {}, 20000)'], { stdio: 'inherit' }); ${FOR_EVER}`,
  ],
])("a program that %s is killed, and its caller continues", async (_, script) => {
  const { code, output } = await node(script, { limitMs: 500 });
  expect(code).toBeNull();
  expect(output).toContain("stopped: it had not finished after 0.5 s");
});

test.each(["SIGINT", "SIGTERM"] as const)(
  "a program ends when its caller gets %s",
  async (signal) => {
    const file = join(createTemporaryFolder("run-program"), "pid");
    const child = `require('node:fs').writeFileSync('${file}', String(process.pid)); ${FOR_EVER}`;
    const run = `import { runChildProgram } from "${new URL("run-program.ts", import.meta.url)}"; await runChildProgram(process.execPath, ["--eval", ${JSON.stringify(child)}]);`;
    const options = ["--import", "tsx", "--input-type=module", "--eval", run];
    const caller = spawn(process.execPath, options, { stdio: "ignore" });
    const ended = once(caller, "exit");
    const pid = await vi.waitFor(() => {
      const text = readFileSync(file, "utf8");
      expect(text).not.toBe("");
      return Number(text);
    }, 30_000);
    caller.kill(signal);
    expect(await ended).toEqual([null, signal]);
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow("ESRCH"), 10_000);
  },
);

test("a program gets our secrets only when it needs them", async () => {
  const secrets = {
    VAST_API_KEY: "s3cret-1",
    MIRROR_TOKEN: "s3cret-2",
    WEBHOOKS_JSON: "s3cret-3",
    MIRROR_REPO: "https://someone:s3cret-4@mirror.example/x",
  };
  for (const [name, value] of Object.entries(secrets)) vi.stubEnv(name, value);
  const print = ["--print", "JSON.stringify(process.env)"];
  const { output } = await runChildProgram(process.execPath, print, { env: { DAY: "today" } });
  expect(output).toContain('"PATH"');
  expect(output).toContain('"DAY":"today"');
  expect(output).not.toContain("s3cret");
  const pushing = await runChildProgram(process.execPath, print, { needsSecrets: true });
  for (const value of Object.values(secrets)) expect(pushing.output).toContain(value);
});
