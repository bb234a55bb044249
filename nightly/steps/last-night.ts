/**
 * The catalogue as it was last told to the world: the function's data of that build, kept aside. Events are what
 * differs from it, so a night that was killed before it told anything is told by the next.
 */
import { existsSync } from "node:fs";
import { copyFile, mkdir, rename } from "node:fs/promises";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import type { Catalog } from "../../build/read-model/catalog/catalog.ts";
import { type FunctionData, toFunctionContext } from "../../mcp-server/function-context.ts";

/** @param functionData What `npm run build` wrote for the function. */
export async function readCatalogOf(functionData: string): Promise<Catalog> {
  // Node keeps modules by address; the same file is read again after another build.
  const address = `${pathToFileURL(functionData).href}?read=${reads++}`;
  return toFunctionContext((await import(address)) as FunctionData).catalog;
}
let reads = 0;

/** On a machine without a memory the facts that stand are what was told last. */
export async function ensureLastNight(
  file: string,
  buildInto: (functionData: string) => Promise<unknown>,
): Promise<void> {
  if (existsSync(file)) return;
  const unfinished = file.replace(/\.mjs$/, ".unfinished.mjs");
  await mkdir(dirname(file), { recursive: true });
  await buildInto(unfinished);
  await rename(unfinished, file);
}

/** From now on events are counted from this build. */
export async function rememberNight(file: string, functionData: string): Promise<void> {
  const unfinished = file.replace(/\.mjs$/, ".unfinished.mjs");
  await copyFile(functionData, unfinished);
  await rename(unfinished, file);
}
