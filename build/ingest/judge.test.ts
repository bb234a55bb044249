import { expect, test } from "vitest";
import { readFactsOfKinds } from "../facts/read-facts.ts";
import { ChangeChecker } from "./judge.ts";

const { rules } = readFactsOfKinds("data", ["rules"]);
const held = (kind: "model" | "offer", key: string) => ({
  file: "held",
  kind,
  key,
  field: "context_window",
  value: "8000",
  source: "upstream",
  rule: "limit_moved",
  since: "2026-05-01",
  last_seen: "2026-05-01",
  readings: 1,
});

const judgeOf = (
  rows: Parameters<typeof held>[],
  accept: ConstructorParameters<typeof ChangeChecker>[1] = [],
  read: string[] = [],
) => {
  const facts = { rules, held: rows.map((row) => held(...row)), acceptedRules: [], sources: [] };
  return new ChangeChecker(facts, accept, "2026-05-02", new Set(read));
};

test("a held change of an offer stays held until its source is read; one of a model is decided in every run", () => {
  const rows: Parameters<typeof held>[] = [
    ["offer", "bazaar quark-7"],
    ["model", "quark-7"],
  ];
  expect(
    judgeOf(rows)
      .heldRows()
      .map(({ kind }) => kind),
  ).toEqual(["offer"]);
  expect(judgeOf(rows, [], ["upstream"]).heldRows()).toEqual([]);
});

test.each([
  [["upstream"], 2, "2026-05-02"],
  [[], 1, "2026-05-01"],
])("after a run that read %j, a held change has %i readings", (read, readings, last_seen) => {
  const judge = judgeOf([["model", "quark-7"]], [], read);
  const change = { kind: "model", key: "quark-7", field: "context_window" } as const;
  judge.judge([{ ...change, before: 200_000, after: 8000, source: "upstream", ofSource: 100 }]);
  expect(judge.held).toMatchObject([{ readings, last_seen }]);
});

test.each([
  ["none", ["bazaar quark-7"]],
  ["bazaar", ["quark-7"]],
  [null, []],
])("accepting changes at the host %s leaves %j held", (host, expected) => {
  const rule = "limit_moved";
  const judge = judgeOf([], [{ rule, source: "upstream", host, reason: "announced" }]);
  const change = {
    field: "context_window",
    before: 8000,
    after: 200_000,
    source: "upstream",
    ofSource: 100,
    objection: rule,
  };
  judge.judge([
    { ...change, kind: "offer", key: "bazaar quark-7", host: "bazaar" },
    { ...change, kind: "model", key: "quark-7" },
  ]);
  expect(judge.held.map(({ key }) => key)).toEqual(expected);
});
