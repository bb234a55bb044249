import { readFacts } from "./read-facts.ts";
import { appendMerkleRoot } from "./roots.ts";
import { toCsvFactFile, writeFactFile } from "./write-facts.ts";

/** Appends the root of the facts to `data/roots.csv`, unless the newest row has it. @param day Of the nightly run. */
export async function recordMerkleRoot(dataFolder: string, day: string): Promise<void> {
  const roots = appendMerkleRoot(await readFacts(dataFolder), day);
  await writeFactFile(dataFolder, toCsvFactFile("roots", "", roots));
}
