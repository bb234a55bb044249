import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SUMS } from "../../../test/builders/experiment-run.ts";
import { writeSample } from "../../../test/builders/sample-facts.ts";
import type { Facts } from "../../facts/kinds.ts";
import { readFacts } from "../../facts/read-facts.ts";
import { toPlan, toRunId } from "./plan.ts";

let facts: Facts;
let sample: Awaited<ReturnType<typeof writeSample>>;
beforeAll(async () => {
  sample = await writeSample();
  facts = await readFacts(sample.data);
});
afterAll(() => sample.remove());

const plan = (model: string, route: string | null = null) =>
  toPlan({ model, route, prices: null }, facts);

describe("a model", () => {
  test.each([
    ["by its slug", "acme-large", null, "acme-large"],
    ["by an alias", "acme-big", null, "acme-large"],
    ["by a host's id", "acme/acme-large", "bazaar", "acme-large"],
    ["by a host's dated id", "acme/acme-large-20260201", "bazaar", "acme-large"],
    ["by name=slug", "whatever:v1=acme-large", null, "acme-large"],
    ["by name=slug where the name has an equals sign", "a=b=acme-large", null, "acme-large"],
  ])("is found %s", (_, model, route, slug) => {
    expect(plan(model, route).subject).toEqual({ model: slug, lab: "acme" });
  });

  test("is asked for by the name given, without the slug", () => {
    expect(plan("whatever:v1=acme-large").modelId).toBe("whatever:v1");
  });

  test("nobody knows stops with what to write", () => {
    expect(() => plan("nobody")).toThrow(/no model "nobody"; write --model nobody=<slug/);
    expect(() => plan("x=nobody")).toThrow(/no model "nobody"/);
  });
});

describe("its price", () => {
  test("is the lab's own, or the host's that is asked", () => {
    expect(plan("acme-large").prices).toEqual({ input: 4, output: 20 });
    expect(plan("acme/acme-large", "bazaar").prices).toEqual({ input: 3, output: 18 });
    expect(plan("acme/acme-large-20260201", "bazaar").prices).toEqual({ input: 3.5, output: 18 });
  });

  test("that the catalogue lacks must be given", () => {
    expect(() => plan("delta-7b")).toThrow(/no price of delta-7b at its lab; .*--input-price/);
    expect(() => plan("delta-7b", "acme")).toThrow(/no price of delta-7b at acme/);
    const prices = { input: 1, output: 2 };
    expect(toPlan({ model: "delta-7b", route: null, prices }, facts).prices).toBe(prices);
  });

  test("at a host that is none stops", () => {
    expect(() => plan("acme-large", "nowhere")).toThrow(/--route nowhere: no such host/);
  });
});

test("a run is named after its day, test, version, model and host", () => {
  expect(toRunId(SUMS, plan("acme-large"), "2026-11-01")).toBe("2026-11-01-sums-v1-acme-large");
  expect(toRunId(SUMS, plan("acme-large", "bazaar"), "2026-11-01")).toBe(
    "2026-11-01-sums-v1-acme-large-at-bazaar",
  );
});
