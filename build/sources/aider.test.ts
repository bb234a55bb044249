import { expect, test } from "vitest";
import { collect } from "../../test/builders/collect.ts";
import { aider } from "./aider.ts";

const run = (model: string) => `
- dirname: 2025-01-01-00-00-00--sample
  model: ${model}
  edit_format: diff
  pass_rate_1: 20.4
  pass_rate_2: 35.6
  date: 2025-02-03
`;

const read = (polyglot: string, edit = "[]") =>
  collect(aider, { "polyglot_leaderboard.yml": polyglot, "edit_leaderboard.yml": edit });

test("the second try's rate counts, and the edit format is the configuration", () => {
  const { scores } = read(run("nimbus-1"), run("nimbus-1"));
  expect(scores).toHaveLength(2);
  expect(scores[0]).toMatchObject({
    benchmark: "aider-polyglot",
    modelName: "nimbus-1",
    configuration: "diff",
    score: 35.6,
    selfReported: false,
    asOf: "2025-02-03",
    sourceUrl: "https://aider.chat/docs/leaderboards/",
  });
  expect(scores[1]?.benchmark).toBe("aider-edit");
});

test.each([
  ["nimbus-1 (whole)", "nimbus-1", "diff"],
  ["Nimbus R1 (0528)", "Nimbus R1 0528", "diff"],
  ["nimbus-1 (high)", "nimbus-1 (high)", "diff"],
  ["nimbus:8b-instruct-q8_0", "nimbus:8b-instruct", "q8_0, diff"],
  ["Nimbus 1 diff, no think, Cloud API", "Nimbus 1", "no thinking, cloud api, diff"],
])("%s is %s, run as %s", (written, modelName, configuration) => {
  const { scores } = read(run(written));
  expect(scores[0]).toMatchObject({ modelName, configuration });
});

test.each([
  ["nimbus-r1 + nimbus-1", "two models working together, not a model"],
  ["ollama/nimbus", "a local copy of unknown size"],
])("%s is rejected: %s", (model, reason) => {
  expect(read(run(model))).toMatchObject({ scores: [], reasons: [reason] });
});
