/**
 * The real tokenizers, from the nested package beside this folder. Together they are a gigabyte, so the project does
 * not depend on them: only this file knows where they are, and only the measuring command reads it.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { BuildError } from "../facts/fault.ts";
import type { Count, Tokenizer } from "./tokenizer-tax.ts";

const FOLDER = new URL("./tokenizers/", import.meta.url);
const nested = createRequire(new URL("package.json", FOLDER));

/** What a transformers-style library gives: ids of a text's tokens. */
interface Encoder {
  encode(text: string, options: { add_special_tokens: boolean }): number[];
}

/** How each library is asked; the others are transformers-style. */
const COUNTERS: Record<string, () => Promise<Count>> = {
  "o200k-base": () => countTokensOf("gpt-tokenizer/encoding/o200k_base"),
  "cl100k-base": () => countTokensOf("gpt-tokenizer/encoding/cl100k_base"),
  "claude-2": () => countTokensOf("@anthropic-ai/tokenizer"),
};

/** @throws BuildError when the nested package is not installed. */
export async function loadTokenizer(
  tokenizer: Tokenizer,
): Promise<{ count: Count; packageVersion: string }> {
  const packageVersion = installedVersion(tokenizer.package);
  const count = await (COUNTERS[tokenizer.id] ?? (() => encoderOf(tokenizer.package)))();
  return { count, packageVersion };
}

function installedVersion(name: string): string {
  const manifest = new URL(`node_modules/${name}/package.json`, FOLDER);
  try {
    return (JSON.parse(readFileSync(manifest, "utf8")) as { version: string }).version;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    throw new BuildError(
      `${name} is not installed; run \`npm ci --prefix build/experiments/tokenizers\` (about a gigabyte)`,
    );
  }
}

async function countTokensOf(specifier: string): Promise<Count> {
  const { countTokens } = await load<{ countTokens: Count }>(specifier);
  return countTokens;
}

async function encoderOf(specifier: string): Promise<Count> {
  const { fromPreTrained } = await load<{ fromPreTrained: () => Encoder }>(specifier);
  const encoder = fromPreTrained();
  return (text) => encoder.encode(text, { add_special_tokens: false }).length;
}

/** By address, so that the type check does not look for a package that is seldom there. */
const load = <T>(specifier: string): Promise<T> =>
  import(pathToFileURL(nested.resolve(specifier)).href) as Promise<T>;
