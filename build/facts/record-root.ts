import { readFacts } from "./read-facts.ts";
import { appendDailyRoot } from "./roots.ts";
import { toCsvFactFile, writeFactFile } from "./write-facts.ts";

/** Appends the root of the facts to `data/roots.csv`, unless the newest row has it. @param day Of the nightly run. */
export async function recordDailyRoot(dataFolder: string, day: string): Promise<void> {
  const roots = appendDailyRoot(await readFacts(dataFolder), day);
  await writeFactFile(dataFolder, toCsvFactFile("roots", "", roots));
}
