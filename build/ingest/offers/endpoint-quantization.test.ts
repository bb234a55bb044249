import { expect, test } from "vitest";
import { offer } from "../../../test/builders/fact-builders.ts";
import { withQuantization } from "./endpoint-quantization.ts";

const resolver = {
  resolve: ({ name }: { name: string }) =>
    name.startsWith("acme/")
      ? { model: name.slice(5), step: "own" as const, configuration: null }
      : undefined,
};
const sold = (model: string, id = model, quantization: string | null = null) =>
  offer(model, id, 1, 2, { quantization });
const said = (host: string, modelId: string) => ({
  source: "openrouter",
  host,
  modelId,
  quantization: "fp8",
});
const quantizations = (
  rows: ReturnType<typeof sold>[],
  ...endpoints: ReturnType<typeof said>[]
): (string | null)[] =>
  withQuantization(new Map([["shop", rows]]), endpoints, resolver)
    .get("shop")!
    .map(({ quantization }) => quantization);

test("a host's one offer of the model gets the quantization", () => {
  const rows = [sold("nimbus"), sold("cirrus")];
  expect(quantizations(rows, said("shop", "acme/nimbus"))).toEqual(["fp8", null]);
});

test("of two offers either may be meant, so neither gets it", () => {
  const rows = [sold("nimbus"), sold("nimbus", "nimbus-turbo")];
  expect(quantizations(rows, said("shop", "acme/nimbus"))).toEqual([null, null]);
});

test("another host's, an unknown model's, and one against the id's own word change nothing", () => {
  const rows = [sold("nimbus", "nimbus", "awq")];
  expect(quantizations(rows, said("shop", "acme/nimbus"))).toEqual(["awq"]);
  expect(quantizations([sold("nimbus")], said("mall", "acme/nimbus"))).toEqual([null]);
  expect(quantizations([sold("nimbus")], said("shop", "other/nimbus"))).toEqual([null]);
});

test("the reseller's own offer knows best which model its id is", () => {
  const offers = new Map([
    ["openrouter", [sold("cirrus", "acme/nimbus")]],
    ["shop", [sold("cirrus"), sold("nimbus")]],
  ]);
  const rows = withQuantization(offers, [said("shop", "acme/nimbus")], resolver).get("shop");
  expect(rows?.map(({ quantization }) => quantization)).toEqual(["fp8", null]);
});
