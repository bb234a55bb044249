import { expect, test } from "vitest";
import { sampleSource } from "../../test/builders/fact-builders.ts";
import { readFactsOfKinds } from "../facts/read-facts.ts";
import { ChangeChecker } from "./judge.ts";

const { rules } = readFactsOfKinds("data", ["rules"]);
const rule = "limit_moved";
const OFFER = { kind: "offer", key: "bazaar quark-7", field: "context_window" } as const;
const MODEL = { kind: "model", key: "quark-7", field: "context_window" } as const;
const since = { since: "2026-05-01", last_seen: "2026-05-01", readings: 1 };
const held = [OFFER, MODEL].map((one) => {
  return { ...one, ...since, file: "held", value: "8000", source: "upstream", rule };
});

/** @param read Sources that were read in this run. */
const checkerOf = (
  read: string[],
  accept: ConstructorParameters<typeof ChangeChecker>[1] = [],
  retired_on: string | null = null,
) => {
  const sources = [{ ...sampleSource("upstream"), file: "upstream", retired_on }];
  const facts = { rules, held, acceptedRules: [], sources };
  return new ChangeChecker(facts, accept, "2026-05-02", new Set(read));
};

test("a held change of an offer stays held, and reported, until its source is read or retired; one of a model is decided in every run", () => {
  expect(checkerOf([]).held).toMatchObject([{ ...OFFER, host: "bazaar", before: null }]);
  expect(checkerOf(["upstream"]).held).toEqual([]);
  expect(checkerOf([], [], "2026-05-01").held).toEqual([]);
  expect(checkerOf([], [], "2026-12-01").held).toHaveLength(1);
});

test.each([
  [["upstream"], 2, "2026-05-02"],
  [[], 1, "2026-05-01"],
])("after a run that read %j, a held change has %i readings", (read, readings, last_seen) => {
  const judge = checkerOf(read);
  judge.judge([{ ...MODEL, before: 200_000, after: 8000, source: "upstream", ofSource: 100 }]);
  expect(judge.held.at(-1)).toMatchObject({ ...MODEL, readings, last_seen });
});

test.each([
  ["none", [OFFER]],
  ["bazaar", [MODEL]],
  [null, []],
])("accepting changes at the host %s leaves %j held", (host, expected) => {
  const judge = checkerOf(["upstream"], [{ rule, source: "upstream", host, reason: "announced" }]);
  const change = { before: 8000, after: 200_000, source: "upstream", ofSource: 100 };
  judge.judge([
    { ...OFFER, ...change, objection: rule },
    { ...MODEL, ...change, objection: rule },
  ]);
  expect(judge.held).toMatchObject(expected);
});
