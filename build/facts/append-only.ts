/** The ledger may only grow: what stood in `prices/` at a commit stands there still. */
import { execFileSync } from "node:child_process";
import { BuildError, type Fault } from "./fault.ts";

const FOLDER = "prices";

/**
 * Compares the files on disk with those of a commit.
 * @param ref Commit, branch or tag of the repository that holds `dataFolder`.
 * @returns A fault for each row that was changed or deleted; its line is the one it had at `ref`.
 * @throws BuildError when git does not know `ref`.
 */
export function checkAppendOnly(dataFolder: string, ref: string): Fault[] {
  const options = ["--no-color", "--no-ext-diff", "--no-renames", "--relative", "--unified=0"];
  try {
    const diff = execFileSync("git", ["diff", ...options, "--end-of-options", ref, "--", FOLDER], {
      cwd: dataFolder,
      encoding: "utf8",
      maxBuffer: 1 << 28,
      stdio: ["ignore", "pipe", "pipe"],
    });
    return removedRows(diff, ref);
  } catch (error) {
    const said = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : "";
    if (said === "") throw error;
    throw new BuildError(
      `cannot compare ${FOLDER}/ with "${ref}": ${said.split("\n")[0]}; name a commit, a branch or a tag of this repository`,
    );
  }
}

/** @param diff Unified, without context: each `-` line is a row that stood and stands no more. */
function removedRows(diff: string, ref: string): Fault[] {
  const faults: Fault[] = [];
  let file = "";
  let line = 0;
  let isBody = false;
  for (const text of diff.split("\n")) {
    const hunk = /^@@ -(\d+)/.exec(text);
    if (text.startsWith("diff --git ")) isBody = false;
    else if (!isBody && text.startsWith("--- ")) file = text.replace(/^--- (a\/)?/, "");
    else if (hunk) {
      line = Number(hunk[1]);
      isBody = true;
    } else if (isBody && text.startsWith("-")) {
      faults.push({
        file,
        line,
        field: "",
        message: `"${text.slice(1)}" stood here at ${ref}; the ledger is append-only: restore the row, and append what is new`,
      });
      line += 1;
    }
  }
  return faults;
}
