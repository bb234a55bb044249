import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answersOfFrozenCopies } from "../../../test/builders/frozen-answers.ts";
import { type Replay, startReplay } from "../../../test/builders/replay-server.ts";
import { createTestNetwork } from "../../../test/builders/test-network.ts";
import { hasFrozenCopies, translateFrozenCopy } from "../../collect/frozen-copy.ts";
import { readKeptFacts } from "../../collect/kept-facts.ts";
import { createCollectors } from "../collectors.ts";
import type { Collected, Collector } from "../listing.ts";
import { fetchUpstream } from "./fetch-upstream.ts";

const DAY = "2026-08-21";

const { hostAliases } = await readKeptFacts(`${import.meta.dirname}/../../../data`);
const collectors = createCollectors(hostAliases);
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

describe.skipIf(!hasFrozenCopies)("what the live addresses give, made of the frozen copies", () => {
  const frozen = live.filter((collector) => collector.frozen !== undefined);
  let replay: Replay;
  beforeAll(async () => {
    replay = await startReplay(await answersOfFrozenCopies(collectors, DAY));
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

  test.each(frozen)("a full answer: $name", async (collector) => {
    const rows = countRows(await translateLive(collector));
    expect(rows).toBeGreaterThanOrEqual(collector.minLiveRows ?? collector.minRows);
  });

  test.each(
    frozen.filter(
      ({ source, frozen }) =>
        source.id === "vectara" || frozen?.files[0] === "model_benchmarks.jsonl",
    ),
  )("the same scores as in the frozen form: $name", async (collector) => {
    const { scores = [] } = await translateFrozenCopy(collector);
    const live = (await translateLive(collector)).scores ?? [];
    const told = (of: typeof scores) =>
      of
        .map(({ modelName, benchmark, score, configuration }) =>
          [modelName, benchmark, score, configuration].join(" "),
        )
        .sort();
    expect(told(live)).toEqual(told(scores));
  });
});
