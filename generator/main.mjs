/** `npm run build`. */
import { loadBundled } from "./bundle.mjs";

const { main } = await loadBundled("build", new URL("./main.ts", import.meta.url));
await main();
