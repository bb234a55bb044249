/** Compiles clients that other tools generate from the published API description, and the types of our own client. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createTemporaryFolder } from "../builders/temporary-folder.ts";
import { openBuiltSite } from "../contract/harness.ts";
import { type ProcessResult, runProcess } from "../contract/run-build.ts";

const CLIENT = fileURLToPath(new URL("../../clients/typescript/", import.meta.url));

/** The repository's TypeScript version, and version 5, which many users still have. */
const COMPILERS = {
  "7": join(CLIENT, "../../node_modules/typescript/bin/tsc"),
  "5": join(CLIENT, "node_modules/typescript/bin/tsc"),
};

/** @param project Folder with a tsconfig.json. */
const compile = (project: string, version: keyof typeof COMPILERS = "7"): Promise<ProcessResult> =>
  runProcess(process.execPath, [COMPILERS[version], "--project", project]);

/** A program of the client's own packages, as `node_modules/<package>/<file>`. */
const runTool = (file: string, args: readonly string[]): Promise<ProcessResult> =>
  runProcess(process.execPath, [join(CLIENT, "node_modules", file), ...args]);

test("2.7: another generator's client compiles strict, and a misspelt field does not", async () => {
  const scratch = createTemporaryFolder("clients");
  const { dist } = await openBuiltSite();
  const places = ["--input", join(dist, "api/v1/openapi.json"), "--output", join(scratch, "made")];
  const made = await runTool("@hey-api/openapi-ts/bin/run.js", [
    ...places,
    ...["--client", "@hey-api/client-fetch", "--no-log-file"],
  ]);
  expect(made.code, made.stdout + made.stderr).toBe(0);
  await writeFile(
    join(scratch, "use.ts"),
    `import { getModel, type Offer, type PriceHistoryRow } from "./made";
     export async function use(slug: string) {
       const { data } = await getModel({ path: { slug } });
       const [offer]: Offer[] = data?.providers ?? [];
       // @ts-expect-error a field of a model
       data?.contxt_window;
       // @ts-expect-error a field of an offer
       offer?.input_price;
       return [data?.context_window, data?.cite, offer?.trust];
     }
     export const change: PriceHistoryRow["change"] = "witness";`,
  );
  const { compilerOptions } = JSON.parse(await readFile(join(CLIENT, "tsconfig.json"), "utf8"));
  const options = {
    ...compilerOptions,
    types: [],
    module: "ESNext",
    moduleResolution: "bundler",
    // The generated client's own runtime does not compile with this option.
    exactOptionalPropertyTypes: false,
    lib: ["ES2022", "DOM", "DOM.Iterable"],
  };
  const project = { compilerOptions: options, include: ["**/*.ts"] };
  await writeFile(join(scratch, "tsconfig.json"), JSON.stringify(project));
  const { code, stdout } = await compile(scratch);
  expect(code, stdout).toBe(0);
});

test("2.7: our client's types are those of the published description", async () => {
  const made = join(createTemporaryFolder("clients"), "schema.d.ts");
  const description = join((await openBuiltSite()).dist, "api/v1/openapi.json");
  const options = [description, "--output", made];
  const { code, stderr } = await runTool("openapi-typescript/bin/cli.js", options);
  expect(code, stderr).toBe(0);
  const isCurrent =
    (await readFile(made, "utf8")) === (await readFile(join(CLIENT, "schema.d.ts"), "utf8"));
  expect(isCurrent, "run npm run golden:update && npm run client:update").toBe(true);
});

test.each(["5", "7"] as const)("our client compiles strict with TypeScript %s", async (version) => {
  const { code, stdout } = await compile(CLIENT, version);
  expect(code, stdout).toBe(0);
});
