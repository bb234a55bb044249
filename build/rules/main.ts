/** `npm run rules`: the table of data/rules.csv, written into docs/operating.md. */
import { readFileSync } from "node:fs";
import { Command } from "commander";
import { runTaskOrPrintError } from "../facts/command-line.ts";
import { readFactsOfKinds } from "../facts/read-facts.ts";
import { writeFileIfChanged } from "../facts/write-facts.ts";
import { formatQualityRulesTable } from "./rules.ts";

const FILE = "docs/operating.md";
const START = "<!-- rules -->";
const END = "<!-- end of rules -->";

new Command("npm run rules --")
  .description(`Writes the data-quality rules of data/rules.csv as a table into ${FILE}.`)
  .addHelpText("after", `\nExit codes: 0 done; 1 data/rules.csv has a fault: ${FILE} is unchanged.`)
  .parse();

await runTaskOrPrintError(
  async () => {
    const table = formatQualityRulesTable(readFactsOfKinds("data", ["rules"]).rules);
    const [before = "", rest = ""] = readFileSync(FILE, "utf8").split(START);
    const [, after = ""] = rest.split(END);
    const next = `${before}${START}\n\n${table}\n\n${END}${after}`;
    const isNew = await writeFileIfChanged(FILE, next);
    process.stdout.write(
      isNew ? `wrote the rules into ${FILE}\n` : `${FILE} has these rules already\n`,
    );
  },
  { place: FILE },
);
