import { Command } from "commander";
import { expect, test } from "vitest";
import { type ReadingOptions, toIngestOptions, withReadingOptions } from "./command-options.ts";

const parse = (...args: string[]) => {
  const program = new Command().exitOverride().configureOutput({ writeErr: () => {} });
  return toIngestOptions(
    withReadingOptions(program).parse(args, { from: "user" }).opts<ReadingOptions>(),
  );
};

test("a gate is opened for a source, with a reason", () => {
  const { accept } = parse("--accept", "rows:openrouter", "--reason", "announced, and true");
  expect(accept).toEqual([{ gate: "rows", source: "openrouter", reason: "announced, and true" }]);
});

test.each([
  [["--accept", "rows:openrouter"], "--accept needs --reason"],
  [["--accept", "rows:openrouter", "--reason", " "], "--accept needs --reason"],
  [["--accept", "mood:openrouter"], "gates are rows, new-rows"],
  [["--accept", "rows"], "write <gate>:<source>"],
  [["--day", "2026-13-01"], "write YYYY-MM-DD"],
])("%j is refused", (args, message) => {
  expect(() => parse(...args)).toThrow(message);
});
