/** Disk errors in a sentence. Plain JavaScript, for the build command before its TypeScript is bundled. */

/** @type {Readonly<Record<string, string>>} */
const REASONS = {
  ENOSPC: "the disk is full; free some space and run this again",
  EDQUOT: "this user's disk quota is used up; free some space and run this again",
  EROFS: "this folder is read-only; mount it as writable, or choose another folder",
  EACCES:
    "this user has no permission to read or write there; change the permissions, or choose another folder",
  EPERM:
    "this user has no permission to write there; change the permissions, or choose another folder",
};

const NO_FOLDER = "no folder can be made there; choose another folder";

/** DuckDB and esbuild repeat the system's message without its code. */
const MESSAGES = /** @type {const} */ ([
  [/no space left on device/i, "ENOSPC"],
  [/disk quota exceeded/i, "EDQUOT"],
  [/read-only file system/i, "EROFS"],
  [/permission denied/i, "EACCES"],
]);

/**
 * @param {unknown} error
 * @param {string} place What was being written, if the error does not say so.
 * @returns {string | undefined} Undefined if it is not a disk error.
 */
export function describeDiskError(error, place) {
  if (!(error instanceof Error)) return undefined;
  const { code, path, dest, message, syscall } =
    /** @type {NodeJS.ErrnoException & { dest?: string }} */ (error);
  // EEXIST: a file has this name.
  if (syscall === "mkdir" && /^(ENOENT|ENOTDIR|EEXIST)$/.test(code ?? ""))
    return `${path}: ${NO_FOLDER}`;
  const name = REASONS[code ?? ""] ? code : MESSAGES.find(([words]) => words.test(message))?.[1];
  return name ? `${dest ?? path ?? place}: ${REASONS[name]}` : undefined;
}
