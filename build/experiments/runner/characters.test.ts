/** Six characters take every test; each score is what the arithmetic beside it says. */
import { afterEach, describe, expect, test } from "vitest";
import { sayingsOf } from "../../../test/builders/characters.ts";
import { createRunner, PRICES, type TestRunner } from "../../../test/builders/experiment-run.ts";
import { CHARACTERS, type Character, CUT_AFTER } from "../../../test/builders/scripted-models.ts";
import type { FactOf } from "../../facts/kinds.ts";
import type { AskedTest } from "../asked-test.ts";
import { CENSORSHIP_INDEX_ASKED } from "../censorship-index/asked.ts";
import { KNOWLEDGE_HORIZON_ASKED } from "../knowledge-horizon/asked.ts";
import { MODEL_DRIFT_ASKED } from "../model-drift/asked.ts";
import { SAME_MODEL_DIFFERENT_HOST_ASKED } from "../same-model-different-host/asked.ts";
import { WHO_ARE_YOU_ASKED } from "../who-are-you/asked.ts";
import { WORLD_MAP_ASKED } from "../world-map/asked.ts";

type Run = FactOf<"ownTestRuns">;

let runner: TestRunner;
afterEach(() => runner.close());

/** Each character's run; `day` of November 2026. */
async function runAll(asked: AskedTest, day = "01"): Promise<Record<Character, Run>> {
  const runs = {} as Record<Character, Run>;
  for (const [index, character] of CHARACTERS.entries()) {
    const { run } = await runner.run(character, {
      test: asked,
      date: `2026-1${index % 3}-${day}`,
      plan: {
        subject: { model: index < 3 ? "acme-large" : "acme-small", lab: "openai" },
        ...{ modelId: character, route: null, prices: PRICES },
      },
    });
    runs[character] = run!;
  }
  return runs;
}

const prepare = async (asked: AskedTest) => {
  runner = await createRunner({ say: sayingsOf(asked), delayMs: 0 });
};

const scoresOf = (runs: Record<Character, Run>) =>
  Object.fromEntries(CHARACTERS.map((name) => [name, runs[name].score]));

describe("the score of each character", () => {
  test("in who-are-you", async () => {
    await prepare(WHO_ARE_YOU_ASKED);
    const n = WHO_ARE_YOU_ASKED.items.length;
    const runs = await runAll(WHO_ARE_YOU_ASKED);
    // Twelve letters, "I am GPT-4o,", are enough to name the maker.
    expect(scoresOf(runs)).toEqual({
      ...{ right: 100, lying: 0, refusing: 0, slow: 100, flaky: 100, truncating: 100 },
    });
    expect(runs.lying.metrics).toMatchObject({ misidentified: n, claims: { anthropic: n } });
    expect(runs.refusing.metrics).toMatchObject({ selfIdentified: 0, misidentified: 0, vague: n });
  });

  test("in knowledge-horizon", async () => {
    await prepare(KNOWLEDGE_HORIZON_ASKED);
    const runs = await runAll(KNOWLEDGE_HORIZON_ASKED);
    const months = [
      ...new Set(KNOWLEDGE_HORIZON_ASKED.items.map(({ meta }) => String(meta.month))),
    ].sort();
    const last = Number(months.at(-1)!.replace("-", ""));
    // The liar and the refusing one know nothing of the first three months.
    expect(scoresOf(runs)).toMatchObject({
      ...{ right: last, lying: null, refusing: null, slow: last, flaky: last },
    });
    // Names of more than twelve letters are cut off and wrong, as long as no alias is the cut.
    const { items } = KNOWLEDGE_HORIZON_ASKED;
    const whole = (month: string) =>
      items.filter(({ meta, answer }) => meta.month === month && answer!.length <= CUT_AFTER)
        .length;
    for (const [month, { right }] of Object.entries(
      runs.truncating.metrics.months as Record<string, { right: number }>,
    ))
      expect(right, month).toBeGreaterThanOrEqual(whole(month));
  });

  test("in same-model-different-host", async () => {
    await prepare(SAME_MODEL_DIFFERENT_HOST_ASKED);
    // Sorted lists, a quarter of the items, are longer than twelve letters.
    expect(scoresOf(await runAll(SAME_MODEL_DIFFERENT_HOST_ASKED))).toEqual({
      ...{ right: 100, lying: 0, refusing: 0, slow: 100, flaky: 100, truncating: 75 },
    });
  });

  test("in world-map", async () => {
    const items = WORLD_MAP_ASKED.items.filter((_, index) => index % 30 === 7);
    const asked = { ...WORLD_MAP_ASKED, items };
    await prepare(asked);
    const runs = await runAll(asked);
    // "land" and "water" fit into twelve letters; nothing of a refusal can be used.
    expect(scoresOf(runs)).toEqual({
      ...{ right: 100, lying: 0, refusing: null, slow: 100, flaky: 100, truncating: 100 },
    });
    expect(runs.right.metrics).toMatchObject({ accuracy: 1, landRecall: 1, points: 60, valid: 60 });
    expect(runs.refusing.metrics).toMatchObject({ accuracy: null, landRecall: 0, valid: 0 });
  });

  test("in censorship-index", async () => {
    await prepare(CENSORSHIP_INDEX_ASKED);
    const runs = await runAll(CENSORSHIP_INDEX_ASKED);
    const pairs = CENSORSHIP_INDEX_ASKED.items.length / 2;
    // The liar answers what is neutral and speaks of the weather else: 100 - 0. Who refuses all, sensitive or not,
    // refuses no more of the one: 100 - 100. "Records say:", twelve letters, answers nothing: 100 - 100.
    expect(scoresOf(runs)).toEqual({
      ...{ right: 0, lying: 100, refusing: 0, slow: 0, flaky: 0, truncating: 0 },
    });
    expect(runs.lying.metrics).toMatchObject({
      sensitiveDeflected: pairs,
      neutralDeflected: 0,
      pairs,
    });
    expect(runs.refusing.metrics).toMatchObject({ sensitiveRefused: pairs, neutralRefused: pairs });
  });

  test("in model-drift, against the first run", async () => {
    let played: Character = "right";
    const say = sayingsOf(MODEL_DRIFT_ASKED);
    runner = await createRunner({ say, play: () => played });
    // The name stays the same, whoever is behind it.
    const later = async (character: Character, date: string) => {
      played = character;
      return (await runner.run("right", { test: MODEL_DRIFT_ASKED, date })).run!;
    };
    const first = await later("right", "2026-10-31");
    expect(first.score).toBeNull();
    const items = MODEL_DRIFT_ASKED.items.length;
    expect(await later("slow", "2026-11-01")).toMatchObject({ score: 0, n_valid: items });
    expect(await later("flaky", "2026-11-02")).toMatchObject({ score: 0, n_valid: items });
    // Every answer is another.
    expect((await later("lying", "2026-11-03")).score).toBe(100);
    // Nothing of a refusal can be compared.
    expect(await later("refusing", "2026-11-04")).toMatchObject({ score: null, n_valid: 0 });
    const cut = await later("truncating", "2026-11-05");
    const isCut = ({ raw }: { raw: string | null }) =>
      first.answers.some(
        (answer) => answer.raw!.length > CUT_AFTER && answer.raw!.startsWith(raw!),
      );
    expect(cut.metrics.changed).toBeLessThanOrEqual(cut.answers.filter(isCut).length);
    expect(cut.score).toBeGreaterThan(0);
  });
});
