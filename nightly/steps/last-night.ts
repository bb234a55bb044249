/**
 * The catalogue as it was last told to the world: the function's data of that build, kept aside. Events are what
 * differs from it, so a night that was killed before it told anything is told by the next.
 */
import { existsSync } from "node:fs";
import { copyFile, mkdir, rename } from "node:fs/promises";
import { dirname } from "node:path";

/** On a machine without a memory the facts that stand are what was told last. */
export async function ensureLastNight(
  file: string,
  buildInto: (functionData: string) => Promise<unknown>,
): Promise<void> {
  if (existsSync(file)) return;
  const unfinished = `${file}.unfinished`;
  await mkdir(dirname(file), { recursive: true });
  await buildInto(unfinished);
  await rename(unfinished, file);
}

/** From now on events are counted from this build. */
export async function rememberNight(file: string, functionData: string): Promise<void> {
  const unfinished = `${file}.unfinished`;
  await copyFile(functionData, unfinished);
  await rename(unfinished, file);
}
