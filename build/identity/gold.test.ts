import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readKinds } from "../facts/read-facts.ts";
import { GOLD_SETS, judgeNames, precisionOf } from "./gold.ts";

const DATA = join(import.meta.dirname, "../../data");

describe("names matched by hand", () => {
  const facts = readKinds(DATA, ["models", "offers", "modelAliases"]);
  const judgements = GOLD_SETS.map((file) => [file, judgeNames(file, facts)] as const);

  test("are 300 or more", () => {
    const names = judgements.map(([, judgement]) => judgement.names);
    expect(names.reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(300);
  });

  test.each(judgements)("are resolved with a precision of 98 percent: %s", (_, judgement) => {
    expect(precisionOf(judgement), judgement.wrong.join("\n")).toBeGreaterThanOrEqual(0.98);
  });
});
