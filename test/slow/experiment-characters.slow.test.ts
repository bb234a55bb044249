/** Every live item of every test of our own goes over the wire to each character, and comes back as its score. */
import { afterEach, describe, expect, test } from "vitest";
import { ASKED_TESTS } from "../../build/experiments/asked-registry.ts";
import { withItems } from "../../build/experiments/asked-test.ts";
import { sayingsOf } from "../builders/characters.ts";
import { createRunner, PRICES, type TestRunner } from "../builders/experiment-run.ts";
import { readLiveItems } from "../builders/live-items.ts";
import type { Character } from "../builders/scripted-models.ts";

const FACTS = readLiveItems();
/** What who knows everything scores; the others are told by the definition of the score. */
const BEST: Readonly<Record<string, number | null>> = {
  "who-are-you": 100,
  "world-map": 100,
  "censorship-index": 0,
  "knowledge-horizon": 202606,
  "same-model-different-host": 100,
  // It compares with a first run, and each of these is one.
  "model-drift-index": null,
};
const WORST: Readonly<Record<string, number | null>> = {
  ...{ "who-are-you": 0, "world-map": 0, "censorship-index": 100, "knowledge-horizon": null },
  ...{ "same-model-different-host": 0, "model-drift-index": null },
};

let runner: TestRunner;
afterEach(() => runner.close());

describe.each(ASKED_TESTS.map((definition) => [definition.about.test, definition] as const))(
  "%s",
  (name, definition) => {
    const whole = withItems(definition, FACTS);
    // Every thirtieth cell of the world map, from the seventh on.
    const items = whole.items.filter((_, at) => whole.items.length < 1000 || at % 30 === 7);
    const asked = { ...whole, items };

    const scoreOf = async (character: Character, date: string) => {
      const plan = {
        subject: { model: "acme-large", lab: "openai" },
        ...{ modelId: character, route: null, prices: PRICES },
      };
      return (await runner.run(character, { test: asked, date, plan })).run?.score;
    };

    test("who is right scores best, however slow and faulty the wire; who lies scores worst", async () => {
      runner = await createRunner({ say: sayingsOf(asked) });
      expect(await scoreOf("right", "2026-11-01")).toBe(BEST[name]);
      expect(await scoreOf("slow", "2026-11-02")).toBe(BEST[name]);
      expect(await scoreOf("flaky", "2026-11-03")).toBe(BEST[name]);
      expect(await scoreOf("lying", "2026-11-04")).toBe(WORST[name]);
    }, 300_000);
  },
);
