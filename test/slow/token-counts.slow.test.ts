/** Compares the recorded tokenizers of OpenAI's models with those of the library. */
import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import * as cl100k from "gpt-tokenizer/encoding/cl100k_base";
import * as o200k from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import { joinPassageSentences } from "../../build/experiments/items.ts";
import { readFacts } from "../../build/facts/read-facts.ts";
import { getDefined } from "../builders/get.ts";

/** The library's models, with the catalogue's slugs for them: `4-1` for `4.1`, and without `-latest` or `-preview`. */
const MODULES = readdirSync("node_modules/gpt-tokenizer/esm/model")
  .filter((file) => file.endsWith(".js"))
  .map((file) => file.replace(/\.js$/, ""))
  .map((name) => {
    const slug = name.replaceAll(".", "-");
    return { name, slugs: [slug, slug.replace(/-(latest|preview)$/, "")] };
  });

test("the recorded tokenizers give every OpenAI model the encoding that the library ships it with", async () => {
  const facts = await readFacts(resolve("data"));
  const ours = facts.modelTokenizers.filter(({ tokenizer }) => /^(o200k|cl100k)/.test(tokenizer));
  expect(ours.length).toBeGreaterThan(40);
  const shipped = ours.flatMap((row) => {
    const found = MODULES.find(({ slugs }) => slugs.includes(row.model));
    return found ? [{ ...row, name: found.name }] : [];
  });
  // The library lists this model only with a date, or not at all; tiktoken knows it by a prefix.
  const unnamed = ours.filter(({ model }) => !shipped.some((row) => row.model === model));
  expect(unnamed.map(({ model }) => model)).toEqual(["gpt-3-5-turbo-16k"]);
  const passage = facts.passageSets[0]?.passages.find(({ language }) => language === "th");
  const thai = joinPassageSentences(getDefined(passage, "passage in Thai"));
  for (const { model, name, tokenizer } of shipped) {
    const library = (await import(`gpt-tokenizer/model/${name}`)) as typeof o200k;
    const wanted = tokenizer === "o200k-base" ? o200k : cl100k;
    expect(library.countTokens(thai), model).toBe(wanted.countTokens(thai));
  }
});
