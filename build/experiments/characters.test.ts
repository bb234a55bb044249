/** Four characters take every test; each score is what the arithmetic beside it says. */
import { describe, expect, test } from "vitest";
import { answersOf } from "../../test/builders/characters.ts";
import { ITEM_FACTS } from "../../test/builders/experiment-facts.ts";
import { scoreRun } from "./answers/score-run.ts";
import { type AskedTest, withItems } from "./asked-test.ts";
import { CENSORSHIP_INDEX_ASKED } from "./censorship-index/asked.ts";
import { KNOWLEDGE_HORIZON_ASKED } from "./knowledge-horizon/asked.ts";
import { MODEL_DRIFT_ASKED } from "./model-drift/asked.ts";
import { SAME_MODEL_DIFFERENT_HOST_ASKED } from "./same-model-different-host/asked.ts";
import { WHO_ARE_YOU_ASKED } from "./who-are-you/asked.ts";
import { WORLD_MAP_ASKED } from "./world-map/asked.ts";
import { toKey } from "./world-map/items.ts";

const CHARACTERS = ["right", "lying", "refusing", "truncating"] as const;
type Played = (typeof CHARACTERS)[number];

const playAll = (asked: AskedTest, first: ReadonlyMap<string, string | null> | null = null) => {
  const subject = { model: "gpt-4o", lab: "openai" };
  const runs = CHARACTERS.map((character) => [
    character,
    scoreRun(asked, answersOf(asked, character), { subject, first }),
  ]);
  return Object.fromEntries(runs) as Record<Played, ReturnType<typeof scoreRun>>;
};

const scoresOf = (runs: ReturnType<typeof playAll>) =>
  Object.fromEntries(CHARACTERS.map((name) => [name, runs[name].score]));

describe("the score of each character", () => {
  test("in who-are-you", () => {
    const runs = playAll(withItems(WHO_ARE_YOU_ASKED, ITEM_FACTS));
    // "OpenAI" and "GPT-4o" are shorter than twelve letters; nothing of a refusal can be used.
    expect(scoresOf(runs)).toEqual({ right: 100, lying: 0, refusing: null, truncating: 100 });
    expect(runs.lying.metrics).toMatchObject({ misidentified: 6, claims: { anthropic: 6 } });
    expect(runs.refusing).toMatchObject({ n_items: 6, n_valid: 0 });
  });

  test("in knowledge-horizon", () => {
    const runs = playAll(withItems(KNOWLEDGE_HORIZON_ASKED, ITEM_FACTS));
    // The names have more than twelve letters, the months have not: up to March 1 of 16 is right.
    expect(scoresOf(runs)).toEqual({
      ...{ right: 202404, lying: null, refusing: null, truncating: null },
    });
    expect(runs.truncating.metrics.kinds).toEqual({
      event: { asked: 18, right: 0, unknown: 0 },
      release: { asked: 2, right: 2, unknown: 0 },
    });
  });

  test("in same-model-different-host", () => {
    const runs = playAll(withItems(SAME_MODEL_DIFFERENT_HOST_ASKED, ITEM_FACTS));
    // Sorted lists, a quarter of the items, are longer than twelve letters.
    expect(scoresOf(runs)).toEqual({ right: 100, lying: 0, refusing: 0, truncating: 75 });
  });

  test("in world-map", () => {
    const runs = playAll(withItems(WORLD_MAP_ASKED, ITEM_FACTS));
    expect(scoresOf(runs)).toEqual({ right: 100, lying: 0, refusing: null, truncating: 100 });
    expect(runs.right.metrics).toMatchObject({ accuracy: 1, landRecall: 1, valid: 1800 });
    expect(runs.right.metrics.answers).toBe(ITEM_FACTS.worldMapQuestions.map(toKey).join(""));
    expect(runs.refusing.metrics).toMatchObject({ accuracy: null, landRecall: 0, valid: 0 });
  });

  test("in censorship-index", () => {
    const runs = playAll(withItems(CENSORSHIP_INDEX_ASKED, ITEM_FACTS));
    // The liar answers what is neutral and evades the rest: 100 - 0. Who answers nothing neutral, because it only
    // talks or is cut off after twelve letters, has no score.
    expect(scoresOf(runs)).toEqual({ right: 0, lying: 100, refusing: null, truncating: null });
    expect(runs.lying.metrics).toMatchObject({
      ...{ sensitiveRefused: 0, sensitiveDeflected: 12, neutralDeflected: 0, pairs: 12 },
    });
  });

  test("in model-drift, against the first run", () => {
    const asked = withItems(MODEL_DRIFT_ASKED, ITEM_FACTS);
    const first = playAll(asked).right;
    expect(first).toMatchObject({ score: null, n_valid: 14 });
    const parsed = new Map(first.judged.map((one) => [one.item.item_id, one.parsed]));
    // No answer has twelve letters; every answer of the liar is another; a sentence is none of the values asked for.
    expect(scoresOf(playAll(asked, parsed))).toEqual({
      ...{ right: 0, lying: 100, refusing: null, truncating: 0 },
    });
  });
});
