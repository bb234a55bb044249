/**
 * `npm run build:server [folder]`: bundles the server and its packages into one file, `server.mjs` (by default in
 * `.cache/server`).
 */
import { copyFileSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Command } from "commander";
import { build } from "esbuild";
import { PICTURE_RENDERER_FILES } from "../pictures.ts";

const [OUT = ""] = new Command("npm run build:server --")
  .description("Writes the server with its packages as one file, server.mjs, into a folder.")
  .argument("[folder]", "folder for the server", ".cache/server")
  .addHelpText("after", "\nExit codes: 0 written; 1 the code has an error.")
  .parse().processedArgs as [string];
const require = createRequire(import.meta.url);

await build({
  entryPoints: [join(import.meta.dirname, "server.ts")],
  outfile: join(OUT, "server.mjs"),
  bundle: true,
  platform: "node",
  target: "node20",
  format: "esm",
  // CommonJS packages in the bundle use these globals.
  banner: {
    js: 'import { createRequire as _r } from "node:module"; const require = _r(import.meta.url); const __dirname = import.meta.dirname; const __filename = import.meta.filename;',
  },
  logLevel: "error",
});
// The redirect engine loads its WebAssembly file from the folder of the bundle.
const engine = require.resolve("netlify-redirector");
copyFileSync(join(dirname(engine), "lib/redirects.wasm"), join(OUT, "redirects.wasm"));
for (const file of PICTURE_RENDERER_FILES) {
  mkdirSync(dirname(join(OUT, file)), { recursive: true });
  copyFileSync(file, join(OUT, file));
}
process.stdout.write(`built ${join(OUT, "server.mjs")}\n`);
