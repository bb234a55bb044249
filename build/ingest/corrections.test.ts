import { expect, test } from "vitest";
import { model } from "../../test/builders/fact-builders.ts";
import type { Correction } from "../schema/editorial.ts";
import { idleCorrections } from "./corrections.ts";

const correction = (key: string, more: Partial<Correction> = {}): Correction => ({
  ...{ kind: "model", key, field: "release_date", expected: "2026-01-01", value: "2026-02-02" },
  ...{ reason: "announced on that day", source_url: "https://acme.example/large" },
  ...more,
});
const told = (slug: string, release_date: string | null) => model(slug, "acme", { release_date });

const MODELS = [
  told("acme-wrong", "2026-01-01"),
  told("acme-right", "2026-02-02"),
  told("acme-other", "2026-03-03"),
  told("acme-silent", null),
];
const idle = (...corrections: Correction[]) =>
  idleCorrections(
    corrections,
    { models: MODELS, scores: new Map() },
    new Set([...MODELS.map(({ slug }) => slug), "acme-by-hand"]),
  ).map(({ value, reason }) => [value, reason.replace(/;.*/, "")]);

test("a correction is needed while an upstream says what is wrong, or nothing where that is expected", () => {
  const silent = correction("acme-silent", { expected: null });
  expect(idle(correction("acme-wrong"), silent)).toEqual([]);
});

test("of a model of which no upstream speaks it stands", () => {
  expect(idle(correction("acme-by-hand"))).toEqual([]);
});

test("it changes nothing where the upstream is right, says something else, or has no such row", () => {
  const gone = correction("mmlu/acme-wrong/5-shot", { kind: "score", field: "model" });
  const keys = ["acme-right", "acme-other", "acme-gone"];
  expect(idle(...keys.map((key) => correction(key)), gone)).toEqual([
    ["model acme-right, release_date", "its sources say so themselves"],
    ["model acme-other, release_date", 'upstream says "2026-03-03" now'],
    ["model acme-gone, release_date", "there is no such row"],
    ["score mmlu/acme-wrong/5-shot, model", "there is no such row"],
  ]);
});
