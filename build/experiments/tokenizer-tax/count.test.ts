import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import * as cl100k from "gpt-tokenizer/encoding/cl100k_base";
import * as o200k from "gpt-tokenizer/encoding/o200k_base";
import * as harmony from "gpt-tokenizer/encoding/o200k_harmony";
import { beforeAll, describe, expect, test } from "vitest";
import { BuildError } from "../../facts/fault.ts";
import type { Facts } from "../../facts/kinds.ts";
import { readFacts } from "../../facts/read-facts.ts";
import { countPassages, countSentences } from "./count.ts";
import { PASSAGE_VERSION, PASSAGES, textOf } from "./passage.ts";
import { TOKENIZERS } from "./tokenizers.ts";

const byId = (id: string) => TOKENIZERS.find((tokenizer) => tokenizer.id === id)!;

/** The library's models, and the names of the catalogue for them: 4-1 for 4.1, no word for the newest. */
const MODULES = readdirSync("node_modules/gpt-tokenizer/esm/model")
  .filter((file) => file.endsWith(".js"))
  .map((file) => file.replace(/\.js$/, ""))
  .map((name) => {
    const slug = name.replaceAll(".", "-");
    return { name, slugs: [slug, slug.replace(/-(latest|preview)$/, "")] };
  });

describe("counting", () => {
  test("a sentence counts what it adds, so that the sentences make up the passage", () => {
    const words = (text: string) => text.split(" ").filter((word) => word !== "").length;
    expect(
      countSentences({ ...PASSAGES[0]!, sentences: ["One two.", "Three four five."] }, words),
    ).toEqual([2, 3]);
    for (const passage of PASSAGES) {
      const sum = countSentences(passage, o200k.countTokens).reduce((a, b) => a + b, 0);
      expect(sum, passage.language).toBe(o200k.countTokens(textOf(passage)));
    }
  });

  test("a library that counts marks of its own is refused", () => {
    const withMark = (text: string) => o200k.countTokens(text) + 1;
    expect(() => countPassages(byId("o200k-base"), "1.0.0", withMark, "2026-11-21")).toThrow(
      BuildError,
    );
  });
});

describe("the recorded counts", () => {
  let facts: Facts;
  beforeAll(async () => {
    facts = await readFacts(resolve("data"));
  });

  test("are there for every tokenizer, language and sentence of this version", () => {
    expect([...new Set(facts.tokenCounts.map(({ file }) => file))].sort()).toEqual(
      TOKENIZERS.map(({ id }) => id).sort(),
    );
    for (const { id } of TOKENIZERS) {
      const rows = facts.tokenCounts.filter(({ file }) => file === id);
      expect(rows.length, id).toBe(PASSAGES.reduce((sum, p) => sum + p.sentences.length, 0));
      for (const row of rows) {
        expect(row.passage_version).toBe(PASSAGE_VERSION);
        expect(row.package).toBe(byId(id).package);
        const passage = PASSAGES.find(({ language }) => language === row.language)!;
        expect(row.characters).toBe([...passage.sentences[row.sentence - 1]!].length);
        expect(row.tokens).toBeGreaterThan(0);
      }
    }
  });

  test.each([
    ["o200k-base", o200k.countTokens],
    ["cl100k-base", cl100k.countTokens],
  ])("of %s are what the library counts again", (id, count) => {
    const again = countPassages(byId(id), "4.0.0", count, "2026-11-21");
    const recorded = facts.tokenCounts.filter(({ file }) => file === id);
    const key = (row: { language: string; sentence: number; tokens: number }) =>
      `${row.language} ${row.sentence} ${row.tokens}`;
    expect(recorded.map(key).sort()).toEqual(again.map(key).sort());
  });

  test("give every OpenAI model the encoding that the library ships it with", async () => {
    const ours = facts.modelTokenizers.filter(({ tokenizer }) => /^(o200k|cl100k)/.test(tokenizer));
    expect(ours.length).toBeGreaterThan(40);
    const shipped = ours.flatMap((row) => {
      const found = MODULES.find(({ slugs }) => slugs.includes(row.model));
      return found ? [{ ...row, name: found.name }] : [];
    });
    // The library names them with a date or not at all; tiktoken has their prefix.
    const unnamed = ours.filter(({ model }) => !shipped.some((row) => row.model === model));
    expect(unnamed.map(({ model }) => model)).toEqual(["gpt-3-5-turbo-16k", "gpt-4-vision"]);
    for (const { model, name, tokenizer } of shipped) {
      const library = (await import(`gpt-tokenizer/model/${name}`)) as typeof o200k;
      const wanted = tokenizer === "o200k-base" ? o200k : cl100k;
      const thai = textOf(PASSAGES.find(({ language }) => language === "th")!);
      expect(library.countTokens(thai), model).toBe(wanted.countTokens(thai));
    }
  });

  test("stand for gpt-oss too, whose encoding differs in special tokens only", () => {
    for (const passage of PASSAGES)
      expect(harmony.countTokens(textOf(passage))).toBe(o200k.countTokens(textOf(passage)));
  });

  test("of a stand-in give no later model a result", () => {
    const models = (id: string) =>
      facts.modelTokenizers.filter(({ tokenizer }) => tokenizer === id).map(({ model }) => model);
    expect(models("gemini")).toEqual([]);
    expect(models("claude-2")).toEqual(["claude-2", "claude-2-1"]);
  });
});
