/** `npm run ingest` killed in the middle: old or new facts stand, never half, and the next run ends the work. */
import { spawn } from "node:child_process";
import { cp, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import glob from "fast-glob";
import { expect, it } from "vitest";
import { digests } from "../builders/files.ts";
import { mountDisk } from "../builders/full-disk.ts";
import { toFiles } from "../builders/market.ts";
import { type MarketWorld, openMarket } from "../builders/market-world.ts";
import { clockOff, ELSEWHERE } from "../builders/other-place.ts";

/** `KILLS=100 npx vitest run --project slow test/slow/ingest-kill.test.ts` for the long run. */
const KILLS = Number(process.env.KILLS ?? 8);
const [DAY, NEXT_DAY] = ["2026-06-01", "2026-06-02"];

/** Sources whose answers in the market are as long as those of the real upstreams must be. */
const SOURCES = ["github-stars", "hacker-news", "sec-edgar", "vast-ai", "wikimedia"];

async function writeCopies({ at, market }: MarketWorld, day: string): Promise<void> {
  for (const [source, files] of toFiles(market, day))
    if (SOURCES.includes(source))
      for (const [path, text] of files) {
        const file = join(at("copies"), source, path);
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, text);
      }
}

/** @returns Exit code; null when it was killed. */
async function runIngest(world: MarketWorld, day: string, killAfterMs?: number) {
  return (await ingestInto(world, world.at("data"), day, killAfterMs)).code;
}

function ingestInto(
  { at }: MarketWorld,
  data: string,
  /** Null: that of the clock. */
  day: string | null,
  killAfterMs?: number,
  env = {},
): Promise<{ code: number | null; stderr: string }> {
  const places = ["--data", data, "--reports", at("reports"), "--from", at("copies")];
  const dated = day === null ? [] : ["--day", day];
  const args = ["--import", "tsx", "build/ingest/main.ts", ...places, ...dated];
  const child = spawn(process.execPath, args, {
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, ...env },
  });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const kill = () => child.pid !== undefined && process.kill(-child.pid, "SIGKILL");
  const timer = killAfterMs === undefined ? undefined : setTimeout(kill, killAfterMs);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      clearTimeout(timer);
      resolve({ code, stderr });
    });
  });
}

it(`an ingest killed at ${KILLS} moments leaves old or new facts, never half`, {
  timeout: KILLS * 30_000 + 120_000,
}, async () => {
  const world = await openMarket();
  const facts = () => digests(world.at("data"));
  await writeCopies(world, DAY);
  expect(await runIngest(world, DAY)).not.toBe(1);
  const before = await facts();
  await cp(world.at("data"), world.at("saved"), { recursive: true });
  await writeCopies(world, NEXT_DAY);
  const started = performance.now();
  expect(await runIngest(world, NEXT_DAY)).not.toBe(1);
  const length = performance.now() - started;
  const after = await facts();
  expect(after).not.toEqual(before);

  const seen = { old: 0, new: 0, aside: 0 };
  for (let kill = 0; kill < KILLS; kill++) {
    for (const name of ["data", "data.next", "data.old"])
      await rm(world.at(name), { recursive: true, force: true });
    await cp(world.at("saved"), world.at("data"), { recursive: true });
    // The last fifth, in which facts are staged, looked at and exchanged, is killed as often as all before.
    const share = kill % 2 === 0 ? 0.8 + (0.2 * kill) / KILLS : (0.8 * kill) / KILLS;
    await runIngest(world, NEXT_DAY, length * share);
    const left = await facts();
    const isAside = left.size === 0;
    // Between two renames a folder stands aside, and the next run puts it back.
    if (isAside) expect(await readdir(world.folder)).toContain("data.old");
    else expect([before, after]).toContainEqual(left);
    seen[
      isAside ? "aside" : JSON.stringify([...left]) === JSON.stringify([...after]) ? "new" : "old"
    ] += 1;
    expect(await runIngest(world, NEXT_DAY), `killed after ${share}`).not.toBe(1);
    expect(await facts(), `killed after ${share}`).toEqual(after);
  }
  expect(seen.old).toBeGreaterThan(0);
  await world.close();
});

it("of two ingests at once one ends and the other says why it does not begin", async () => {
  const world = await openMarket();
  await writeCopies(world, DAY);
  const runs = await Promise.all([0, 1].map(() => ingestInto(world, world.at("data"), DAY)));
  for (const { code, stderr } of runs)
    if (code === 1) expect(stderr).toMatch(/^process \d+ reads upstreams into .*; wait for it/);
  expect(runs.filter(({ code }) => code !== 1)).not.toHaveLength(0);
  for (const left of ["data.next", "data.old", "data.lock"])
    expect(await readdir(world.folder)).not.toContain(left);
  await world.close();
});

it("another time zone, language and clock give the same facts", async () => {
  const world = await openMarket();
  await writeCopies(world, DAY);
  await cp(world.at("data"), world.at("elsewhere"), { recursive: true });
  const codes = [
    (await ingestInto(world, world.at("data"), DAY)).code,
    (await ingestInto(world, world.at("elsewhere"), DAY, undefined, ELSEWHERE)).code,
  ];
  expect(codes[0]).toBe(codes[1]);
  expect(codes).not.toContain(1);
  expect(await digests(world.at("elsewhere"))).toEqual(await digests(world.at("data")));
  await world.close();
});

it.each([
  [400, /^--day \S+ lies \d+ days after the newest recorded fact, of 2026-05-01; /m],
  [-4000, /^--day \S+ lies before the newest recorded fact, of 2026-05-01; /m],
])(
  "with a clock that is off by %d days nothing is written, and a sentence says why",
  async (days, said) => {
    const world = await openMarket();
    await writeCopies(world, DAY);
    const before = await digests(world.at("data"));
    const { code, stderr } = await ingestInto(world, world.at("data"), null, undefined, {
      NODE_OPTIONS: clockOff(days),
    });
    expect([code, stderr]).toEqual([1, expect.stringMatching(said)]);
    expect(await digests(world.at("data"))).toEqual(before);
    await world.close();
  },
);

it("a full disk and one that can only be read are said in a sentence, and the facts stand as they were", async (context) => {
  const world = await openMarket();
  await writeCopies(world, DAY);
  const before = await digests(world.at("data"));
  const bytes = await bytesOf(world.at("data"));
  const disk = mountDisk(world.at("disk"), 2 * bytes);
  if (disk === undefined) return context.skip();
  try {
    const data = join(disk.path, "data");
    await cp(world.at("data"), data, { recursive: true });
    await writeFile(join(disk.path, "rest"), Buffer.alloc(8 * bytes)).catch(() => {});
    const full = await ingestInto(world, data, DAY);
    expect(full.stderr).toMatch(/: the disk is full; .*\ningest: nothing was written\n$/);
    expect([full.code, await digests(data)]).toEqual([1, before]);
    disk.makeReadOnly();
    const readOnly = await ingestInto(world, data, DAY);
    expect(readOnly.stderr).toMatch(
      /: this place can only be read; .*\ningest: nothing was written/,
    );
    expect([readOnly.code, await digests(data)]).toEqual([1, before]);
  } finally {
    disk.unmount();
    await world.close();
  }
});

/** As a disk counts them, in whole pages. */
async function bytesOf(folder: string): Promise<number> {
  const files = await glob("**", { cwd: folder, stats: true });
  return files.reduce((sum, { stats }) => sum + 4096 * Math.ceil((stats?.size ?? 0) / 4096 + 1), 0);
}
