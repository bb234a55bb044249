/** Display names without the words of an offer, and the kind of model that a name stands for. Pure. */
import type { ModelType } from "../schema/values.ts";

/** Written on an offer, not on the model: who routes it, that it is free, latest or dated. */
const OFFER_WORDS =
  /\s*[([](latest|free|fast|preview|beta|new|exp|experimental|old|legacy|deprecated|tee|fp8|turbo|us|eu|global|au|jp|thinking|reasoning|non-reasoning|\d{4}-\d{2}-\d{2}|\d{8})[)\]]/gi;

const SPECIAL_WORDS: Readonly<Record<string, string>> = {
  gpt: "GPT",
  glm: "GLM",
  oss: "OSS",
  tts: "TTS",
  vl: "VL",
  ocr: "OCR",
  ai: "AI",
  deepseek: "DeepSeek",
  minimax: "MiniMax",
  mimo: "MiMo",
  chatgpt: "ChatGPT",
  codellama: "Code Llama",
  wizardlm: "WizardLM",
  davinci: "davinci",
  babbage: "babbage",
};

/** “Anthropic: Claude Opus 4.1 (latest)” → “Claude Opus 4.1”; null when nothing is left to read. */
export function cleanDisplayName(displayName: string): string | null {
  const name = displayName
    .replace(/^[\w.\- ]{2,20}: (?=\S)/, "")
    .replace(OFFER_WORDS, "")
    .replace(/\s+latest$/i, "")
    .replace(/\s{2,}/g, " ")
    .trim();
  return name === "" ? null : toMakerSpelling(name);
}

const joined = (name: string): string => name.replace(/ +/g, "-");
const spaced = (name: string): string => name.replace(/-+/g, " ");

/** Start of a family's names → how its maker writes them; the first that fits. */
const MAKER_SPELLINGS: readonly [RegExp, (name: string) => string][] = [
  [/^(OpenAI )?GPT[- ]OSS/i, (name) => joined(name.replace(/^OpenAI /i, "")).toLowerCase()],
  [
    /^(OpenAI )?o\d/,
    (name) =>
      name.replace(/^OpenAI /, "").replace(/^(o\d)[ -](mini|pro|preview)\b/i, toLowerJoined),
  ],
  [/^(OpenAI )?GPT-\d/, (name) => name.replace(/^OpenAI /, "").replace(/ (Mini|Nano)\b/g, toLower)],
  [/^Gemini /, (name) => name.replace(/\bFlash Lite\b/, "Flash-Lite")],
  [
    /^Claude [4-9][\d.]* (Opus|Sonnet|Haiku)\b/,
    (name) => name.replace(/^Claude (\S+) (\w+)/, "Claude $2 $1"),
  ],
  [/^(Meta )?Llama[- ]\d/, (name) => spaced(name.replace(/^Meta /, ""))],
  [/^DeepSeek[- ][VR]\d/, joined],
  [/^Qwen[ -]?\d/, (name) => joined(name.replace(/^Qwen[ -](?=\d(\.\d)?(?:[ -]|$))/, "Qwen"))],
  [/^GLM[ -]\d/, joined],
  [/^Kimi-K/, spaced],
  [/^(Gemma|Mistral|Codestral|Devstral|Magistral)-/, spaced],
  [/^Phi \d/, (name) => name.replace(/^Phi /, "Phi-")],
];

const toLower = (text: string): string => text.toLowerCase();
const toLowerJoined = (text: string): string => joined(text.toLowerCase());

/** “GPT OSS 120B” → “gpt-oss-120b”, “Qwen3 Max” → “Qwen3-Max”: the well-known families, as their makers write them. */
export const toMakerSpelling = (name: string): string =>
  MAKER_SPELLINGS.find(([family]) => family.test(name))?.[1](name) ?? name;

/** Whether somebody wrote it for people: `claude-opus-4-7` is an id, “Claude Opus 4.7” a name. */
export const isHumanWrittenName = (name: string): boolean =>
  /[A-Z]/.test(name) &&
  !/[/_]/.test(name) &&
  (/\s/.test(name) || !name.includes("-") || /^[A-Z]/.test(name));

/** `gpt-3.5-turbo-16k` → “GPT-3.5 Turbo 16K” */
export function toDisplayNameFromId(plain: string): string {
  const words = plain.split("-").map(toWord);
  const name = words.join(" ").trim();
  return toMakerSpelling(name.replace(/^(GPT|GLM) (?=\d)/, "$1-"));
}

function toWord(word: string): string {
  // A word like `constructor` names a part of every object.
  const special = Object.hasOwn(SPECIAL_WORDS, word) && SPECIAL_WORDS[word];
  if (special) return special;
  if (/^v?\d+(\.\d+)?([xk]|[bkm]|x\d+b)?$/.test(word))
    return word.replace(/[bkm]$/, (unit) => unit.toUpperCase());
  if (/^o\d/.test(word)) return word;
  return word.charAt(0).toUpperCase() + word.slice(1);
}

const RERANK = /(^|-)re-?rank/;
/** Read documents or judge texts: what they return is no answer. */
const OTHER = /(^|-)(ocr|document-ai|moderation|prompt-guard)(-|\d|$)/;
const EMBEDDING =
  /(^|-)(embed|embedding|embeddings|bge|e5|gte|mpnet|minilm|lm-l6|nomic-embed|nemoretriever|titan-embed)(-|\d|$)|^(voyage-|text-embedding|textembedding|multimodalembedding)/;
/** They hear, speak or play, whatever text comes with it. */
const AUDIO =
  /(^|-)(tts|whisper|stt|transcribe|asr|realtime|live|audio|lyria|orpheus|aura|voice|voicechat|voiceclone|voicedesign|parakeet|chirp|melotts|speech)(-|\d|$)|-sonic$/;

/** Named after what they make, where an upstream gives no modality. */
const BY_NAME: readonly [RegExp, ModelType][] = [
  [/^(sora|veo|wan-v|kling|seedance|runway|ray2)|-(t2v|i2v|r2v)(-|$)/, "video"],
  [
    /^(dall-e|flux|imagen|recraft|ideogram|seedream|stable-diffusion|stablediffusion|qwen-image)|(^|-)image(-|$)/,
    "image",
  ],
];

/** By name whatever the modalities. */
const FIRST_BY_NAME: readonly [RegExp, ModelType][] = [
  [RERANK, "rerank"],
  [OTHER, "other"],
  [EMBEDDING, "embedding"],
  [AUDIO, "audio"],
];

/** @param outputs Output modalities; empty when no upstream states them: then the name decides, else text. */
export function inferModelType(slug: string, outputs: readonly string[]): ModelType {
  const first = FIRST_BY_NAME.find(([pattern]) => pattern.test(slug))?.[1];
  if (first !== undefined) return first;
  const named = BY_NAME.find(([pattern]) => pattern.test(slug))?.[1];
  if (outputs.length === 0) return named ?? "text";
  if (outputs.includes("text"))
    return named === "image" && outputs.includes("image") ? "image" : "text";
  for (const type of ["video", "image", "audio", "rerank"] as const)
    if (outputs.includes(type)) return type;
  return named ?? "other";
}
