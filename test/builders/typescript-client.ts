/** The folder of the typed client, with the programs that its tests run in it. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Run, run } from "../contract/run-build.ts";

export const CLIENT = fileURLToPath(new URL("../../clients/typescript/", import.meta.url));

/** Of the repository, and the one before it, which many users still have. */
const COMPILERS = {
  "7": join(CLIENT, "../../node_modules/typescript/bin/tsc"),
  "5": join(CLIENT, "node_modules/typescript/bin/tsc"),
};

/** @param project Folder with a tsconfig.json. */
export const compile = (project: string, version: keyof typeof COMPILERS = "7"): Promise<Run> =>
  run(process.execPath, [COMPILERS[version], "--project", project]);

/** A program of the client's own packages, as `node_modules/<package>/<file>`. */
export const runTool = (file: string, args: readonly string[]): Promise<Run> =>
  run(process.execPath, [join(CLIENT, "node_modules", file), ...args]);

/** Makes a folder a project with the client's own compiler options, except some. */
export async function writeProject(folder: string, options: object = {}): Promise<void> {
  const { compilerOptions } = JSON.parse(await readFile(join(CLIENT, "tsconfig.json"), "utf8"));
  const project = {
    compilerOptions: { ...compilerOptions, ...options },
    include: ["**/*.ts", "**/*.mts"],
  };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(project));
}
