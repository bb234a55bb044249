/** The function in one file, by the bundler that Netlify uses, with what it is made of. */
import { build, type Metafile } from "esbuild";

/** @returns Every file that went into the bundle. */
export async function bundleFunction(outfile: string, functionData?: string): Promise<Metafile> {
  const result = await build({
    entryPoints: ["mcp-server/functions/api.ts"],
    outfile,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    metafile: true,
    logLevel: "error",
    ...(functionData !== undefined && { alias: { "#function-data": functionData } }),
  });
  return result.metafile;
}
