/** `npm run nightly`. */
import { runBundled } from "../generator/run-bundled.mjs";

await runBundled("nightly", new URL("./main.ts", import.meta.url));
