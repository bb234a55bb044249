/** Runs before the commands of the README. On a machine without installed packages, it says to run `npm ci`. */
import { existsSync } from "node:fs";

if (!existsSync(new URL("../node_modules/tsx/package.json", import.meta.url))) {
  process.stderr.write("the packages are not installed; run npm ci first\n");
  process.exitCode = 1;
}
