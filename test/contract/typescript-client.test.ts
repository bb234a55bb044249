/** The typed client in `clients/typescript`: generated from the published description, and used as its users do. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createClient,
  type ModelAlmanac,
  toPriceRows,
} from "../../clients/typescript/src/index.ts";
import type { LocalCdn } from "../../mcp-server/local/serve.ts";
import { getDefined, getSome } from "../builders/get.ts";
import { temporaryFolder } from "../builders/temporary-folder.ts";
import { CLIENT, compile, runTool, writeProject } from "../builders/typescript-client.ts";
import { openSite } from "./harness.ts";
import { verifies } from "./verifies.ts";

let scratch: string;
let cdn: LocalCdn;
let almanac: ModelAlmanac;
beforeAll(async () => {
  scratch = temporaryFolder("client");
  cdn = await (await openSite()).listen("exact");
  almanac = createClient({ baseUrl: cdn.url });
});
afterAll(async () => {
  await cdn.close();
  await rm(scratch, { recursive: true });
});

describe("its types", () => {
  verifies("2.7", "are those of the published description", async ({ dist }) => {
    const made = join(scratch, "schema.d.ts");
    const description = join(dist, "api/v1/openapi.json");
    const { code, stderr } = await runTool("openapi-typescript/bin/cli.js", [
      description,
      "--output",
      made,
    ]);
    expect(code, stderr).toBe(0);
    const isCurrent =
      (await readFile(made, "utf8")) === (await readFile(join(CLIENT, "schema.d.ts"), "utf8"));
    expect(isCurrent, "run npm run golden:update && npm run client:update").toBe(true);
  });

  test("compile strict, and misspelt names do not", async () => {
    const { code, stdout } = await compile(CLIENT);
    expect(code, stdout).toBe(0);
  });

  test("tell the field that a misspelt one was meant to be, and fit the examples of the README", async () => {
    const folder = await mkdtemp(join(scratch, "uses-"));
    await writeProject(folder);
    await writeFile(
      join(folder, "misspelt.mts"),
      `import type { components } from "${CLIENT}schema.js";
       declare const model: components["schemas"]["ModelDetail"];
       export const window = model.contxt_window;`,
    );
    const text = await readFile(join(CLIENT, "README.md"), "utf8");
    const examples = [...text.matchAll(/```ts\n(.*?)```/gs)].map(([, code = ""]) => code);
    await writeFile(
      join(folder, "readme.mts"),
      getSome(examples, "examples")
        .join("\n")
        .replace('"model-almanac-client"', `"${CLIENT}src/index.js"`),
    );
    const { code, stdout } = await compile(folder);
    expect(code).not.toBe(0);
    const errors = stdout.split("\n").filter((line) => /error TS\d+/.test(line));
    expect(errors).toEqual([
      expect.stringMatching(/misspelt\.mts.* error TS2551: .*'contxt_window'/),
    ]);
    expect(stdout).toContain("Did you mean 'context_window'?");
  });
});

describe("its answers", () => {
  test("a list, with the address that it came from", async () => {
    const { data } = await almanac.GET("/api/v1/models", {
      params: { query: { sort: "release_date", limit: 2, open_source: "true" } },
    });
    expect([data?.data.length, data?.meta.sort]).toEqual([2, "release_date"]);
    expect(data?.url).toContain("/api/v1/models?limit=2&open_source=true&sort=release_date");
  });

  test("a model by a host's own id, with its offers", async () => {
    const { data, error } = await almanac.GET("/api/v1/models/{slug}", {
      params: { path: { slug: "quillon.quill-sonnet-4-5-v1:0" } },
    });
    expect(error).toBeUndefined();
    expect([data?.slug, data?.providers[0]?.billing]).toEqual(["quill-sonnet-4-5", "tokens"]);
  });

  test("both forms of a price history have the same rows", async () => {
    const path = { slug: "norn-4o" };
    const plain = await almanac.GET("/api/v1/price-history/{slug}", { params: { path } });
    const enveloped = await almanac.GET("/api/v1/price-history/{slug}", {
      params: { path, query: { envelope: "1" } },
    });
    const rows = toPriceRows(getDefined(plain.data, "plain history"));
    expect(rows.length).toBeGreaterThan(0);
    expect([Array.isArray(plain.data), Array.isArray(enveloped.data)]).toEqual([true, false]);
    expect(toPriceRows(getDefined(enveloped.data, "enveloped history"))).toEqual(rows);
  });
});
