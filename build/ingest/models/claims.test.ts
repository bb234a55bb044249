import { describe, expect, test } from "vitest";
import { sampleClaim } from "../../../test/builders/claims.ts";
import { SAMPLE_RULES } from "../../../test/builders/rules.ts";
import { decideModelTraits, findDisputedTraits } from "./claims.ts";

const OWN = ["acme", "acme-cloud"];
const decided = (
  claims: Parameters<typeof decideModelTraits>[0],
  firstSeen: string | null = null,
) => decideModelTraits(claims, OWN, firstSeen, SAMPLE_RULES);
const hosts = (count: number, traits: Parameters<typeof sampleClaim>[1]) =>
  Array.from({ length: count }, (_, index) => sampleClaim(`host-${index}`, traits));

describe("a trait", () => {
  test("is what most claims say", () => {
    const claims = [
      ...hosts(3, { tools: true }),
      ...hosts(2, { tools: false }),
      sampleClaim("x", {}),
    ];
    expect(decided(claims).tools).toEqual({
      ...{ value: true, source: "models-dev", objected: [] },
      counts: [
        { value: true, claims: 3 },
        { value: false, claims: 2 },
      ],
    });
  });

  test.each([
    ["silence", [sampleClaim("acme", {}), sampleClaim(null, {})]],
    ["a tie", [...hosts(2, { is_open_source: true }), ...hosts(2, { is_open_source: false })]],
  ])("is null for %s, never false", (_, claims) => {
    expect(decided(claims).is_open_source.value).toBeNull();
  });

  test("is reported by a record before the lab's own host, and by either before all others", () => {
    const others = hosts(5, { is_open_source: false });
    const own = sampleClaim("acme", { is_open_source: true });
    expect(decided([...others, own]).is_open_source.value).toBe(true);
    const record = sampleClaim(null, { is_open_source: false });
    expect(decided([own, record]).is_open_source.value).toBe(false);
  });

  test("is what a person read on a page before all others, and names who stated it", () => {
    const page = sampleClaim("acme", { tools: false }, { source: "operator" });
    const claims = [sampleClaim(null, { tools: true }), ...hosts(3, { tools: true }), page];
    expect(decided(claims).tools).toMatchObject({ value: false, source: "operator" });
  });

  test("lists of modalities are equal in any order; an empty one says nothing", () => {
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
  test("are reported by the lab's own host before a record", () => {
    const record = sampleClaim(null, { context_window: 100_000 });
    const own = sampleClaim("acme", { context_window: 200_000 });
    expect(decided([record, record, own]).context_window.value).toBe(200_000);
  });

  test("an input limit is no window: with the output limit it is the window that a record states", () => {
    const record = sampleClaim(null, { context_window: 400_000 });
    const limits = { context_window: 272_000, max_output_tokens: 128_000 };
    const own = sampleClaim("acme", limits, { source: "litellm" });
    expect(decided([record, own]).context_window).toMatchObject({
      ...{ value: 400_000, source: "models-dev", objected: [272_000] },
    });
    expect(decided([own]).context_window.value).toBe(272_000);
  });

  test("no maximum output above the context window is passed, whichever source states it", () => {
    const own = sampleClaim("acme", { context_window: 8_000, max_output_tokens: null });
    const wrong = sampleClaim(null, { max_output_tokens: 32_000 });
    const right = sampleClaim("bazaar", { max_output_tokens: 4_000 });
    expect(decided([own, wrong, right]).max_output_tokens.value).toBe(4_000);
    expect(decided([own, wrong]).max_output_tokens).toEqual({
      ...{ value: null, source: null, objected: [32_000] },
      counts: [{ value: 32_000, claims: 1 }],
    });
  });
});

describe("limits of open weights", () => {
  const open = (host: string | null, context_window: number) =>
    sampleClaim(host, { is_open_source: true, context_window });

  test("are reported by a record before the lab's own host, which may serve less", () => {
    expect(decided([open("acme", 128_000), open(null, 1_000_000)]).context_window.value).toBe(
      1_000_000,
    );
  });

  test("of two records that differ the larger counts", () => {
    const claims = [open("acme", 128_000), open(null, 3_500_000), open(null, 10_000_000)];
    expect(decided(claims).context_window.value).toBe(10_000_000);
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

  test.each([
    ["2026-03", null],
    ["2026-03-01", null],
    ["2026-04", null],
    ["2026-02", "2026-02"],
    ["2026", "2026"],
    ["2027", null],
  ])("a knowledge cutoff of %s counts as %s for a model of March 2026", (cutoff, known) => {
    const claims = [sampleClaim("acme", { release_date: "2026-03-09", knowledge_cutoff: cutoff })];
    expect(decided(claims).knowledge_cutoff.value).toBe(known);
  });

  test("a month and a day of it are one knowledge cutoff", () => {
    const cutoffs = (...all: string[]) =>
      decided(all.map((knowledge_cutoff, at) => sampleClaim(`host-${at}`, { knowledge_cutoff })))
        .knowledge_cutoff.value;
    expect(cutoffs("2024-07", "2024-07-31", "2024-10")).toBe("2024-07");
    expect(cutoffs("2024-07", "2024-10")).toBeNull();
  });

  test("the next claim wins where a cutoff cannot be", () => {
    const own = sampleClaim("acme", { release_date: "2026-03-09", knowledge_cutoff: "2026-03" });
    const other = sampleClaim("bazaar", { knowledge_cutoff: "2025-10" });
    expect(decided([own, other]).knowledge_cutoff.value).toBe("2025-10");
  });

  test("weights with an address are open, whatever resellers say", () => {
    const weights = "https://hub.example.org/quark-7";
    const claims = hosts(3, { is_open_source: false });
    expect(decided([...claims, sampleClaim("x", { weights })]).is_open_source.value).toBe(true);
  });

  test("resellers do not say that weights are closed whose name states their size", () => {
    const closed = (host: string | null) =>
      sampleClaim(host, { is_open_source: false }, { name: "quark-7-32b" });
    expect(decided([closed("x"), closed("y")]).is_open_source.value).toBeNull();
    expect(decided([closed("x"), closed("acme")]).is_open_source.value).toBe(false);
  });
});

describe("the day of release", () => {
  const on = (...days: string[]) =>
    days.map((release_date, index) => sampleClaim(`host-${index}`, { release_date }));

  test("days within a week are one statement: what most name, of equals the first", () => {
    expect(decided(on("2026-03-03", "2026-03-01", "2026-05-01")).release_date.value).toBe(
      "2026-03-01",
    );
    expect(decided(on("2026-03-01", "2026-03-03", "2026-03-03")).release_date.value).toBe(
      "2026-03-03",
    );
  });

  test("after the first price it is passed only where nobody says another", () => {
    const claims = on("2026-05-01", "2026-05-01", "2026-02-01");
    expect(decided(claims, "2026-02-03").release_date.value).toBe("2026-02-01");
    expect(decided(on("2026-05-01"), "2026-02-03").release_date.value).toBe("2026-05-01");
  });
});

test("what nobody could decide is listed, and what was decided against most claims", () => {
  const claims = [
    sampleClaim(null, { is_open_source: true, tools: true }),
    sampleClaim("a", { is_open_source: false, tools: true, reasoning: true }),
    sampleClaim("b", { is_open_source: false, tools: false, reasoning: false }),
  ];
  expect(findDisputedTraits("quark-7", decideModelTraits(claims, [], null, SAMPLE_RULES))).toEqual([
    { model: "quark-7", field: "is_open_source", decided: "true", claims: "false×2 true×1" },
    { model: "quark-7", field: "supports.reasoning", decided: null, claims: "false×1 true×1" },
  ]);
});
