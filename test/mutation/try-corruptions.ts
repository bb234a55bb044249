/** Many corruptions, one after the other, the kinds taking turns. */
import { readFactFiles } from "../../build/facts/fact-files.ts";
import { seededRandom } from "../../build/statistics/statistics.ts";
import { CORRUPTIONS } from "./corruptions.ts";
import type { Told } from "./report.ts";
import { readSound, tryCorruption } from "./trial.ts";

export interface Draw {
  seed: number;
  count: number;
  /** Only kinds with this word in their name. */
  word: string;
}

/** @param tell Is given each as it is known. */
export async function tryCorruptions(
  dataFolder: string,
  { seed, count, word }: Draw,
  tell: (trial: Told) => void = () => {},
): Promise<Told[]> {
  const sound = await readSound(readFactFiles(dataFolder));
  const random = seededRandom(seed);
  const kinds = Object.entries(CORRUPTIONS).filter(([kind]) => kind.includes(word));
  const trials: Told[] = [];
  for (let at = 0; at < count; at++) {
    const [kind, corrupt] = kinds[at % kinds.length] ?? [];
    if (kind === undefined || corrupt === undefined)
      throw new Error(`no kind has "${word}" in its name: ${Object.keys(CORRUPTIONS).join(", ")}`);
    const corruption = corrupt(sound.files, random);
    const trial = { kind, what: corruption.what, ...(await tryCorruption(sound, corruption)) };
    trials.push(trial);
    tell(trial);
  }
  return trials;
}
