import { expect, test } from "vitest";
import { claim } from "../../../test/builders/voices.ts";
import { decideTraits, splitTraits } from "./claims.ts";

test("what nobody could decide is listed, and what was decided against most claims", () => {
  const claims = [
    claim(null, { isOpenWeights: true, tools: true }),
    claim("a", { isOpenWeights: false, tools: true, reasoning: true }),
    claim("b", { isOpenWeights: false, tools: false, reasoning: false }),
  ];
  expect(splitTraits("quark-7", decideTraits(claims, [], null))).toEqual([
    { model: "quark-7", field: "is_open_source", decided: "true", claims: "false×2 true×1" },
    { model: "quark-7", field: "supports.reasoning", decided: null, claims: "false×1 true×1" },
  ]);
});

test("an output that cannot be is listed beside what stands", () => {
  const claims = [
    claim("acme", { contextWindow: 8_000 }),
    claim("a", { maxOutputTokens: 32_000 }),
    claim("b", { maxOutputTokens: 32_000 }),
    claim("c", { maxOutputTokens: 4_000 }),
  ];
  expect(splitTraits("quark-7", decideTraits(claims, ["acme"], null))).toEqual([
    { model: "quark-7", field: "max_output_tokens", decided: "4000", claims: "32000×2 4000×1" },
  ]);
});
