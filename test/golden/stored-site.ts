import { fileURLToPath } from "node:url";

/** Small sample facts from which the golden site is built. */
export const GOLDEN_DATA = fileURLToPath(new URL("data", import.meta.url));
