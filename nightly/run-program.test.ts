import { expect, test, vi } from "vitest";
import { runProgram } from "./run-program.ts";

const node = (script: string, limitMs?: number) =>
  runProgram(process.execPath, ["--eval", script], {
    graceMs: 200,
    ...(limitMs !== undefined && { limitMs }),
  });

test("tells the exit code and what was printed", async () => {
  expect(await node("console.log('out'); process.exitCode = 3")).toEqual({
    code: 3,
    output: "out\n",
  });
});

const FOR_EVER = "setInterval(() => {}, 1000)";

test.concurrent.each([
  ["never ends", FOR_EVER],
  ["does not hear that it should end", `process.on('SIGTERM', () => {}); ${FOR_EVER}`],
  [
    "leaves another behind that holds its output",
    `require('node:child_process').spawn(process.execPath, ['--eval', 'setTimeout(() => {}, 20000)'], { stdio: 'inherit' }); ${FOR_EVER}`,
  ],
])("a program that %s is ended, and its caller goes on", async (_, script) => {
  const { code, output } = await node(script, 1000);
  expect(code).toBeNull();
  expect(output).toContain("ended: it was not done after 1 s");
});

test("a program gets no secret of ours, unless it needs them", async () => {
  const secrets = {
    ...{ VAST_API_KEY: "s3cret-1", MIRROR_TOKEN: "s3cret-2", WEBHOOKS_JSON: "s3cret-3" },
    MIRROR_REPO: "https://someone:s3cret-4@mirror.example/x",
  };
  for (const [name, value] of Object.entries(secrets)) vi.stubEnv(name, value);
  const print = ["--print", "JSON.stringify(process.env)"];
  const { output } = await runProgram(process.execPath, print, { env: { DAY: "today" } });
  expect(output).toContain('"PATH"');
  expect(output).toContain('"DAY":"today"');
  expect(output).not.toContain("s3cret");
  const pushing = await runProgram(process.execPath, print, { needsSecrets: true });
  for (const value of Object.values(secrets)) expect(pushing.output).toContain(value);
  vi.unstubAllEnvs();
});

test("of a program that prints without end the last is kept", async () => {
  const { output } = await node(
    "for (let i = 0; i < 40; i++) console.log('x'.repeat(100000)); console.log('last')",
  );
  expect(output.length).toBeLessThanOrEqual(1_000_000);
  expect(output.endsWith("last\n")).toBe(true);
});

test("a program that is not there is an error", async () => {
  await expect(runProgram("no-such-program", [])).rejects.toThrow(/ENOENT/);
});
