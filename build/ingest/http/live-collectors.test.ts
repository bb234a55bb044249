import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Replay, startReplay } from "../../../test/builders/replay-server.ts";
import { createTestNetwork } from "../../../test/builders/test-network.ts";
import {
  answersOfCopies,
  copiedCollectors,
  factsForCopies,
  readCopy,
} from "../../../test/builders/upstream-copies.ts";
import type { Collected, Collector } from "../listing.ts";
import { fetchUpstream } from "./fetch-upstream.ts";

const DAY = "2026-08-21";

const folder = await factsForCopies();
const collectors = await copiedCollectors(join(folder, "data"));
await rm(folder, { recursive: true });
const live = collectors.flatMap(({ live, ...collector }) =>
  live
    ? [{ ...collector, live, name: `${collector.source.id}, ${live.requests(DAY)[0]?.url}` }]
    : [],
);

const countRows = ({ models, offers, prices, scores, facts }: Collected): number =>
  [
    models,
    offers,
    prices,
    scores,
    ...Object.values(facts ?? {}).flatMap((files) => files.map(({ rows }) => rows)),
  ]
    .map((list) => list?.length ?? 0)
    .reduce((sum, count) => sum + count, 0);

describe.each(live)("$name", ({ live }) => {
  test("is asked over https, within bounds", () => {
    for (const { url } of live.requests(DAY)) expect(new URL(url).protocol).toBe("https:");
    expect(live.everyDays).toBeGreaterThanOrEqual(1);
    expect(live.maxBytes).toBeGreaterThan(0);
    expect(live.limitMs).toBeLessThanOrEqual(900_000);
  });
});

describe("what the live addresses give", () => {
  const copied = live.filter((collector) => collector.frozen !== undefined);
  let replay: Replay;
  beforeAll(async () => {
    replay = await startReplay(await answersOfCopies(collectors, DAY));
  });
  afterAll(() => replay.close());

  const translateLive = async (collector: Collector & (typeof live)[number]) => {
    const network = await createTestNetwork(replay.origin, { day: DAY });
    const { files } = await fetchUpstream(
      { id: collector.source.id, live: collector.live },
      network,
    );
    return collector.translate(files, DAY);
  };

  test.each(copied)("can be read: $name", async (collector) => {
    expect(countRows(await translateLive(collector))).toBeGreaterThan(0);
  });

  const inTwoForms = copied.filter(
    ({ source, frozen }) =>
      source.id === "vectara" || frozen?.files[0] === "model_benchmarks.jsonl",
  );
  test.each(inTwoForms)("has the same scores as in the other form: $name", async (collector) => {
    const files = await readCopy(collector);
    const { scores = [] } = collector.translate(files, collector.newestFact(files));
    const told = (of: typeof scores) =>
      of
        .map(({ modelName, benchmark, score, configuration }) =>
          [modelName, benchmark, score, configuration].join(" "),
        )
        .sort();
    expect(told((await translateLive(collector)).scores ?? [])).toEqual(told(scores));
  });
});
