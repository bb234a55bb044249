/** Before the commands of the README: what to do on a machine where nothing was installed yet. */
import { existsSync } from "node:fs";

if (!existsSync(new URL("../node_modules/tsx/package.json", import.meta.url))) {
  process.stderr.write("the packages are not installed; run npm ci first\n");
  process.exitCode = 1;
}
