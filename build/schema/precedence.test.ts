import { expect, test } from "vitest";
import { PRECEDENCE, rankOf } from "./precedence.ts";
import { HOST_KINDS } from "./provider.ts";

const SOURCES = ["litellm", "models-dev", "unheard-of", "acme", "genai-prices", "operator"];
const order = (kind: (typeof HOST_KINDS)[number]) =>
  [...SOURCES].sort((a, b) => rankOf("acme", kind, a) - rankOf("acme", kind, b));

test("a lab's own host is read from the list that is checked by hand, the others from the daily one", () => {
  const first = ["operator", "acme"];
  const last = ["litellm", "unheard-of"];
  expect(order("lab")).toEqual([...first, "genai-prices", "models-dev", ...last]);
  expect(order("router")).toEqual([...first, "models-dev", "genai-prices", ...last]);
});

test("every kind of host has an order, and each rank once", () => {
  for (const kind of HOST_KINDS) {
    const ranks = PRECEDENCE.filter(({ host_kind }) => host_kind === kind).map(({ rank }) => rank);
    expect(ranks).toEqual([1, 2, 3]);
  }
});
