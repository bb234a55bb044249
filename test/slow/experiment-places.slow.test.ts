/** `npm run own-tests` beside another one, without room, and on another machine. */
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mountDisk } from "../builders/full-disk.ts";
import {
  HOST_QUESTION_FACTS,
  HOST_QUESTIONS,
  RIGHT_ANSWERS,
} from "../builders/host-question-facts.ts";
import { ELSEWHERE } from "../builders/other-place.ts";
import { writeSample } from "../builders/sample-facts.ts";
import { type ScriptedModels, startScriptedModels } from "../builders/scripted-models.ts";
import { type Run, run } from "../contract/run-build.ts";

const COMMAND = fileURLToPath(new URL("../../build/experiments/main.ts", import.meta.url));

let models: ScriptedModels;
let sample: Awaited<ReturnType<typeof writeSample>>;
beforeAll(async () => {
  models = await startScriptedModels({
    say: (prompt) => RIGHT_ANSWERS.get(prompt) ?? "",
    delayMs: 3,
  });
  sample = await writeSample(HOST_QUESTION_FACTS);
});
afterAll(async () => {
  await models.close();
  await sample.remove();
});

/** A copy of the facts that nothing was measured into. */
function freshData(name: string): string {
  const data = join(sample.folder, name);
  cpSync(sample.data, data, { recursive: true });
  return data;
}

/** @param folder Holds `data`; gets the journals. */
function measure(data: string, journals: string, env = {}): Promise<Run> {
  const options = {
    ...{ "base-url": models.baseUrl, model: "right=acme-large", date: "2026-11-01" },
    ...{ "cap-usd": 1, concurrency: 4, data, journals },
  };
  const words = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  return run(
    process.execPath,
    ["--import", "tsx", COMMAND, HOST_QUESTIONS.about.test, ...words],
    env,
  );
}

/** Text of the one run that was recorded. */
function recordedIn(data: string): string {
  const folder = join(data, "experiments", HOST_QUESTIONS.about.test, "runs");
  const [name, ...others] = readdirSync(folder);
  expect(others).toEqual([]);
  return readFileSync(join(folder, name ?? ""), "utf8");
}

test("another time zone, language and clock give the same bytes", async () => {
  const [here, there] = [freshData("here"), freshData("there")];
  const journals = (name: string) => join(sample.folder, `journals-${name}`);
  expect(await measure(here, journals("here"))).toMatchObject({ code: 0 });
  expect(await measure(there, journals("there"), ELSEWHERE)).toMatchObject({ code: 0 });
  expect(recordedIn(there)).toBe(recordedIn(here));
});

test("of two at once one measures and the other says why it does not begin", async () => {
  const [data, journals] = [freshData("two"), join(sample.folder, "journals-two")];
  const before = models.asked.length;
  const runs = await Promise.all([measure(data, journals), measure(data, journals)]);
  for (const { code, stderr } of runs)
    if (code !== 0) expect(stderr).toMatch(/^process \d+ is at work on this run; wait for it/m);
  expect(runs.map(({ code }) => code)).toContain(0);
  // One that begins when the other has ended finds the run in the facts, and asks nothing either.
  expect(models.asked.length - before).toBe(HOST_QUESTIONS.items.length);
  expect(JSON.parse(recordedIn(data))).toMatchObject({ score: 100, n_valid: 100 });
});

test("a full disk and one that can only be read stop it in a sentence; what was answered is not asked again", async (context) => {
  const disk = mountDisk(join(sample.folder, "disk"), 200_000);
  if (disk === undefined) return context.skip();
  try {
    const [data, journals] = [freshData("full"), join(disk.path, "journals")];
    mkdirSync(journals);
    const rest = join(disk.path, "rest");
    writeFileSync(rest, Buffer.alloc(180_000));
    const full = await measure(data, journals);
    expect([full.code, full.stderr]).toEqual([1, expect.stringMatching(/the disk is full; free/)]);
    expect(full.stderr).not.toContain("    at ");
    const asked = models.asked.length;
    writeFileSync(rest, "");
    expect(await measure(data, journals)).toMatchObject({ code: 0 });
    expect(models.asked.length - asked).toBeLessThan(HOST_QUESTIONS.items.length);
    expect(JSON.parse(recordedIn(data))).toMatchObject({ score: 100, n_valid: 100 });
    disk.makeReadOnly();
    const readOnly = await measure(freshData("read-only"), journals);
    expect(readOnly.stderr).toMatch(/this place can only be read; /);
    expect([readOnly.code, readOnly.stderr.includes("    at ")]).toEqual([1, false]);
  } finally {
    disk.unmount();
  }
});
