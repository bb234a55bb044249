/** Clients that others make of the published description, and ours as it is packed. */
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "../builders/temporary-folder.ts";
import { CLIENT, compile, runTool, writeProject } from "../builders/typescript-client.ts";
import { openSite } from "../contract/harness.ts";

let scratch: string;
beforeAll(async () => {
  scratch = temporaryFolder("clients");
});
afterAll(() => rm(scratch, { recursive: true }));

test("2.7: another generator's client compiles strict, and a misspelt field does not", async () => {
  const { dist } = await openSite();
  const made = await runTool("@hey-api/openapi-ts/bin/run.js", [
    ...["--input", join(dist, "api/v1/openapi.json"), "--output", join(scratch, "made")],
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
  // Its own runtime does not compile with exactOptionalPropertyTypes.
  await writeProject(scratch, {
    ...{ module: "ESNext", moduleResolution: "bundler", exactOptionalPropertyTypes: false },
    lib: ["ES2022", "DOM", "DOM.Iterable"],
  });
  const { code, stdout } = await compile(scratch);
  expect(code, stdout).toBe(0);
});

test("2.7: our client's types hold under TypeScript 5 too", async () => {
  const { code, stdout } = await compile(CLIENT, "5");
  expect(code, stdout).toBe(0);
});
