import { describe, expect, test } from "vitest";
import { voice } from "../../../test/builders/voices.ts";
import { decideTraits } from "./decide-traits.ts";

const OWN = ["acme", "acme-cloud"];
const decided = (voices: Parameters<typeof decideTraits>[0], firstSeen: string | null = null) =>
  decideTraits(voices, OWN, firstSeen);
const hosts = (count: number, traits: Parameters<typeof voice>[1]) =>
  Array.from({ length: count }, (_, index) => voice(`host-${index}`, traits));

describe("a trait", () => {
  test("is what most voices say", () => {
    const voices = [...hosts(3, { tools: true }), ...hosts(2, { tools: false }), voice("x", {})];
    expect(decided(voices).tools).toEqual({
      value: true,
      counts: [
        { value: true, voices: 3 },
        { value: false, voices: 2 },
      ],
    });
  });

  test.each([
    ["silence", [voice("acme", {}), voice(null, {})]],
    ["a tie", [...hosts(2, { isOpenWeights: true }), ...hosts(2, { isOpenWeights: false })]],
  ])("is null for %s, never false", (_, voices) => {
    expect(decided(voices).isOpenWeights.value).toBeNull();
  });

  test("is told by a record before the lab's own host, and by either before all others", () => {
    const others = hosts(5, { isOpenWeights: false });
    const own = voice("acme", { isOpenWeights: true });
    expect(decided([...others, own]).isOpenWeights.value).toBe(true);
    const record = voice(null, { isOpenWeights: false });
    expect(decided([own, record]).isOpenWeights.value).toBe(false);
  });

  test("where the careful are tied, the rest is asked", () => {
    const own = [
      voice("acme", { isOpenWeights: true }),
      voice("acme-cloud", { isOpenWeights: false }),
    ];
    expect(decided([...own, ...hosts(3, { isOpenWeights: true })]).isOpenWeights.value).toBe(true);
  });

  test("of a plain name counts before that of a snapshot or a mode", () => {
    const dated = voice(null, { reasoning: true }, { name: "quark-7-2026-01-05" });
    const mode = voice(null, { reasoning: true }, { name: "quark-7-high", step: "mode" });
    expect(decided([dated, mode, voice("acme", { reasoning: false })]).reasoning.value).toBe(false);
    expect(decided([dated, mode]).reasoning.value).toBe(true);
  });

  test("lists of modalities are equal in any order; an empty one says nothing", () => {
    const voices = [
      voice("a", { inputModalities: ["text", "image"] }),
      voice("b", { inputModalities: ["image", "text"] }),
      voice("c", { inputModalities: ["text"] }),
      ...hosts(3, { inputModalities: [] }),
    ];
    expect(decided(voices).inputModalities.value).toEqual(["image", "text"]);
  });
});

describe("limits", () => {
  test("are told by the lab's own host before a record", () => {
    const record = voice(null, { contextWindow: 100_000 });
    const own = voice("acme", { contextWindow: 200_000 });
    expect(decided([record, record, own]).contextWindow.value).toBe(200_000);
  });

  test("no maximum output above the context window is believed, whoever says it", () => {
    const own = voice("acme", { contextWindow: 8_000, maxOutputTokens: null });
    const wrong = voice(null, { maxOutputTokens: 32_000 });
    const right = voice("bazaar", { maxOutputTokens: 4_000 });
    expect(decided([own, wrong, right]).maxOutputTokens.value).toBe(4_000);
    expect(decided([own, wrong]).maxOutputTokens).toEqual({
      value: null,
      counts: [{ value: 32_000, voices: 1 }],
    });
  });
});

describe("the day of release", () => {
  const on = (...days: string[]) =>
    days.map((releaseDate, index) => voice(`host-${index}`, { releaseDate }));

  test("days within a week are one statement: what most name, of equals the first", () => {
    expect(decided(on("2026-03-03", "2026-03-01", "2026-05-01")).releaseDate.value).toBe(
      "2026-03-01",
    );
    expect(decided(on("2026-03-01", "2026-03-03", "2026-03-03")).releaseDate.value).toBe(
      "2026-03-03",
    );
  });

  test("days far apart are split", () => {
    expect(decided(on("2025-03-01", "2026-03-01")).releaseDate.value).toBeNull();
  });

  test("after the first price it is believed only where nobody says another", () => {
    const voices = on("2026-05-01", "2026-05-01", "2026-02-01");
    expect(decided(voices, "2026-02-03").releaseDate.value).toBe("2026-02-01");
    expect(decided(on("2026-05-01"), "2026-02-03").releaseDate.value).toBe("2026-05-01");
  });

  test("a month is no day", () => {
    expect(decided(on("2026-03")).releaseDate.value).toBeNull();
  });
});

test("a page of documentation is the lab's or a record's, and two may both be right", () => {
  const at = (host: string | null, path: string) =>
    voice(host, { documentationUrl: `https://docs.example/${path}` });
  expect(decided([at("bazaar", "x")]).documentationUrl.value).toBeNull();
  expect(decided([at("acme", "b"), at("acme-cloud", "a")]).documentationUrl.value).toBe(
    "https://docs.example/a",
  );
});
