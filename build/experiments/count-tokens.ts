/** Counts passages with the tokenizers of the package beside this file, a gigabyte that only this command loads. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { CommandError } from "../facts/fault.ts";
import type { SentenceTokenCount } from "../schema/own-test.ts";
import { joinPassageSentences, type TokenizerTaxPassage } from "./items.ts";
import type { TokenizerDescription } from "./own-tests.ts";

/** Counts the tokens of a text, without special tokens that a library may add at its start. */
type CountTokens = (text: string) => number;

export interface PassageTokenCountInput {
  passages: readonly TokenizerTaxPassage[];
  version: string;
  tokenizer: TokenizerDescription;
  packageVersion: string;
  day: string;
  /** What is recorded of this tokenizer. */
  recorded: readonly SentenceTokenCount[];
}

/**
 * Counts the tokens that each sentence adds to the text before it, so that the counts add up exactly to the whole
 * passage. The tokenizer gets the text up to a sentence, not the sentence alone, so that the first word keeps the space
 * before it.
 * @returns Empty if every count is as recorded: counts keep the day on which they were new, as do the findings from them.
 * @throws CommandError if the library counts tokens in an empty text.
 */
export function countPassageTokens(
  { passages, version, tokenizer, packageVersion, day, recorded }: PassageTokenCountInput,
  count: CountTokens,
): SentenceTokenCount[] {
  if (count("") !== 0)
    throw new CommandError(
      `${tokenizer.id} counts ${count("")} tokens in an empty text; change count-tokens.ts so that it leaves out the special tokens of this tokenizer`,
    );
  const rows = passages.flatMap((passage) => {
    const upTo = passage.sentences.map((_, last) => count(joinPassageSentences(passage, last + 1)));
    return passage.sentences.map((sentence, index) => ({
      run_date: day,
      language: passage.language,
      sentence: index + 1,
      passage_version: version,
      tokens: (upTo[index] ?? 0) - (upTo[index - 1] ?? 0),
      characters: [...sentence].length,
      package: tokenizer.package,
      package_version: packageVersion,
      source: "operator",
    }));
  });
  const toKey = ({ language, sentence, passage_version, tokens }: SentenceTokenCount) =>
    [language, sentence, passage_version, tokens].join(" ");
  const known = new Set(recorded.map(toKey));
  const isRecorded = rows.length === known.size && rows.every((row) => known.has(toKey(row)));
  return isRecorded ? [] : rows;
}

const FOLDER = new URL("./tokenizers/", import.meta.url);
const nested = createRequire(new URL("package.json", FOLDER));

/** @throws CommandError when the nested package is not installed. */
export async function loadTokenizer({
  id,
  package: library,
}: TokenizerDescription): Promise<{ count: CountTokens; packageVersion: string }> {
  const packageVersion = installedVersion(library);
  const path =
    library === "gpt-tokenizer" ? `${library}/encoding/${id.replaceAll("-", "_")}` : library;
  // By its file URL, so that the type check does not look for a package that is usually not installed.
  const loaded: TokenizerLibrary = await import(pathToFileURL(nested.resolve(path)).href);
  if ("countTokens" in loaded) return { count: loaded.countTokens, packageVersion };
  const encoder = loaded.fromPreTrained();
  const count = (text: string) => encoder.encode(text, { add_special_tokens: false }).length;
  return { count, packageVersion };
}

type TokenizerLibrary =
  | { countTokens: CountTokens }
  | { fromPreTrained(): { encode(text: string, options: object): number[] } };

function installedVersion(name: string): string {
  const manifest = new URL(`node_modules/${name}/package.json`, FOLDER);
  try {
    return (JSON.parse(readFileSync(manifest, "utf8")) as { version: string }).version;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    throw new CommandError(
      `${name} is not installed; run \`npm ci --prefix build/experiments/tokenizers\` (about a gigabyte)`,
    );
  }
}
