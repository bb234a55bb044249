/** `npm run audit:packages` and `npm run notice`. */
import { spawnSync } from "node:child_process";
import { Command } from "commander";
import { NPM_SCRIPT_HELP, runTaskOrPrintError } from "../facts/command-line.ts";
import { readSourcesFromFacts } from "../facts/read-facts.ts";
import { writeFileIfChanged } from "../facts/write-facts.ts";
import { formatLicenseNotice, parseNpmAudit, readPackagesOfLockFiles } from "./packages.ts";

const program = new Command("packages")
  .configureHelp(NPM_SCRIPT_HELP)
  .description("Checks the licences and vulnerabilities of npm packages, and writes NOTICE.");

program
  .command("audit:packages")
  .description(
    "Asks the npm registry whether the shipped packages have known vulnerabilities of high severity.",
  )
  .addHelpText(
    "after",
    "\nExit codes: 0 no vulnerability; 1 at least one vulnerability; 3 the registry did not answer, so the check is not done.",
  )
  .action(() => {
    // npm exits with 1 both for vulnerabilities and when the registry does not answer. Only its output tells the two
    // apart.
    const { stdout, error } = spawnSync("npm", ["audit", "--omit=dev", "--json"], {
      encoding: "utf8",
      maxBuffer: 1 << 26,
    });
    if (error) throw error;
    const { outcome, lines } = parseNpmAudit(stdout);
    process.stdout.write(`${lines.join("\n")}\n`);
    process.exitCode = { sound: 0, vulnerable: 1, unanswered: 3 }[outcome];
  });

program
  .command("notice")
  .description(
    "Writes NOTICE: a credit for every source in data/sources/, and the licence of every package in the lock files.",
  )
  .action(async () => {
    const text = formatLicenseNotice(
      await readSourcesFromFacts("data"),
      await readPackagesOfLockFiles("."),
    );
    const isChanged = await writeFileIfChanged("NOTICE", text);
    process.stdout.write(isChanged ? "NOTICE written\n" : "NOTICE is up to date\n");
  });

await runTaskOrPrintError(() => program.parseAsync());
