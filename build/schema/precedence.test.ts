import { expect, test } from "vitest";
import { getSourcePrecedence } from "./precedence.ts";
import type { HostKind } from "./values.ts";

const SOURCES = [
  "litellm",
  "portkey",
  "pi-ai",
  "models-dev",
  "unheard-of",
  "acme",
  "genai-prices",
  "operator",
];
const order = (kind: HostKind) =>
  [...SOURCES].sort(
    (a, b) => getSourcePrecedence("acme", kind, a) - getSourcePrecedence("acme", kind, b),
  );

test("genai-prices goes before models.dev at a lab's own host, and after it at other hosts", () => {
  const first = ["operator", "acme"];
  expect(order("lab")).toEqual([
    ...first,
    "genai-prices",
    "models-dev",
    "pi-ai",
    "portkey",
    "litellm",
    "unheard-of",
  ]);
  const others = ["models-dev", "pi-ai", "genai-prices", "litellm", "portkey", "unheard-of"];
  expect(order("router")).toEqual([...first, ...others]);
});
