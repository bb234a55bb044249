/** Names in other scripts: `通义千问 max` is read as `qwen max`. */
import { fold } from "./tokens.ts";

/** Scripts that write without spaces: a name is found within a word, too (`百度文心`). */
const WITHOUT_SPACES = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー\u3099\u309a]+$/u;
const OTHER_LETTER = /(?!\p{sc=Latin})\p{L}/u;

export class ScriptNames {
  readonly #words: Readonly<Record<string, string>>;
  #names: RegExp | undefined;

  /** @param words Name, folded → the words that the documents have for it. */
  constructor(words: Readonly<Record<string, string>>) {
    this.#words = words;
  }

  /** The query with every known name replaced; undefined when it holds none. */
  inLatin(query: string): string | undefined {
    const text = fold(query);
    if (!OTHER_LETTER.test(text)) return undefined;
    this.#names ??= this.#toRegExp();
    const latin = text.replace(this.#names, (name) => ` ${this.#words[name]} `).trim();
    return latin === text.trim() ? undefined : latin;
  }

  #toRegExp(): RegExp {
    // The longest first: `通义千问` before `通义`.
    const names = Object.keys(this.#words).sort((a, b) => b.length - a.length);
    const alternatives = names.map((name) =>
      WITHOUT_SPACES.test(name) ? name : `(?<!\\p{L})${name}(?![\\p{L}\\p{M}])`,
    );
    return new RegExp(alternatives.join("|") || "(?!)", "gu");
  }
}
