/** Removes the words of an offer from display names, and infers the type of a model from its name. Pure. */
import type { ModelType } from "../schema/values.ts";

/** Words that describe an offer, not the model: its route, that it is free, latest or dated. */
const OFFER_WORDS =
  /\s*[([](latest|free|fast|preview|beta|new|exp|experimental|old|legacy|deprecated|tee|fp8|turbo|us|eu|global|au|jp|thinking|reasoning|non-reasoning|\d{4}-\d{2}-\d{2}|[a-z]{3}-\d{1,2}-\d{4}|\d{8})[)\]]/gi;

/** Words with a fixed spelling: abbreviations, and names of families. */
const SPELLINGS =
  "ABAP AI ASR AutoGLM BGE BLIP ChatGLM ChatGPT CodeGemma CodeQwen DBRX DeepHermes DeepSeek DPO EmbedCode EmbedQA " +
  "ERNIE ESMFold EVA EXAONE FlashX GLiNER GLM GPT GrayLine GTE HD HF ICL INCITE InstructBLIP InternLM InternVL JT " +
  "KAT LFM LLaVA LLM LongCat MiMo MiniCPM MiniLM MiniMax MiroThinker MoE MPT MythoMax NeoX NexusRaven NV OCR " +
  "OpenChat OpenHermes OpenOrca OPT OSS PaddleOCR PII PlayAI QVQ QwQ RedPajama SAP SD SFT SSD StableLM StarCoder " +
  "StripedHyena STT TTM TTS UAE VL WizardLM XGen XL XXL babbage davinci olmOCR";
const SPECIAL_WORDS: ReadonlyMap<string, string> = new Map([
  ...SPELLINGS.split(" ").map((word) => [word.toLowerCase(), word] as const),
  ["codellama", "Code Llama"],
]);

/** “Anthropic: Claude Opus 4.1 (latest)” → “Claude Opus 4.1”; null if nothing remains. */
export function cleanDisplayName(display_name: string): string | null {
  const name = display_name
    .replace(/^[\w.\- ]{2,20}: (?=\S)/, "")
    .replace(OFFER_WORDS, "")
    .replace(/(\s+latest|[\s-]+tee)$/i, "")
    .trim();
  return name === "" ? null : toMakerSpelling(name);
}

const joined = (name: string): string => name.replace(/ +/g, "-");
const spaced = (name: string): string => name.replace(/-+/g, " ");
const toLower = (text: string): string => text.toLowerCase();
const toLowerJoined = (text: string): string => joined(text.toLowerCase());

/** Start of a family's names → how its maker writes them; the first match applies. */
const MAKER_SPELLINGS: readonly [RegExp, (name: string) => string][] = [
  [/^GPT[- ]OSS/i, toLowerJoined],
  [/^o\d/, (name) => name.replace(/^(o\d)[ -](mini|pro|preview)\b/i, toLowerJoined)],
  [/^GPT-\d/, (name) => name.replace(/ (Mini|Nano)\b/g, toLower)],
  [
    /^Gemini /,
    (name) =>
      name.replace(/\bFlash Lite\b/, "Flash-Lite").replace(/\bRobotics Er\b/, "Robotics-ER"),
  ],
  [
    /^Claude [4-9][\d.]* (Opus|Sonnet|Haiku)\b/,
    (name) => name.replace(/^Claude (\S+) (\w+)/, "Claude $2 $1"),
  ],
  [/^Llama[- ]\d/, spaced],
  [/^DeepSeek[- ][VR]\d/, joined],
  [/^Qwen[ -]?\d/, (name) => joined(name.replace(/^Qwen[ -](?=\d(\.\d)?(?:[ -]|$))/, "Qwen"))],
  [/^GLM[ -]\d/, joined],
  [/^Kimi-K/, spaced],
  [/^(Gemma|Mistral|Codestral|Devstral|Magistral)-/, spaced],
  [/^Phi \d/, (name) => name.replace(/^Phi /, "Phi-")],
  [/^(Qwen|K)[ -](Image|EXAONE)\b/, joined],
  [/^Mai[ -](Code|Image)\b/i, (name) => name.replace(/^Mai[ -](\w+) (?=\d)/i, "MAI-$1-")],
  [/^FLUX \d/i, (name) => name.replace(/^FLUX /i, "FLUX.")],
  [/^Dall E \d/, (name) => name.replace(/^Dall E /, "DALL·E ")],
  [/^(Pplx|((Text|Code) )?(davinci|babbage))\b/, toLowerJoined],
  [/^\w*Gemma /, (name) => name.replace(/ It\b/, " IT")],
];

