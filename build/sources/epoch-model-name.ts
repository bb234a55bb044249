/** Epoch's names of model versions: `gpt-5-2025-08-07_high` is the model and the effort it ran with. */

const SUFFIXES: readonly [pattern: RegExp, configuration: (value: string) => string][] = [
  [/_(minimal|low|medium|high|xhigh|max)$/, (effort) => effort],
  [/_(none)$/, () => "no thinking"],
  [/_(unknown)$/, () => "thinking not stated"],
  [/_(thinking)$/, () => "thinking"],
  [/_(\d+)k$/i, (thousands) => `${thousands}k thinking`],
  [/ \((\d+)k thinking\)$/i, (thousands) => `${thousands}k thinking`],
  [/-(web-?app)$/, () => "web app"],
  [/-(feb24)$/, () => "2024-02"],
  [/ \((\d+|zero|one|few)-shot\)$/i, (shots) => `${toCount(shots)}-shot`],
];

/** Names that the maker's API points at a newer model from time to time, and what Epoch ran under them. */
const ROLLING: Readonly<Record<string, string>> = {
  "deepseek-chat": "DeepSeek-V3.2",
  "deepseek-reasoner": "DeepSeek-V3.2_thinking",
};

/** Hosts and projects that Epoch writes before a name with a dash; a path the resolver takes off itself. */
const PREFIX = /^(parasail-|c4ai-(?=command))/;
/** `chatgpt-4o-03-27-2025`: the day of a snapshot, American style. */
const AMERICAN_DAY = /^(chatgpt-4o)-(\d{2})-(\d{2})-(\d{4})$/;

export interface EpochModelName {
  name: string;
  configuration: string | null;
}

/** @param version Epoch's model version, or the name that a paper's table gives a model. */
export function splitModelName(version: string): EpochModelName {
  const text = toPlainName(ROLLING[version] ?? version);
  for (const [pattern, toConfiguration] of SUFFIXES) {
    const found = pattern.exec(text);
    if (found) {
      const name = text.slice(0, found.index);
      return { name, configuration: toConfiguration(found[1] ?? "") };
    }
  }
  return { name: text, configuration: null };
}

const toCount = (word: string): string =>
  word.toLowerCase().replace("zero", "0").replace("one", "1");

/** `Pythia (12B)` → `Pythia 12B`: a size, a base copy or an edition is part of the name, unlike a setting. */
const toPlainName = (name: string): string =>
  name
    .trim()
    .replace(PREFIX, "")
    .replace(AMERICAN_DAY, "$1-latest-$4-$2-$3")
    .replace(/\((\d[\dx.]*[BM])\b[^)]*\)/i, "$1")
    .replace(/\((base|bison|unicorn|dense)\)/i, "$1")
    .replace(/(\*|-hf)$/, "");
