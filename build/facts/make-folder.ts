import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Makes a folder and those above it. Not by the option `recursive`, which never ends in a folder that takes none and says
 * that it does not exist: /proc.
 * @throws Node's error where it cannot be made.
 */
export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code === "EEXIST") return;
    if (error.code !== "ENOENT" || dirname(folder) === folder) throw error;
    await makeFolder(dirname(folder));
    await mkdir(folder);
  });
}
