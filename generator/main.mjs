/** `npm run build`. */
import { runBundled } from "./run-bundled.mjs";

await runBundled("build", new URL("./main.ts", import.meta.url));
