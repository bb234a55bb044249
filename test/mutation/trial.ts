/** One corruption tried in a sandbox: what it changes of what is published, and what stops or marks it. */
import { DIGESTS_FILE, recordRows } from "../../build/facts/digests.ts";
import type { FactFiles } from "../../build/facts/fact-files.ts";
import { FactsError, type Fault } from "../../build/facts/fault.ts";
import type { Facts } from "../../build/facts/kinds.ts";
import { checkFacts } from "../../build/facts/read-facts.ts";
import { unsettled } from "../../build/identity/settle-names.ts";
import { readInvariants } from "../../build/model/invariants.ts";
import { buildSnapshot } from "../../build/model/snapshot/snapshot.ts";
import type { RowDigests } from "../../build/schema/row-digests.ts";
import type { Corruption } from "./corruptions.ts";
import { differences, type Published, readPublished } from "./published-numbers.ts";

/**
 * `unread`: stopped as no fact, so that nobody knows what it would have changed. `unchanged`: no published number
 * moved by more than 1 %.
 */
export type Fate = "unread" | "unchanged" | "stopped" | "marked" | "slipped";

export interface Trial {
  fate: Fate;
  /** The same if no row had been recorded. */
  unrecorded: Fate;
  /** File, line and why it is stopped; else the first number that moved; empty when none did. */
  reason: string;
}

/** Facts that nobody has corrupted. */
export interface Sound {
  files: ReadonlyMap<string, string>;
  digests: readonly RowDigests[];
  published: ReadonlyMap<string, Published>;
  /** What the names' rules would move; empty where names are settled. */
  misplaced: ReadonlySet<string>;
}

export async function readSound(files: ReadonlyMap<string, string>): Promise<Sound> {
  const facts = checkFacts(files);
  const digests = facts.digests.map(({ file: _, ...row }) => row);
  const { db, close } = await buildSnapshot(facts, null);
  const published = await readPublished(db).finally(close);
  return { files, digests, published, misplaced: new Set(unsettled(facts)) };
}

export async function tryCorruption(sound: Sound, { changed }: Corruption): Promise<Trial> {
  const files = new Map(sound.files);
  for (const [path, text] of changed) {
    if (text === null) files.delete(path);
    else files.set(path, text);
  }
  const isRecorded = sound.digests.length > 0;
  const [refused] = isRecorded ? recordRows(sound.digests, files, () => false).faults : [];
  files.delete(DIGESTS_FILE);
  const { fate, reason } = await judge(files, sound);
  const isStopped = refused !== undefined && (fate === "marked" || fate === "slipped");
  return {
    fate: isStopped ? "stopped" : fate,
    unrecorded: fate,
    reason: isStopped ? placeOf(refused) : reason,
  };
}

async function judge(
  files: FactFiles,
  { published, misplaced }: Sound,
): Promise<Pick<Trial, "fate" | "reason">> {
  const facts = readOrFault(files);
  if ("line" in facts) return { fate: "unread", reason: placeOf(facts) };
  const { db, close } = await buildSnapshot(facts, null);
  try {
    const moved = differences(published, await readPublished(db));
    const [first] = moved;
    if (first === undefined) return { fate: "unchanged", reason: "" };
    const [broken] = (await readInvariants(db)).flatMap(({ says, cases }) =>
      cases.map(({ file, line, example }) => `${file}:${line}: ${example}: ${says}`),
    );
    if (broken !== undefined) return { fate: "stopped", reason: broken };
    // CI stops at these: `npm run scoreboard`.
    const strayed = unsettled(facts).find((row) => !misplaced.has(row));
    if (strayed !== undefined) return { fate: "stopped", reason: strayed };
    const unmarked = moved.find(({ is_marked }) => !is_marked);
    return { fate: unmarked ? "slipped" : "marked", reason: (unmarked ?? first).name };
  } finally {
    close();
  }
}

function readOrFault(files: FactFiles): Facts | Fault {
  try {
    return checkFacts(files);
  } catch (error) {
    const [first] = error instanceof FactsError ? error.faults : [];
    if (first === undefined) throw error;
    return first;
  }
}

const placeOf = ({ file, line, message }: Fault): string => `${file}:${line}: ${message}`;
