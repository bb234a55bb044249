import { expect, test } from "vitest";
import { readArguments } from "./arguments.ts";

const SCHEMA = {
  properties: {
    limit: { type: "integer", maximum: 20 },
    open: { type: "boolean" },
    models: { type: "array" },
    query: { type: "string" },
  },
};

test.each([
  [{ limit: "3" }, { limit: 3 }],
  [{ limit: " 3.0 " }, { limit: 3 }],
  [{ limit: 500 }, { limit: 20 }],
  [{ limit: "500" }, { limit: 20 }],
  [{ open: "true" }, { open: true }],
  [{ open: " False" }, { open: false }],
  [{ models: "a, b" }, { models: ["a", "b"] }],
  [{ models: '["a", "b"]' }, { models: ["a", "b"] }],
  [{ models: "a" }, { models: ["a"] }],
  [{ query: 4 }, { query: "4" }],
  [{ query: "a, b" }, { query: "a, b" }],
  [{ query: "x", limit: null }, { query: "x" }],
])("%j is read as %j", (sent, read) => {
  expect(readArguments(sent, SCHEMA)).toEqual(read);
});

test.each([
  [{ limit: "many" }],
  [{ limit: -1 }],
  [{ open: "yes" }],
  [{ models: [1, 2] }],
  [{ unknown: "3" }],
  [["limit"]],
  ["limit"],
])("%j stays as it is, for the schema to refuse", (sent) => {
  expect(readArguments(sent, SCHEMA)).toEqual(sent);
});
