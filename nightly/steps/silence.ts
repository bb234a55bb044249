/** How long nothing new was published: one quiet night is nothing, several are a fault that nobody noticed. */
import { readKinds } from "../../build/facts/read-facts.ts";

/** Of a dozen daily upstreams one has news every night. */
const MAX_SILENT_NIGHTS = 2;
const DAY_MS = 86_400_000;

/** Day of the newest answer of any upstream that these facts hold; undefined before the first night. */
export function newestRecorded(dataFolder: string): string | undefined {
  const days = readKinds(dataFolder, ["sources"])
    .sources.filter(({ id }) => id !== "operator")
    .map(({ recorded_on }) => recorded_on);
  return days.sort().at(-1);
}

/**
 * @param newest Of the facts that are published when the night ends.
 * @param day Of the night.
 * @returns A sentence from the third such night on; null before.
 */
export function toAlarm(newest: string | undefined, day: string): string | null {
  if (newest === undefined) return null;
  const nights = Math.round((Date.parse(day) - Date.parse(newest)) / DAY_MS);
  if (nights <= MAX_SILENT_NIGHTS) return null;
  return `nothing new was published for ${nights} nights, the newest fact is of ${newest}: read the reports since then`;
}
