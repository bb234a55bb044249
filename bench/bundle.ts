/** The function in one file, by the bundler that Netlify uses, with what it is made of. */
import { build, type Metafile } from "esbuild";

/** Packages that are loaded only where requests are counted: `external_node_modules` of netlify.toml. */
export const UNBUNDLED_PACKAGES = ["ioredis", "rate-limiter-flexible"];

/** @returns Every file that went into the bundle. */
export async function bundleFunction(outfile: string): Promise<Metafile> {
  const result = await build({
    entryPoints: ["mcp-server/functions/api.ts"],
    outfile,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    metafile: true,
    logLevel: "error",
    external: [...UNBUNDLED_PACKAGES],
  });
  return result.metafile;
}
