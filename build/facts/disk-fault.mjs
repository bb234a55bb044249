/** Disk errors in a sentence. Plain JavaScript, as the command of the build needs it before its bundle. */

/** @type {Readonly<Record<string, string>>} */
const REASONS = {
  ENOSPC: "the disk is full; free some space and run this again",
  EDQUOT: "this user's share of the disk is full; free some space and run this again",
  EROFS: "this place can only be read; mount it for writing, or choose another folder",
  EACCES: "this user may not write or read there; change the rights, or choose another folder",
  EPERM: "this user may not write there; change the rights, or choose another folder",
};

/** DuckDB and esbuild repeat the system's message without its code. */
const MESSAGES = /** @type {const} */ ([
  [/no space left on device/i, "ENOSPC"],
  [/disk quota exceeded/i, "EDQUOT"],
  [/read-only file system/i, "EROFS"],
  [/permission denied/i, "EACCES"],
]);

/**
 * @param {unknown} error
 * @param {string} place What was being written, where the error does not say it.
 * @returns {string | undefined} Undefined when it is no disk error.
 */
export function diskFault(error, place) {
  if (!(error instanceof Error)) return undefined;
  const { code, path, dest, message } = /** @type {NodeJS.ErrnoException & { dest?: string }} */ (
    error
  );
  const name = REASONS[code ?? ""] ? code : MESSAGES.find(([words]) => words.test(message))?.[1];
  return name ? `${dest ?? path ?? place}: ${REASONS[name]}` : undefined;
}
