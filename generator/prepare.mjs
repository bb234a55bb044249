/** After `npm ci`: bundles and compiles the build, so that the first one is as quick as the next. */
import "./v8-flags.mjs";
import { compileBundled } from "./bundle.mjs";

await compileBundled("build", new URL("./cli.ts", import.meta.url));
await compileBundled("function-data", new URL("./function-data/function-data.ts", import.meta.url));
