/** `npm run audit:packages`: known faults of the packages that are shipped, where the registry tells them. */
import { spawnSync } from "node:child_process";
import { Command } from "commander";
import { readAudit } from "./audit.ts";

new Command("audit:packages")
  .description(
    "Asks the registry for known faults of high severity in the packages that are shipped.",
  )
  .addHelpText(
    "after",
    "\nExit codes: 0 none, or the registry does not answer such questions; 1 there are some.",
  )
  .parse();

// npm ends with 1 both where there are faults and where nobody answers; what it prints tells them apart.
const { stdout, error } = spawnSync("npm", ["audit", "--omit=dev", "--json"], {
  encoding: "utf8",
  maxBuffer: 1 << 26,
});
if (error) throw error;
const { state, lines } = readAudit(stdout);
process.stdout.write(`${lines.join("\n")}\n`);
process.exitCode = state === "faulty" ? 1 : 0;
