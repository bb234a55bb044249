import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ADDITION_MODEL_TEST } from "../../../test/builders/experiment-run.ts";
import { writeSampleFacts } from "../../../test/builders/sample-facts.ts";
import type { Facts } from "../../facts/kinds.ts";
import { readFacts } from "../../facts/read-facts.ts";
import {
  isSafeUrlForKey,
  parseBaseUrl,
  parseCountOption,
  parseDayOption,
  parseUsdOption,
  toRunPlan,
} from "./command.ts";
import { toRunId } from "./run.ts";

let facts: Facts;
let sample: Awaited<ReturnType<typeof writeSampleFacts>>;
beforeAll(async () => {
  sample = await writeSampleFacts();
  facts = await readFacts(sample.data);
});
afterAll(() => sample.remove());

const plan = (model: string, route?: string) => toRunPlan(model, route ? { route } : {}, facts);

describe("a model", () => {
  test.each([
    ["by its slug", "acme-large", undefined],
    ["by an alias", "acme-big", undefined],
    ["by a host's id", "acme/acme-large", "bazaar"],
    ["by name=slug", "whatever:v1=acme-large", undefined],
    ["by name=slug where the name has an equals sign", "a=b=acme-large", undefined],
  ])("is found %s", (_, model, route) => {
    expect(plan(model, route).subject).toEqual({ model: "acme-large", lab: "acme" });
  });

  test("that the catalogue does not have stops with what to write", () => {
    expect(() => plan("nobody")).toThrow(/no model "nobody"; write --model nobody=<slug/);
    expect(() => plan("acme-large", "nowhere")).toThrow(/--route nowhere: no such host/);
  });

  test("has the price of its lab or of the host; one that is missing must be given", () => {
    expect(plan("acme-large").prices).toEqual({ input: 4, output: 20 });
    expect(plan("acme/acme-large", "bazaar").prices).toEqual({ input: 3, output: 18 });
    expect(plan("acme/acme-large-20260201", "bazaar").prices).toEqual({ input: 3.5, output: 18 });
    expect(() => plan("delta-7b")).toThrow(/no price of delta-7b at its lab; .*--input-price/);
    expect(toRunPlan("delta-7b", { inputPrice: 1, outputPrice: 2 }, facts).prices).toEqual({
      ...{ input: 1, output: 2 },
    });
    expect(() => toRunPlan("delta-7b", { inputPrice: 1 }, facts)).toThrow(/must be given together/);
  });

  test("gives its run a name, with day, test, version and host", () => {
    expect(toRunId(ADDITION_MODEL_TEST, plan("acme-large"), "2026-11-01")).toBe(
      "2026-11-01-sums-v1-acme-large",
    );
    expect(toRunId(ADDITION_MODEL_TEST, plan("acme-large", "bazaar"), "2026-11-01")).toBe(
      "2026-11-01-sums-v1-acme-large-at-bazaar",
    );
  });
});

test.each([
  ["https://host.example/v1", "https://host.example/v1"],
  ["https://host.example/v1/", "https://host.example/v1"],
  ["https://host.example/v1/chat/completions", "https://host.example/v1"],
])("the address %s is taken", (text, baseUrl) => {
  expect(parseBaseUrl(text)).toBe(baseUrl);
});

test("other addresses are refused, and a secret in one is not repeated", () => {
  for (const text of ["host.example/v1", "ftp://host.example", "", "https://"])
    expect(() => parseBaseUrl(text), text).toThrow(/write https/);
  for (const text of [
    "https://me:secret@host.example/v1",
    "https://host.example/v1?api_key=secret",
  ])
    expect(() => parseBaseUrl(text)).toThrow(
      /^--base-url contains a secret; put the key into an env/,
    );
});

test("amounts, counts and days are taken, and the message says what else to write", () => {
  expect([
    parseUsdOption("0.5"),
    parseUsdOption("0"),
    parseCountOption("3"),
    parseDayOption("2026-11-21"),
  ]).toEqual([...[0.5, 0, 3, "2026-11-21"]]);
  for (const text of ["", "-1", "many", "Infinity"])
    expect(() => parseUsdOption(text), text).toThrow(/US dollars/);
  for (const text of ["0", "1.5", "", "x"])
    expect(() => parseCountOption(text), text).toThrow(/whole/);
  expect(() => parseDayOption("2026-02-30")).toThrow(/no such day/);
});

test.each([
  ["https://host.example/v1", true],
  ["http://localhost:8000", true],
  ["http://127.0.0.1:1/v1", true],
  ["http://[::1]:1/v1", true],
  ["http://10.0.0.5:8000/v1", false],
  ["http://localhost.example/v1", false],
])("a key may be sent to %s: %s", (baseUrl, may) => {
  expect(isSafeUrlForKey(baseUrl)).toBe(may);
});
