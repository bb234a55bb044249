/** `npm run build`. */
import { setFlagsFromString } from "node:v8";
import { loadBundled } from "./bundle.mjs";

// V8 11 optimises a function seven times later than usual: in a program that ends soon, optimising was a quarter of the
// processor time. Later versions have no such flag, and a quick compiler between the two.
if (process.versions.v8.startsWith("11.")) setFlagsFromString("--interrupt-budget=500000");

const { main } = await loadBundled("build", new URL("./main.ts", import.meta.url));
await main();
