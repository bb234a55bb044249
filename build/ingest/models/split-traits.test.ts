import { expect, test } from "vitest";
import { voice } from "../../../test/builders/voices.ts";
import { decideTraits } from "./decide-traits.ts";
import { splitTraits } from "./split-traits.ts";

test("what nobody could decide is listed, and what was decided against most voices", () => {
  const voices = [
    voice(null, { isOpenWeights: true, tools: true }),
    voice("a", { isOpenWeights: false, tools: true, reasoning: true }),
    voice("b", { isOpenWeights: false, tools: false, reasoning: false }),
  ];
  expect(splitTraits("quark-7", decideTraits(voices, [], null))).toEqual([
    { model: "quark-7", field: "is_open_source", decided: "true", voices: "false×2 true×1" },
    { model: "quark-7", field: "supports.reasoning", decided: null, voices: "false×1 true×1" },
  ]);
});

test("an output that cannot be is listed beside what stands", () => {
  const voices = [
    voice("acme", { contextWindow: 8_000 }),
    voice("a", { maxOutputTokens: 32_000 }),
    voice("b", { maxOutputTokens: 32_000 }),
    voice("c", { maxOutputTokens: 4_000 }),
  ];
  expect(splitTraits("quark-7", decideTraits(voices, ["acme"], null))).toEqual([
    { model: "quark-7", field: "max_output_tokens", decided: "4000", voices: "32000×2 4000×1" },
  ]);
});
