import { distance } from "fastest-levenshtein";
import { compareByCodePoint } from "../schema/collections.ts";

/** Errors that stop a command; never sent to a client. */
export class CommandError extends Error {
  override name = "CommandError";
}

/** The three most similar names, with the fewest typing errors first: `"bazaar", "alps", "acme"`. */
export const quoteNearestNames = (name: string, names: readonly string[]): string =>
  [...names]
    .sort((a, b) => distance(name, a) - distance(name, b) || compareByCodePoint(a, b))
    .slice(0, 3)
    .map((one) => `"${one}"`)
    .join(", ");

/** What is wrong at one place in `data/`, and what to do about it. */
export interface FactFault {
  file: string;
  /** 1-based; 1 if the fault concerns the whole file. */
  line: number;
  /** Field or column; empty if the fault concerns the whole file or row. */
  field: string;
  message: string;
  /** Set for faults of layout, which `npm run data:fmt` fixes, and for a duplicate row: the rows can be read. */
  isLayout?: true;
}

/** A fault that concerns a whole file. */
export const toFaultOfFile = (file: string, message: string, field = ""): FactFault => ({
  file,
  line: 1,
  field,
  message,
});

/** Maximum number of faults in a report. The first ones usually cause the others. */
const MAX_REPORTED = 50;

/** Formats faults as a Markdown table for people who edited the facts in the browser; empty if there are none. */
export function formatFactFaults(faults: readonly FactFault[]): string {
  if (faults.length === 0) return "";
  const toCell = (text: string) => text.replaceAll("|", "\\|").replaceAll(/\s+/g, " ");
  const rows = faults
    .slice(0, MAX_REPORTED)
    .map(
      ({ file, line, field, message }) =>
        `| \`${toCell(file)}\` | ${line} | ${toCell(field)} | ${toCell(message)} |\n`,
    );
  const count = faults.length === 1 ? "1 row needs" : `${faults.length} rows need`;
  const more = faults.length - MAX_REPORTED;
  return `${count} a change:

| file | line | column | what is wrong |
|---|---|---|---|
${rows.join("")}${more > 0 ? `\n… and ${more} more.\n` : ""}
Edit the files in this pull request; the check of the facts then runs again. A row in the wrong place (“not sorted”) needs no work: the maintainer who merges can run \`npm run data:fmt\`.
`;
}

/** Contains all faults of the facts, so that one run shows everything to fix. */
export class FactsError extends CommandError {
  override name = "FactsError";
  readonly faults: readonly FactFault[];

  constructor(faults: readonly FactFault[]) {
    const lines = faults.map(({ file, line, field, message }) =>
      [`${file}:${line}`, field, message].filter((part) => part !== "").join(": "),
    );
    super(
      `${faults.length} ${faults.length === 1 ? "fault" : "faults"} in the facts:\n${lines.join("\n")}`,
    );
    this.faults = faults;
  }
}
