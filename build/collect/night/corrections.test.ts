import { describe, expect, test } from "vitest";
import { model, offer } from "../../../test/builders/fact-builders.ts";
import type { Correction } from "../../schema/editorial.ts";
import { correctModel, correctRows } from "./corrections.ts";

const correction = (changes: Partial<Correction>): Correction => ({
  ...{ kind: "model", key: "acme-large", field: "release_date" },
  ...{ expected: "2026-02-01", value: "2026-01-15", reason: "announced on that day" },
  source_url: "https://acme.example/large",
  ...changes,
});

const rows = () => ({
  models: [model("acme-large", "acme")],
  offers: new Map([["acme", [offer("acme-large", "acme-large-v1", 4, 20)]]]),
  history: new Map(),
  scores: new Map(),
});

describe("a correction of what stands", () => {
  test("puts right what the upstream has wrong, and rests once it is right", () => {
    const collection = rows();
    expect(correctRows([correction({})], collection)).toEqual([]);
    expect(collection.models[0]!.release_date).toBe("2026-01-15");
    expect(correctRows([correction({})], collection)).toEqual([]);
  });

  test("reaches offers too", () => {
    const collection = rows();
    const key = { kind: "offer", key: "acme/acme-large-v1", field: "input_usd_per_mtok" } as const;
    expect(correctRows([correction({ ...key, expected: "4", value: "3" })], collection)).toEqual(
      [],
    );
    expect(collection.offers.get("acme")![0]!.input_usd_per_mtok).toBe(3);
  });

  test.each([
    [
      "the upstream says something else",
      { expected: "2025-12-31" },
      /says "2026-02-01" now; mend or delete/,
    ],
    ["the row is gone", { key: "nobody" }, /there is no such row; mend or delete/],
  ])("is told of when %s, and changes nothing", (_, changes, reason) => {
    const collection = rows();
    const [told] = correctRows([correction(changes)], collection);
    expect(told).toMatchObject({ source: "operator", place: "corrections/corrections.csv" });
    expect(told!.reason).toMatch(reason);
    expect(collection).toEqual(rows());
  });
});

describe("a correction of a model that is told of anew", () => {
  test("is applied before anybody looks whether the model has changed", () => {
    const told = model("acme-large", "acme", { knowledge_cutoff: "2027-01" });
    const cutoff = correction({ field: "knowledge_cutoff", expected: "2027-01", value: "2025-06" });
    expect(correctModel([cutoff], told)).toEqual(model("acme-large", "acme"));
  });

  test("leaves other models, and what is right, as they are", () => {
    const told = model("delta-7b", "delta");
    expect(correctModel([correction({})], told)).toBe(told);
    const right = model("acme-large", "acme", { release_date: "2026-01-15" });
    expect(correctModel([correction({})], right)).toBe(right);
  });
});
