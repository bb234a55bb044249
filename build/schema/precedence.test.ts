import { expect, test } from "vitest";
import { getSourcePrecedence } from "./precedence.ts";
import type { HostKind } from "./values.ts";

const SOURCES =
  "litellm portkey pi-ai models-dev unheard-of acme genai-prices operator third-party".split(" ");
const order = (kind: HostKind) =>
  SOURCES.toSorted(
    (a, b) => getSourcePrecedence("acme", kind, a) - getSourcePrecedence("acme", kind, b),
  ).join(" ");

test.each<[HostKind, string]>([
  ["lab", "operator acme genai-prices models-dev pi-ai portkey litellm unheard-of third-party"],
  ["router", "operator acme models-dev pi-ai genai-prices litellm portkey unheard-of third-party"],
])("at a host of the kind %s, the sources have the precedence %s", (kind, expected) => {
  expect(order(kind)).toBe(expected);
});
