import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Creates a folder and its parents. Does not use the option `recursive`: it never returns for a folder such as /proc,
 * which accepts no new folder and reports that it does not exist.
 * @throws Node's error if the folder cannot be created.
 */
export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code === "EEXIST") return;
    if (error.code !== "ENOENT" || dirname(folder) === folder) throw error;
    await makeFolder(dirname(folder));
    await mkdir(folder);
  });
}
