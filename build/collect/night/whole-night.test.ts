import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Replay,
  type ReplayAnswers,
  startReplay,
} from "../../../test/builders/replay-server.ts";
import { createTestNetwork } from "../../../test/builders/test-network.ts";
import {
  answersOfCopies,
  COPIES_MIN_ROWS_FACTOR,
  copiedCollectors,
  factsForCopies,
} from "../../../test/builders/upstream-copies.ts";
import { upstreamSamples } from "../../../test/builders/upstream-samples.ts";
import { readFacts } from "../../facts/read-facts.ts";
import { readKeptFacts } from "../kept-facts.ts";
import { collectLive, type LiveSummary } from "../live-run.ts";

const DAY = "2026-07-02";

describe("a night on which every source answers", () => {
  let folder: string;
  let replay: Replay;
  let first: LiveSummary;
  let second: LiveSummary;

  beforeAll(async () => {
    folder = await factsForCopies();
    replay = await startReplay(await allAnswers(join(folder, "data")));
    first = await night();
    second = await night();
  });
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
      minRowsFactor: COPIES_MIN_ROWS_FACTOR,
      ...{ accept: [], dryRun: false, silent: true },
    });

  test("reads them all, and closes no gate", () => {
    const states = first.outcomes.map(({ source, state }) => `${source} ${state}`);
    expect(states.filter((state) => !/ (un)?changed$/.test(state))).toEqual([]);
    expect(first.outcomes).toHaveLength(15);
    expect(first.gates).toEqual([]);
    expect(first.newModels).toContain("nimbus-1");
  });

  test("leaves facts without a fault", async () => {
    await expect(readFacts(join(folder, "data"))).resolves.toBeDefined();
  });

  test("changes no byte the second time", () => {
    expect(second).toMatchObject({ changedFiles: [], deletedFiles: [], historyRows: 0 });
  });
});

async function allAnswers(data: string): Promise<ReplayAnswers> {
  const { attention } = await readKeptFacts(data);
  const samples = [...upstreamSamples(DAY, attention).values()].flat();
  return {
    ...Object.fromEntries(samples.map(({ url, body }) => [url, body])),
    ...(await answersOfCopies(await copiedCollectors(data), DAY)),
  };
}
