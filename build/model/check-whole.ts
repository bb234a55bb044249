/** Facts as a whole: built into a snapshot, and asked what must hold of every one. */
import { BuildError } from "../facts/fault.ts";
import { readFacts } from "../facts/read-facts.ts";
import { requireInvariants } from "./invariants.ts";
import { buildSnapshot } from "./snapshot/snapshot.ts";

/** @returns What does not hold; empty when all does. */
export async function checkWhole(dataFolder: string): Promise<string[]> {
  try {
    const { db, close } = await buildSnapshot(await readFacts(dataFolder), null);
    await requireInvariants(db).finally(close);
    return [];
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    return [error.message];
  }
}
