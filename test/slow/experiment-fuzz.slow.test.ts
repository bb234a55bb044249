/** The parsers of our own tests over every live item, with many thousand answers. */
import fc from "fast-check";
import { describe, test } from "vitest";
import { ASKED_TESTS } from "../../build/experiments/asked-registry.ts";
import { withItems } from "../../build/experiments/asked-test.ts";
import { readLiveItems } from "../builders/live-items.ts";
import { anyAnswer, expectPureAndTotal } from "../builders/strange-answers.ts";

const FACTS = readLiveItems();

describe.each(ASKED_TESTS.map((definition) => [definition.about.test, definition] as const))(
  "%s",
  (_, definition) => {
    const asked = withItems(definition, FACTS);

    test("any text at all is judged without a throw, and always alike", () => {
      fc.assert(
        fc.property(anyAnswer, fc.constantFrom(...asked.items), (raw, item) =>
          expectPureAndTotal(asked, item, raw),
        ),
        { numRuns: 5000, seed: 20_261_122 },
      );
    });
  },
);
