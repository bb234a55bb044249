import { describe, expect, test } from "vitest";
import { BuildError } from "../facts/fault.ts";
import { applyCorrections, type Correctable } from "./corrections.ts";

const correction = {
  kind: "offer",
  key: "shop/nimbus-1",
  field: "input_usd_per_mtok",
  expected: "100",
  value: "1",
  reason: "cents for dollars",
  source_url: "https://shop.example.org/prices",
} as const;

const rowsWith = (input: number | null): Correctable => ({
  offer: new Map([["shop/nimbus-1", { input_usd_per_mtok: input }]]),
  model: new Map(),
  score: new Map(),
  "price-event": new Map(),
});

describe("a correction", () => {
  test("puts the value right, in the type of its column", () => {
    const rows = rowsWith(100);
    applyCorrections([correction], rows);
    expect(rows.offer.get("shop/nimbus-1")).toEqual({ input_usd_per_mtok: 1 });
  });

  test("stops the build when upstream no longer says what it expects", () => {
    expect(() => applyCorrections([correction], rowsWith(2))).toThrow(/says "2" now, not "100"/);
  });

  test("stops the build when its row or field is gone", () => {
    const gone = { ...correction, key: "shop/nimbus-9" };
    const misspelt = { ...correction, field: "input" };
    expect(() => applyCorrections([gone], rowsWith(100))).toThrow(BuildError);
    expect(() => applyCorrections([misspelt], rowsWith(100))).toThrow(/no such field/);
  });
});
