/**
 * Records the root of the facts, and compares a recorded root with the current facts or with the facts of its day in
 * git.
 */
import { readFactFileTexts } from "./fact-files.ts";
import { CommandError } from "./fault.ts";
import type { Facts } from "./kinds.ts";
import type { RecordedMerkleRoot } from "./merkle-tree.ts";
import { parseAndCheckFacts, parseFactsUnchecked, readFacts } from "./read-facts.ts";
import { runGitSync, tryGit } from "./recorded-rows.ts";
import { appendMerkleRoot, buildFactMerkleTree, toCanonicalFactRows } from "./roots.ts";
import { toCsvFactFile, writeFactFile } from "./write-facts.ts";

/** @throws CommandError for a day before the newest root's: rows are sorted by day, so its root would break the chain. */
export function checkDayOfNewRoot(roots: readonly RecordedMerkleRoot[], day: string): void {
  const newest = roots.at(-1)?.day ?? day;
  if (day < newest)
    throw new CommandError(
      `${day} is before ${newest}, the day of the newest root in roots.csv; run the nightly job for ${newest} or a later day, and check the clock of this machine`,
    );
}

/**
 * Appends the root of the facts to `data/roots.csv`, unless the newest row already has it.
 * @param day Day of the nightly run.
 * @throws CommandError for a day before the newest root's.
 */
export async function recordMerkleRoot(dataFolder: string, day: string): Promise<void> {
  const facts = await readFacts(dataFolder);
  checkDayOfNewRoot(facts.roots, day);
  const roots = appendMerkleRoot(facts, day);
  await writeFactFile(dataFolder, toCsvFactFile("roots", "", roots));
}

export interface FactsVerification {
  holds: boolean;
  /** What was compared, then one line for each row that differs; for people. */
  lines: string[];
}

/**
 * @param day Day whose facts in git are checked; undefined: the facts on disk are compared with the newest root.
 * @throws FactsError for facts with faults or a broken chain; CommandError if no root is recorded, or if git does not
 * have it.
 */
export function verifyDataFolderAgainstRoot(dataFolder: string, day?: string): FactsVerification {
  const facts = parseAndCheckFacts(readFactFileTexts(dataFolder));
  const recorded = facts.roots.findLast((root) => day === undefined || root.day === day);
  if (recorded === undefined)
    throw new CommandError(
      `no root is recorded${day ? ` for ${day}` : ""}; npm run nightly records one in data/roots.csv for every day it publishes`,
    );
  if (day !== undefined) return verifyThen(dataFolder, recorded);
  if (buildFactMerkleTree(facts).root === recorded.tree) return holds(recorded, "data/");
  const then = factsThen(dataFolder, recorded);
  const differing = describeChangedFactRows(then, facts);
  const title = `${differing.length} rows differ from those of ${recorded.day}, whose root is ${recorded.root}:`;
  return { holds: false, lines: [title, ...differing] };
}

function verifyThen(dataFolder: string, recorded: RecordedMerkleRoot): FactsVerification {
  const { root } = buildFactMerkleTree(factsThen(dataFolder, recorded));
  if (root === recorded.tree) return holds(recorded, "git's rows");
  const line = `the rows of ${recorded.day} in git have the tree hash ${root}, but ${recorded.tree} is recorded: the rows were rewritten before they were committed, or the canonical form changed`;
  return { holds: false, lines: [line] };
}

const holds = ({ day, root }: RecordedMerkleRoot, what: string): FactsVerification => ({
  holds: true,
  lines: [`verified: ${what} of ${day} give the root ${root}`],
});

/** The facts in the commit that recorded a root. */
function factsThen(dataFolder: string, { day, root }: RecordedMerkleRoot): Facts {
  const options = ["--format=%H", "--reverse", `-S${root}`, "--", "roots.csv"];
  const [commit = ""] = (tryGit(dataFolder, "log", ...options) ?? "").split("\n");
  if (commit === "")
    throw new CommandError(
      `the facts are not those of ${day}. The rows that differ cannot be listed, because this folder has no git history with the root ${root}; clone the repository with its history`,
    );
  const list = ["ls-tree", "-r", "-z", "--name-only", commit, "--", "."];
  const names = runGitSync(dataFolder, list).toString().split("\0").filter(Boolean);
  const wanted = names.map((name) => `${commit}:./${name}\n`).join("");
  const objects = runGitSync(dataFolder, ["cat-file", "--batch"], wanted);
  return parseFactsUnchecked(
    new Map(readBatch(objects).map((text, index) => [names[index] ?? "", text])),
  );
}

/** Texts in the format of `git cat-file --batch`: a line that ends with the size, the bytes, a line break. */
function readBatch(batch: Buffer): string[] {
  const texts: string[] = [];
  for (let at = 0; at < batch.length; ) {
    const end = batch.indexOf("\n", at);
    const size = Number(batch.toString("utf8", at, end).split(" ").at(-1));
    texts.push(batch.toString("utf8", end + 1, end + 1 + size));
    at = end + 1 + size + 1;
  }
  return texts;
}

/** A line for each row that was added, removed or changed. */
export function describeChangedFactRows(before: Partial<Facts>, after: Partial<Facts>): string[] {
  const read = (facts: Partial<Facts>) => {
    const rows = new Map<string, string>();
    for (const { file, key, text } of toCanonicalFactRows(facts)) rows.set(`${file} ${key}`, text);
    return rows;
  };
  const old = read(before);
  const now = read(after);
  const changed = [...old].flatMap(([row, text]) => {
    const next = now.get(row);
    if (next === undefined) return [`removed: ${row}: ${text}`];
    return next === text ? [] : [`changed: ${row}: ${text} became ${next}`];
  });
  const added = [...now].flatMap(([row, text]) => (old.has(row) ? [] : [`added: ${row}: ${text}`]));
  return [...changed, ...added];
}
