/** `npm run build`. */
import "./v8-flags.mjs";
import { loadBundled } from "./bundle.mjs";

const { main } = await loadBundled("build", new URL("./cli.ts", import.meta.url));
await main();
