/** What kind of model it is, by what it puts out. */
import type { ModelType } from "../../schema/values.ts";

const EMBEDDING =
  /(^|-)(embed|embedding|embeddings|bge|e5|gte|mpnet|minilm|lm-l6|nomic-embed|nemoretriever|titan-embed)(-|\d|$)|^(voyage-|text-embedding|textembedding|multimodalembedding)/;
const RERANK = /(^|-)re-?rank/;

/** Named after what they make, where an upstream gives no modality. */
const BY_NAME: readonly [RegExp, ModelType][] = [
  [
    /(^|-)(tts|whisper|stt|transcribe|audio|lyria|orpheus|aura|voice|asr|realtime|melotts|speech)(-|\d|$)/,
    "audio",
  ],
  [/^(sora|veo|wan-v|kling|seedance|runway|ray2)|-(t2v|i2v|r2v)(-|$)/, "video"],
  [
    /^(dall-e|flux|imagen|recraft|ideogram|seedream|stable-diffusion|stablediffusion|qwen-image)|(^|-)image(-|$)/,
    "image",
  ],
];

/** @param outputs Output modalities; empty when no upstream says them: then the name decides, else text. */
export function toModelType(slug: string, outputs: readonly string[]): ModelType {
  if (RERANK.test(slug)) return "rerank";
  if (EMBEDDING.test(slug)) return "embedding";
  const named = BY_NAME.find(([pattern]) => pattern.test(slug))?.[1];
  if (outputs.length === 0) return named ?? "text";
  if (outputs.includes("text"))
    return named === "image" && outputs.includes("image") ? "image" : "text";
  for (const type of ["video", "image", "audio"] as const) if (outputs.includes(type)) return type;
  return named ?? "other";
}
