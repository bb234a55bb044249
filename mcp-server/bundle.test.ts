import { existsSync } from "node:fs";
import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { bundleFunction, UNBUNDLED_PACKAGES } from "../bench/function-rows.ts";
import {
  FUNCTION_DATA_FILE,
  packDataForFunction,
  packProofDataForFunction,
  toFunctionProofDataPath,
} from "../generator/pipeline/function-data.ts";
import { getSharedSampleCatalog } from "../test/builders/sample-catalog.ts";
import { createTemporaryFolder } from "../test/builders/temporary-folder.ts";

/** Packages and modules that only the build may use. Results of our own tests are in the catalogue. */
const BUILD_ONLY =
  /node_modules\/(@duckdb|csv-stringify|csv-parse|undici|fast-glob|yaml|commander)|^(build|data)\/experiments\/(?!.*about|own-tests|statistics)/;

let folder: string;
let inputs: string[];
let bundled: string[];
let externals: string[];
beforeAll(async () => {
  folder = createTemporaryFolder("bundle");
  const loaded = await getSharedSampleCatalog();
  const data = join(folder, FUNCTION_DATA_FILE);
  await mkdir(dirname(data), { recursive: true });
  await writeFile(data, packDataForFunction(loaded, ""));
  await writeFile(toFunctionProofDataPath(data), packProofDataForFunction(loaded));
  const metafile = await bundleFunction(join(folder, "api.mjs"));
  inputs = Object.keys(metafile.inputs);
  bundled = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) =>
      bytesInOutput > 0 ? [path] : [],
    ),
  );
  externals = Object.values(metafile.inputs).flatMap(({ imports }) =>
    imports.filter(({ external }) => external).map(({ path }) => path),
  );
});

describe("the function's bundle", () => {
  it("contains no package that only the build may use, and no grader or item of our own tests", () => {
    expect(inputs.filter((path) => BUILD_ONLY.test(path))).toEqual([]);
  });

  it("contains at most 90 of our modules", () => {
    const ours = inputs.filter((path) => path.endsWith(".ts") && !path.includes("node_modules"));
    expect(ours.length).toBeGreaterThan(30);
    expect(ours.length).toBeLessThanOrEqual(90);
  });

  it("has zod's messages in one language: `import { z }` in any module would add all fifty", () => {
    const isLanguage = (path: string) => /zod\/v4\/locales\/(?!index)/.test(path);
    expect(bundled.filter(isLanguage)).toEqual(["node_modules/zod/v4/locales/en.js"]);
  });

  it("imports four modules of Node and the unbundled packages, nothing else", () => {
    expect([...new Set(externals)].sort()).toEqual(
      [...UNBUNDLED_PACKAGES, "node:crypto", "node:fs", "node:path", "node:process"].sort(),
    );
  });

  it("has only functions in its folder: Netlify makes a function of each file there", async () => {
    for (const name of await readdir("mcp-server/functions")) expect(name).toMatch(/^[a-z-]+\.ts$/);
  });

  it("leaves out the packages that only counting requests needs, as netlify.toml says", async () => {
    const netlify = await readFile("netlify.toml", "utf8");
    expect(netlify).toContain(`external_node_modules = ["${UNBUNDLED_PACKAGES.join('", "')}"]`);
    const text = await readFile(join(folder, "api.mjs"), "utf8");
    for (const name of UNBUNDLED_PACKAGES)
      expect(text).not.toMatch(new RegExp(`^import .*"${name}"`, "m"));
  });

  it("belongs to the root package: netlify build would take a workspace that it finds for the site", async () => {
    // npm reads a workspace as a pattern and netlify-cli as a folder name, so only npm finds the client.
    const { workspaces } = JSON.parse(await readFile("package.json", "utf8"));
    for (const pattern of workspaces) expect(existsSync(pattern)).toBe(false);
    expect(workspaces.length).toBeGreaterThan(0);
  });

  it("answers when it is imported as on Netlify, with its data in a folder above it and without LAMBDA_TASK_ROOT", async () => {
    expect(await readFile("netlify.toml", "utf8")).toContain(
      `included_files = ["${FUNCTION_DATA_FILE}", "${toFunctionProofDataPath(FUNCTION_DATA_FILE)}"]`,
    );
    vi.stubEnv("LAMBDA_TASK_ROOT", undefined);
    const deployed = join(folder, "mcp-server/functions/api.mjs");
    await mkdir(dirname(deployed), { recursive: true });
    await cp(join(folder, "api.mjs"), deployed);
    const { default: handle } = await import(pathToFileURL(deployed).href);
    for (const path of ["models/acme-large", "proof"]) {
      const response = await handle(new Request(`https://x.example/api/v1/${path}`));
      expect(response.status, path).toBe(200);
    }
  });
});
