/** `npm run ingest` killed in the middle: old or new facts stand, never half, and the next run ends the work. */
import { spawn } from "node:child_process";
import { cp, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { digests } from "../builders/files.ts";
import { toFiles } from "../builders/market.ts";
import { type MarketWorld, openMarket } from "../builders/market-world.ts";

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
function runIngest({ at }: MarketWorld, day: string, killAfterMs?: number): Promise<number | null> {
  const places = ["--data", at("data"), "--reports", at("reports"), "--from", at("copies")];
  const args = ["--import", "tsx", "build/ingest/main.ts", ...places, "--day", day];
  const child = spawn(process.execPath, args, { detached: true, stdio: "ignore" });
  const kill = () => child.pid !== undefined && process.kill(-child.pid, "SIGKILL");
  const timer = killAfterMs === undefined ? undefined : setTimeout(kill, killAfterMs);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      clearTimeout(timer);
      resolve(code);
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
