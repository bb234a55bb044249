/**
 * Compares recorded rows of append-only facts with git. Changing or removing a row needs a reason: in a trailer of the
 * commit (`Rewrites-facts: the page shows 2.5`), or as `--reason` before there is a commit.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { groupBy } from "../schema/collections.ts";
import { filterFactPathsOfKind } from "./fact-files.ts";
import { CommandError, type FactFault, FactsError } from "./fault.ts";
import { FACT_KINDS, type FactKindDefinition, type Facts } from "./kinds.ts";

const TRAILER = "Rewrites-facts";

const APPEND_ONLY = (
  ["prices", "readings", "recordedChanges", "acceptedRules", "ownTestRuns", "roots"] as const
).map((name) => FACT_KINDS[name] as FactKindDefinition);

const DAY_COLUMNS = {
  prices: "recorded",
  recordedChanges: "recorded",
  acceptedRules: "date",
} as const;

/**
 * @param today Today, YYYY-MM-DD. Two later days count too: the last day on which a source was read, for runs on
 * copies, and the day of the last commit, for machines whose clock is behind.
 * @returns A fault for each row with a later day.
 */
export function checkNoRowsOfFutureDays(
  facts: Pick<Facts, keyof typeof DAY_COLUMNS | "readings">,
  today: string,
  dataFolder: string,
): FactFault[] {
  const committed = tryGit(dataFolder, "log", "-1", "--format=%cs")?.trim() ?? "";
  const read = facts.readings.map(({ day }) => day);
  const newest = [committed, ...read].reduce((last, day) => (day > last ? day : last), today);
  return (Object.keys(DAY_COLUMNS) as (keyof typeof DAY_COLUMNS)[]).flatMap((name) => {
    const field = DAY_COLUMNS[name];
    const files = groupBy<Record<string, unknown>, unknown>(facts[name], ({ file }) => file);
    return [...files].flatMap(([file, rows]) =>
      rows.flatMap((row, index): FactFault[] => {
        if (String(row[field]) <= newest) return [];
        const message = `${row[field]} is later than ${newest}, the latest of today, the last commit and the last day on which a source was read; write the day on which the row is recorded`;
        const path = FACT_KINDS[name].pattern.replace("*", String(file));
        return [{ file: path, line: index + 2, field, message }];
      }),
    );
  });
}

interface RewrittenRow {
  file: string;
  key: string;
  line: number;
  before: string;
  /** Null when the row was removed. */
  after: string | null;
}

/**
 * @param published Commit to compare with. Undefined or 40 zeros means HEAD, so that only uncommitted changes are
 * checked.
 * @param reason Why uncommitted rows were rewritten; undefined if none is given.
 * @returns What was compared, and each rewritten row with its reason, for people.
 * @throws FactsError for rows that were rewritten without a reason; CommandError if git does not know `published`.
 */
export function checkFactsNotRewritten(
  dataFolder: string,
  published?: string,
  reason?: string,
): string[] {
  // GitHub names this as the commit before the first push of a branch.
  const since = published === "0".repeat(40) ? undefined : published;
  if (findCommit(dataFolder, "HEAD") === undefined)
    return ["recorded rows were not checked for rewrites: this folder is not a git checkout"];
  const from = findCommit(dataFolder, since ?? "HEAD");
  if (from === undefined)
    throw new CommandError(
      `cannot compare with "${since}": git does not know it; name a commit, a branch or a tag of this repository`,
    );
  const committed = since === undefined ? [] : rewrittenRows(dataFolder, from, "HEAD");
  const reasons = committed.length === 0 ? new Map() : findReasons(dataFolder, `${from}..HEAD`);
  const judged = [
    ...committed.map((row) => ({ row, step: COMMITTED_STEP, why: reasons.get(toResult(row)) })),
    ...rewrittenRows(dataFolder, "HEAD").map((row) => ({
      row,
      step: UNCOMMITTED_STEP,
      why: reason,
    })),
  ];
  const faults = judged.flatMap(({ row, step, why }) => {
    const message = `${toChange(row)}, but recorded rows are append-only: ${step}`;
    return why ? [] : { file: row.file, line: row.line, field: "", message };
  });
  if (faults.length > 0) throw new FactsError(faults);
  const accepted = judged.map(
    ({ row, why }) => `accepted (${why}): ${row.file}:${row.line}: ${toChange(row)}`,
  );
  return [...accepted, `recorded rows rewritten since ${since ?? "HEAD"}: ${accepted.length}`];
}