/** “GPT OSS 120B” → “gpt-oss-120b”; words of a name made from an id (`Gte Base 2b`) get their usual capitals. */
function toMakerSpelling(name: string): string {
  const spelled = name
    .split(" ")
    .map((word) => (SPELLED_WRONG.test(word) ? toWord(word) : word))
    .join(" ")
    .replace(/^OpenAI (?=GPT[- ]OSS)/i, "")
    .replace(/^(OpenAI (?=GPT-\d|o\d)|Meta (?=Llama[- ]\d))/, "");
  return MAKER_SPELLINGS.find(([family]) => family.test(spelled))?.[1](spelled) ?? spelled;
}

/** Words whose capitals may be wrong: `Gte`, `A22b`, `70b`; not `GPT`, `128k` */
const SPELLED_WRONG = /^([A-Z][a-z]*[\d.]*|[AEae]?\d+(\.\d+)?b)$/;

/** The name of a model for people; an id in place of a name is converted. */
export const toReadableModelName = (name: string): string =>
  /[A-Z]/.test(name) ? toMakerSpelling(name) : toDisplayNameFromId(name);

/** Whether a name was written for people: `claude-opus-4-7` is an id, “Claude Opus 4.7” is a name. */
export const isHumanWrittenName = (name: string): boolean =>
  /[A-Z]/.test(name) &&
  !/[/_]/.test(name) &&
  (/\s/.test(name) || !name.includes("-") || /^[A-Z]/.test(name));

/** `gpt-3.5-turbo-16k` → “GPT-3.5 Turbo 16K” */
export function toDisplayNameFromId(plain: string): string {
  const words = plain.replace(/(?<=-\d)_(?=\d+$)/, ".").split(/[-_:]/);
  const name = words.map(toWord).join(" ").trim();
  return toMakerSpelling(name.replace(/^(GPT|GLM) (?=\d|J\b|NeoX\b)/, "$1-"));
}

/** `70b`, `16k`, `A22b`, `E2b` */
const SIZE = /^[ae]?\d+(\.\d+)?[bkm]$/i;

const toTitle = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** `gliner2` → `GLiNER2` */
function toWord(word: string): string {
  const [, letters = "", version = ""] = /^([a-z]+?)(\d[\d.]*)?$/i.exec(word) ?? [];
  const special = SPECIAL_WORDS.get(letters.toLowerCase());
  if (special) return special + version;
  if (SIZE.test(word)) return word.toUpperCase();
  if (/^v?\d+(\.\d+)?(x|x\d+b)?$/.test(word)) return word.replace(/b$/, "B");
  return /^o\d/.test(word) ? word : toTitle(word);
}

/** Models that read documents, classify or only translate texts: their output is not an answer. */
const OTHER = /\b(\w*ocr|document-ai|moderation|prompt-guard|distilbert|indictrans|m2m)(-|\d|$)/;
const EMBEDDING =
  /(^|-)(embed|embedding|embeddings|embedqa|embedcode|bge|e5|gte|mpnet|minilm|lm-l6|nomic-embed|nemoretriever|titan-embed)(-|\d|$)|^(voyage-|text-embedding|textembedding|multimodalembedding)/;
/** Models that hear, speak or make music, whatever text comes with it. */
const AUDIO =
  /(^|-)(tts|whisper|stt|transcribe|asr|realtime|live|audio|lyria|orpheus|aura|[a-z]*voice|voicechat|voiceclone|voicedesign|parakeet|chirp|melotts|speech)(-|\d|$)|-sonic$/;

/** Names that say what the model makes, for upstreams that state no modality. */
const BY_NAME: readonly [RegExp, ModelType][] = [
  [/^(sora|veo|wan-v|kling|seedance|runway|ray2)|-(t2v|i2v|r2v)(-|$)/, "video"],
  [
    /^(dall-e|flux|cogview|imagen|recraft|ideogram|seedream|sd3|stable-?diffusion|qwen-image)|(^|-)(image|t2i|controlnet)(-|$)/,
    "image",
  ],
];

/** Types that the name decides, whatever the modalities. */
const FIRST_BY_NAME: readonly [RegExp, ModelType][] = [
  [/(^|-)re-?rank/, "rerank"],
  [OTHER, "other"],
  [EMBEDDING, "embedding"],
  [AUDIO, "audio"],
];

/** @param outputs Output modalities; if empty, the name decides, and the default is `text`. */
export function inferModelType(slug: string, outputs: readonly string[]): ModelType {
  const first = FIRST_BY_NAME.find(([pattern]) => pattern.test(slug))?.[1];
  if (first !== undefined) return first;
  const named = BY_NAME.find(([pattern]) => pattern.test(slug))?.[1];
  if (outputs.length === 0) return named ?? "text";
  if (outputs.includes("text"))
    return named === "image" && outputs.includes("image") ? "image" : "text";
  for (const type of ["video", "image", "audio", "rerank", "embedding"] as const)
    if (outputs.includes(type)) return type;
  return named ?? "other";
}
