/** Bundles the function into one file with the bundler that Netlify uses, and lists its inputs. */
import { build, type Metafile } from "esbuild";

/**
 * Packages that are loaded only where requests are counted; the same list as `external_node_modules` in netlify.toml.
 */
export const UNBUNDLED_PACKAGES = ["ioredis", "rate-limiter-flexible"];

/** @returns esbuild's metafile, which lists every file in the bundle. */
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
