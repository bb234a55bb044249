/** Records the root of the facts, and compares it with the current facts or with those of its day in git. */
import { readFactFileTexts } from "./fact-files.ts";
import { CommandError } from "./fault.ts";
import type { Facts } from "./kinds.ts";
import { RecordedMerkleRoot } from "./merkle-tree.ts";
import { parseAndCheckFacts, parseFactsUnchecked, readFacts } from "./read-facts.ts";
import { runGitSync, tryGit } from "./recorded-rows.ts";
import { appendMerkleRoot, buildFactMerkleTree, toCanonicalFactRows } from "./roots.ts";
import { toCsvFactFile, writeFactFile } from "./write-facts.ts";

/** @throws CommandError for a day before the newest root's, which would break the chain, or with too many roots. */
export function checkDayOfNewRoot(roots: readonly RecordedMerkleRoot[], day: string): void {
  const newest = roots.at(-1)?.day ?? day;
  if (day < newest)
    throw new CommandError(
      `${day} is before ${newest}, the day of the newest root in roots.csv; run the nightly job for ${newest} or a later day, and check the clock of this machine`,
    );
  const most = RecordedMerkleRoot.shape.serial.maxValue;
  if (roots.filter((root) => root.day === day).length === most)
    throw new CommandError(
      `roots.csv has ${most} roots of ${day} already, which is the maximum; run the nightly job on a later day`,
    );
}

/** Unless the newest row of `data/roots.csv` has the root. @throws CommandError for a day before the newest root's. */
export async function recordMerkleRoot(dataFolder: string, day: string): Promise<void> {
  const facts = await readFacts(dataFolder);
  checkDayOfNewRoot(facts.roots, day);
  const roots = appendMerkleRoot(facts, day);
  await writeFactFile(dataFolder, toCsvFactFile("roots", "", roots));
}

/**
 * @param day Day whose facts in git are checked; undefined: the facts on disk are compared with the newest root.
 * @returns Whether they match; for people, what was compared and one line for each row that differs.
 * @throws FactsError for facts with faults or a broken chain; CommandError if no root is recorded, or if git does not
 * have it.
 */
export function verifyDataFolderAgainstRoot(
  dataFolder: string,
  day?: string,
): { holds: boolean; lines: string[] } {
  const facts = parseAndCheckFacts(readFactFileTexts(dataFolder));
  const recorded = facts.roots.findLast((root) => day === undefined || root.day === day);
  if (recorded === undefined)
    throw new CommandError(
      `no root is recorded${day ? ` for ${day}` : ""}; npm run nightly records one in data/roots.csv for every day it publishes`,
    );
  const [what, checked] =
    day === undefined ? ["data/", facts] : ["git's rows", factsThen(dataFolder, recorded)];
  const tree = buildFactMerkleTree(checked).root;
  const { day: of, root } = recorded;
  if (tree === recorded.tree)
    return { holds: true, lines: [`verified: ${what} of ${of} give the root ${root}`] };
  if (day !== undefined) {
    const line = `the rows of ${of} in git have the tree hash ${tree}, but ${recorded.tree} is recorded: the rows were rewritten before they were committed, or the canonical form changed`;
    return { holds: false, lines: [line] };
  }
  const differing = describeChangedFactRows(factsThen(dataFolder, recorded), facts);
  const title = `rows that differ from those of ${of}, whose root is ${root}: ${differing.length}`;
  return { holds: false, lines: [title, ...differing] };
}

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
  const read = (facts: Partial<Facts>) =>
    new Map(
      Array.from(toCanonicalFactRows(facts), ({ file, toKey, text }) => [
        `${file} ${toKey()}`,
        text,
      ]),
    );
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
