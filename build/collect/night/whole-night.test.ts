import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answersOfFrozenCopies } from "../../../test/builders/frozen-answers.ts";
import {
  type Replay,
  type ReplayAnswers,
  startReplay,
} from "../../../test/builders/replay-server.ts";
import { createTestNetwork } from "../../../test/builders/test-network.ts";
import { upstreamSamples } from "../../../test/builders/upstream-samples.ts";
import { readFacts } from "../../facts/read-facts.ts";
import { createCollectors } from "../../ingest/collectors.ts";
import { hasFrozenCopies } from "../frozen-copy.ts";
import { readKeptFacts } from "../kept-facts.ts";
import { collectLive, type LiveSummary } from "../live-run.ts";

const ROOT = join(import.meta.dirname, "../../..");
const DAY = "2026-08-22";

describe.runIf(hasFrozenCopies)("every source, on the whole catalogue", () => {
  let folder: string;
  let replay: Replay;
  let first: LiveSummary;
  let second: LiveSummary;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "whole-night-"));
    await cp(join(ROOT, "data"), join(folder, "data"), { recursive: true });
    replay = await startReplay(await allAnswers());
    first = await night();
    second = await night();
  }, 240_000);
  afterAll(async () => {
    await replay.close();
    await rm(folder, { recursive: true });
  });

  const night = async () =>
    collectLive({
      dataFolder: join(folder, "data"),
      reportsFolder: join(folder, "reports"),
      day: DAY,
      network: await createTestNetwork(replay.origin, {
        day: DAY,
        cacheFolder: join(folder, "cache"),
      }),
      ...{ accept: [], dryRun: false, silent: true },
    });

  test("all answer, and no gate is closed to what stands", () => {
    const states = new Set(first.outcomes.map(({ state }) => state));
    expect([...states].sort()).toEqual(["changed", "unchanged"]);
    expect(first.gates).toEqual([]);
  });

  test("the answers of the frozen copies leave the offers made of them as they are", () => {
    const offers = first.changedFiles.filter((path) => path.startsWith("offers/"));
    expect(offers.length).toBeLessThan(10);
    expect(first.changedFiles.filter((path) => path.startsWith("scores/"))).toEqual([]);
  });

  test("leave facts without a fault", async () => {
    await expect(readFacts(join(folder, "data"))).resolves.toBeDefined();
  });

  test("change no byte the second time", () => {
    expect(second).toMatchObject({ changedFiles: [], deletedFiles: [], historyRows: 0 });
  });
});

/** Frozen copies where they are, format-true samples elsewhere. */
async function allAnswers(): Promise<ReplayAnswers> {
  const { hostAliases, attention } = await readKeptFacts(join(ROOT, "data"));
  const samples = [...upstreamSamples(DAY, attention).values()].flat();
  return {
    ...Object.fromEntries(samples.map(({ url, body }) => [url, body])),
    ...(await answersOfFrozenCopies(createCollectors(hostAliases), DAY)),
  };
}
