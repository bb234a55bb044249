import { describe, expect, test } from "vitest";
import { sampleClaim } from "../../../test/builders/claims.ts";
import { decideModelTraits, findDisputedTraits } from "./claims.ts";

const OWN = ["acme", "acme-cloud"];
const decided = (
  claims: Parameters<typeof decideModelTraits>[0],
  firstSeen: string | null = null,
) => decideModelTraits(claims, OWN, firstSeen);
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
      ...{ value: true, source: "models-dev" },
      counts: [
        { value: true, claims: 3 },
        { value: false, claims: 2 },
      ],
    });
  });

  test.each([
    ["silence", [sampleClaim("acme", {}), sampleClaim(null, {})]],
    ["a tie", [...hosts(2, { isOpenWeights: true }), ...hosts(2, { isOpenWeights: false })]],
  ])("is null for %s, never false", (_, claims) => {
    expect(decided(claims).isOpenWeights.value).toBeNull();
  });

  test("is reported by a record before the lab's own host, and by either before all others", () => {
    const others = hosts(5, { isOpenWeights: false });
    const own = sampleClaim("acme", { isOpenWeights: true });
    expect(decided([...others, own]).isOpenWeights.value).toBe(true);
    const record = sampleClaim(null, { isOpenWeights: false });
    expect(decided([own, record]).isOpenWeights.value).toBe(false);
  });

  test("is what a person read on a page before all others, and names who stated it", () => {
    const page = sampleClaim("acme", { tools: false }, { source: "operator" });
    const claims = [sampleClaim(null, { tools: true }), ...hosts(3, { tools: true }), page];
    expect(decided(claims).tools).toMatchObject({ value: false, source: "operator" });
  });

  test("lists of modalities are equal in any order; an empty one says nothing", () => {
    const claims = [
      sampleClaim("a", { inputModalities: ["text", "image"] }),
      sampleClaim("b", { inputModalities: ["image", "text"] }),
      sampleClaim("c", { inputModalities: ["text"] }),
      ...hosts(3, { inputModalities: [] }),
    ];
    expect(decided(claims).inputModalities.value).toEqual(["image", "text"]);
  });
});

describe("limits", () => {
  test("are reported by the lab's own host before a record", () => {
    const record = sampleClaim(null, { contextWindow: 100_000 });
    const own = sampleClaim("acme", { contextWindow: 200_000 });
    expect(decided([record, record, own]).contextWindow.value).toBe(200_000);
  });

  test("no maximum output above the context window is passed, whoever says it", () => {
    const own = sampleClaim("acme", { contextWindow: 8_000, maxOutputTokens: null });
    const wrong = sampleClaim(null, { maxOutputTokens: 32_000 });
    const right = sampleClaim("bazaar", { maxOutputTokens: 4_000 });
    expect(decided([own, wrong, right]).maxOutputTokens.value).toBe(4_000);
    expect(decided([own, wrong]).maxOutputTokens).toEqual({
      ...{ value: null, source: null },
      counts: [{ value: 32_000, claims: 1 }],
    });
  });
});

describe("the day of release", () => {
  const on = (...days: string[]) =>
    days.map((releaseDate, index) => sampleClaim(`host-${index}`, { releaseDate }));

  test("days within a week are one statement: what most name, of equals the first", () => {
    expect(decided(on("2026-03-03", "2026-03-01", "2026-05-01")).releaseDate.value).toBe(
      "2026-03-01",
    );
    expect(decided(on("2026-03-01", "2026-03-03", "2026-03-03")).releaseDate.value).toBe(
      "2026-03-03",
    );
  });

  test("after the first price it is passed only where nobody says another", () => {
    const claims = on("2026-05-01", "2026-05-01", "2026-02-01");
    expect(decided(claims, "2026-02-03").releaseDate.value).toBe("2026-02-01");
    expect(decided(on("2026-05-01"), "2026-02-03").releaseDate.value).toBe("2026-05-01");
  });
});

test("what nobody could decide is listed, and what was decided against most claims", () => {
  const claims = [
    sampleClaim(null, { isOpenWeights: true, tools: true }),
    sampleClaim("a", { isOpenWeights: false, tools: true, reasoning: true }),
    sampleClaim("b", { isOpenWeights: false, tools: false, reasoning: false }),
  ];
  expect(findDisputedTraits("quark-7", decideModelTraits(claims, [], null))).toEqual([
    { model: "quark-7", field: "is_open_source", decided: "true", claims: "false×2 true×1" },
    { model: "quark-7", field: "supports.reasoning", decided: null, claims: "false×1 true×1" },
  ]);
});
