/** After `npm ci`: bundles the build, so that the first one is as quick as the next. */
import { bundle } from "./bundle.mjs";

await bundle("build", new URL("./main.ts", import.meta.url));
await bundle("function-data", new URL("./function-data.ts", import.meta.url));