const COMMITTED_STEP = `restore it and append a new row, or write "${TRAILER}: <reason>" at the end of the message of the commit that changes it`;
const UNCOMMITTED_STEP = `restore it and append a new row, or run this with --reason "<why>" and commit with "${TRAILER}: <why>"`;

const toChange = ({ before, after }: RewrittenRow): string =>
  after === null ? `"${before}" was removed` : `"${before}" became "${after}"`;

/** @param to Commit; undefined: the files on disk. */
function rewrittenRows(dataFolder: string, from: string, to?: string): RewrittenRow[] {
  const range = to === undefined ? [from] : [from, to];
  const options = ["--name-only", "--no-renames", "--relative", "--diff-filter=MD", "-z"];
  const names = git(dataFolder, "diff", ...options, ...range, "--", ".").split("\0");
  const changed = new Map(names.map((name) => [name, name]));
  const textNow = (path: string) => {
    if (to !== undefined) return textAt(dataFolder, to, path);
    const file = join(dataFolder, path);
    return existsSync(file) ? readFileSync(file, "utf8") : undefined;
  };
  return APPEND_ONLY.flatMap((kind) =>
    filterFactPathsOfKind(kind, changed).flatMap((file) =>
      compareTexts(kind, file, textAt(dataFolder, from, file) ?? "", textNow(file)),
    ),
  );
}

/** A row is unchanged if it only moved, or if its file gained a column. */
function compareTexts(
  kind: FactKindDefinition,
  file: string,
  before: string,
  after: string | undefined,
): RewrittenRow[] {
  if (kind.format === "json") {
    const change = after === undefined ? null : "another text";
    return [{ file, key: "", line: 1, before: "the recorded run", after: change }];
  }
  const rows = new Map(readRecords(after ?? "").map((record) => [textOf(record), record]));
  const byKey = new Map([...rows.values()].map((record) => [keyOf(kind, record), record]));
  return readRecords(before).flatMap((record, index) => {
    if (rows.has(textOf(record))) return [];
    const key = keyOf(kind, record);
    const now = byKey.get(key);
    return { file, key, line: index + 2, before: textOf(record), after: now ? textOf(now) : null };
  });
}

type CellsByColumn = Record<string, string>;

const readRecords = (text: string): CellsByColumn[] =>
  parse(text, { columns: true, relax_column_count: true, relax_quotes: true });

const textOf = (record: CellsByColumn): string =>
  Object.values(record).join(",").replace(/,+$/, "");

const keyOf = ({ key }: FactKindDefinition, record: CellsByColumn): string =>
  key.map((field) => record[field]).join("\n");

export const runGitSync = (dataFolder: string, args: readonly string[], input = ""): Buffer =>
  execFileSync("git", args, {
    cwd: dataFolder,
    input,
    maxBuffer: 1 << 30,
    stdio: ["pipe", "pipe", "ignore"],
  });

const git = (dataFolder: string, ...args: string[]): string =>
  runGitSync(dataFolder, args).toString();

/** @returns undefined when git fails: no checkout, no such commit, no such file. */
export function tryGit(dataFolder: string, ...args: string[]): string | undefined {
  try {
    return git(dataFolder, ...args);
  } catch {
    return undefined;
  }
}

/** @returns undefined when git does not know the commit, or this is no checkout. */
const findCommit = (dataFolder: string, ref: string): string | undefined =>
  tryGit(dataFolder, "rev-parse", "--verify", "--end-of-options", `${ref}^{commit}`)?.trim();

const textAt = (dataFolder: string, commit: string, path: string): string | undefined =>
  tryGit(dataFolder, "show", `${commit}:./${path}`);

const toResult = ({ file, key, after }: RewrittenRow): string => JSON.stringify([file, key, after]);

/** A commit with the trailer gives its reason to each row that is still as that commit left it. */
function findReasons(dataFolder: string, range: string): Map<string, string> {
  const format = `--format=%H %(trailers:key=${TRAILER},valueonly,separator=; )`;
  const commits = git(dataFolder, "log", "--reverse", format, range).split("\n");
  return new Map(
    commits.flatMap((line) => {
      const [, commit = "", reason = ""] = /^(\w+) (\S.*)$/.exec(line) ?? [];
      if (reason === "") return [];
      const rows = rewrittenRows(dataFolder, `${commit}^`, commit);
      return rows.map((row): [string, string] => [toResult(row), reason]);
    }),
  );
}
