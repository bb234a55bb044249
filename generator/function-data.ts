/** What the function bundles: the catalogue and the search index as strings, parsed when they are needed. */
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/** Writes an ES module with two exports, `catalog` and `search`. @returns whether it changed. */
export async function writeFunctionData(
  file: string,
  data: { catalog: string; search: string },
): Promise<boolean> {
  const text = Object.entries(data)
    .map(([name, json]) => `export const ${name} = ${quote(json)};\n`)
    .join("");
  const before = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    return undefined;
  });
  if (before === text) return false;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.new`, text);
  await rename(`${file}.new`, file);
  return true;
}

/** Single quotes: JSON is full of double ones, and every escape costs the parser time. */
function quote(json: string): string {
  return `'${json.replace(/[\\'\u2028\u2029]/g, (character) => {
    if (character === "\u2028") return "\\u2028";
    if (character === "\u2029") return "\\u2029";
    return `\\${character}`;
  })}'`;
}
