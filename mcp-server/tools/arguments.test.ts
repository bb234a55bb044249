import { expect, test } from "vitest";
import { readArguments } from "./arguments.ts";

const SCHEMA = {
  properties: {
    limit: { type: "integer", maximum: 20 },
    context: { type: "integer" },
    open: { type: "boolean" },
    models: { type: "array" },
    query: { type: "string" },
    sort: { type: "string", enum: ["price", "release_date"] },
  },
};

const read = (sent: unknown, required: string[] = []) =>
  readArguments(sent, { ...SCHEMA, required });

test.each([
  [{ limit: "3" }, { limit: 3 }],
  [{ limit: " 3.0 " }, { limit: 3 }],
  [{ limit: 500 }, { limit: 20 }],
  [{ limit: "500" }, { limit: 20 }],
  [{ context: "200k" }, { context: 200_000 }],
  [{ context: "1M tokens" }, { context: 1_000_000 }],
  [{ context: "128,000" }, { context: 128_000 }],
  [{ open: "true" }, { open: true }],
  [{ open: " False" }, { open: false }],
  [{ open: "yes" }, { open: true }],
  [{ open: 1 }, { open: true }],
  [{ models: "a, b" }, { models: ["a", "b"] }],
  [{ models: '["a", "b"]' }, { models: ["a", "b"] }],
  [{ models: "a" }, { models: ["a"] }],
  [{ query: 4 }, { query: "4" }],
  [{ query: ["a"] }, { query: "a" }],
  [{ query: "a, b" }, { query: "a, b" }],
  [{ query: "x", limit: null }, { query: "x" }],
  [{ query: "x", limit: "null", open: "", sort: "None" }, { query: "x" }],
  [{ sort: "Release Date" }, { sort: "release_date" }],
])("%j is read as %j", (sent, meant) => {
  expect(read(sent)).toEqual({ args: meant, ignored: [] });
});

test.each([
  [{ limit: "many" }],
  [{ limit: -1 }],
  [{ open: "perhaps" }],
  [{ models: [1, 2] }],
  [{ sort: "beauty" }],
  [["limit"]],
  ["limit"],
])("%j stays as it is, for the schema to refuse", (sent) => {
  expect(read(sent)).toEqual({ args: sent, ignored: [] });
});

test("an empty text is one where a text is required", () => {
  expect(read({ query: "" }, ["query"]).args).toEqual({ query: "" });
});

test("a name that there is not is left out and told", () => {
  expect(read({ query: "x", colour: "red" }, ["query"])).toEqual({
    args: { query: "x" },
    ignored: ["colour"],
  });
});

test("what is required takes what was sent under another name", () => {
  expect(read({ q: "x", limit: 2 }, ["query"]).args).toEqual({ query: "x", limit: 2 });
  expect(read({ model_a: "x", model_b: "y" }, ["models"]).args).toEqual({ models: ["x", "y"] });
  expect(read({ a: "x", b: "y" }, ["query"])).toEqual({ args: {}, ignored: ["a", "b"] });
});

test("a number in a text longer than numbers are is left to the schema", () => {
  const long = `1${" ".repeat(200)}k`;
  expect(read({ context: long })).toMatchObject({ args: { context: long } });
  // Each blank may be the thousands' or the unit's: to try them all would take days.
  const endless = `0${" ".repeat(250_000)}x`;
  expect(read({ context: endless })).toMatchObject({ args: { context: endless } });
});
