/**
 * Checks the published cost vectors: their USD amount equals both their stated arithmetic and the result of the cost
 * engine.
 */
import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { CostTestVectorFile } from "../schema/cost-vector.ts";
import { cost } from "./cost.ts";
import { createRate, type RateConditions } from "./rates.ts";
import { usageOf } from "./readers/usage-of.ts";
import type { Usage } from "./usage.ts";

const FILES = ["data/cost-vectors.json", "test/golden/data/cost-vectors.json"];
const vectors = FILES.flatMap(
  (file) => CostTestVectorFile.parse(JSON.parse(readFileSync(file, "utf8"))).vectors,
);

/** Evaluates `2 × (1,000 × $3 + 10) / 1,000,000` to USD without using the cost engine. */
const evaluate = (text: string): number =>
  runInNewContext(text.replaceAll(/[$,]/g, "").replaceAll("×", "*"));

test("every vector has a unique id, and either a cost with its arithmetic or a reason", () => {
  expect(new Set(vectors.map(({ id }) => id)).size).toBe(vectors.length);
  for (const { id, usd, arithmetic, reason } of vectors)
    expect([arithmetic === null, reason !== null], id).toEqual([usd === null, usd === null]);
});

/** A response may count audio or video in another unit (minutes or seconds) than the one that is charged. */
const toSeconds = ({ minute = 0, second = 0, ...counts }: Usage): Usage => ({
  ...counts,
  second: second + 60 * minute,
});

describe.each(vectors.filter(({ response }) => response !== null))("$id", ({ usage, response }) => {
  test("its response is read as its usage", () => {
    const read = usageOf(response).usage;
    // Responses that count only pages or search units have no token counts to read.
    if (read === null)
      return expect(Object.keys(usage)).toEqual([expect.stringMatching(/^(page|search)$/)]);
    const stated = Object.fromEntries(Object.entries(usage).filter(([, count]) => count > 0));
    expect(toSeconds(read)).toEqual(toSeconds(stated));
  });
});

describe.each(vectors)("$id", ({ day, usage, options, billing, rates, usd, arithmetic }) => {
  test("costs what its arithmetic says, and has no cost without arithmetic", () => {
    if (arithmetic === null) return expect(usd).toBeNull();
    const [expression = "", result = ""] = arithmetic.split(" = ");
    expect(evaluate(expression)).toBeCloseTo(evaluate(result), 12);
    expect(result.replaceAll(",", "")).toBe(`$${usd?.toFixed(8).replace(/\.?0+$/, "")}`);
  });

  test("has the cost that the engine computes", () => {
    const card = {
      ...({ service_tier: "standard", billing } as const),
      rates: rates.map(({ meter, price, ...conditions }) =>
        createRate(meter, price, conditions as RateConditions),
      ),
    };
    const { service_tier: serviceTier, cache_ttl: cacheTtl, time, ...others } = options;
    const at = time && `${day}T${time}`;
    const answer = cost(usage, card, { serviceTier, cacheTtl, time: at, ...others });
    expect(answer.usd).toBe(usd);
    expect(answer.missing.length > 0).toBe(usd === null);
  });
});
