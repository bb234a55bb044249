/** A disk that takes nothing more is the operator's to mend, and no fault of the code: a sentence, no stack trace. */

const MEANING: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full: make room",
  EDQUOT: "the disk quota is used up: make room",
  EROFS: "the disk is read-only: name folders that can be written",
  EFBIG: "a file is larger than this process may write: raise the limit",
};

/** @returns What to mend; undefined when the error is another. */
export function findFullDisk(error: unknown): string | undefined {
  const { code, path } = error as Partial<NodeJS.ErrnoException>;
  const meaning = MEANING[code ?? ""];
  return meaning && `${path ?? "writing"}: ${meaning} (${code})`;
}
