/** A small world for whole nights: sample facts, an upstream that replays samples, a site in a temporary folder. */
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { digests } from "./files.ts";
import { type Replay, startReplay } from "./replay-server.ts";
import { writeSample } from "./sample-facts.ts";
import { temporaryFolder } from "./temporary-folder.ts";

export const DAY = "2026-07-01";
export const NEXT_DAY = "2026-07-02";
/** The only upstream that is asked. */
export const SOURCE = "openrouter";
export const MODELS_URL = "https://openrouter.ai/api/v1/models";
/** Of one endpoint: the site is small, so that a night is quick. */
export const MAX_FILES = "20";

export interface NightWorld {
  folder: string;
  replay: Replay;
  /** What the address of the models answers at first. */
  models: string;
  /** Path of a part of the world: `data`, `dist`. */
  at(name: string): string;
  /** Path below `data/` → sha256. */
  facts(): Promise<Map<string, string>>;
  /** Path below `dist/` → sha256; empty when there is none. */
  site(): Promise<Map<string, string>>;
  /** The same files, and an upstream that answers as at first. */
  copy(): Promise<NightWorld>;
  close(): Promise<void>;
}

/** @param models How many the upstream lists. */
export async function openNightWorld(models: number): Promise<NightWorld> {
  const { folder } = await writeSample();
  return openIn(folder, {
    [MODELS_URL]: JSON.stringify({ data: Array.from({ length: models }, (_, at) => sample(at)) }),
    [`${MODELS_URL}/*`]: JSON.stringify({ data: { id: "sample-lab/any", endpoints: [] } }),
  });
}

/** An entry of the upstream's list. */
const sample = (index: number) => ({
  id: `sample-lab/sample-${index}`,
  name: `Sample Lab: Sample ${index}`,
  created: 1_767_225_600 + index * 3600,
  context_length: 131_072,
  architecture: { input_modalities: ["text"], output_modalities: ["text"] },
  pricing: { prompt: `0.0000${100 + index}`, completion: `0.0000${400 + index}` },
  top_provider: { max_completion_tokens: 16_384 },
  supported_parameters: ["max_tokens", "temperature", "tools"],
});

async function openIn(folder: string, answers: Record<string, string>): Promise<NightWorld> {
  const replay = await startReplay(answers);
  const at = (name: string) => join(folder, name);
  return {
    folder,
    replay,
    models: answers[MODELS_URL] ?? "",
    at,
    facts: () => digests(at("data")),
    site: () => digests(at("dist")),
    copy: async () => {
      const other = temporaryFolder("night");
      // A third of the processor time of the promise.
      cpSync(folder, other, { recursive: true });
      return openIn(other, answers);
    },
    close: async () => {
      await replay.close();
      rmSync(folder, { recursive: true });
    },
  };
}
