/** `npm run rules`: the table of data/rules.csv, written into docs/operating.md. */
import { readFileSync } from "node:fs";
import { readFactsOfKinds } from "../facts/read-facts.ts";
import { writeFileIfChanged } from "../facts/write-facts.ts";
import { formatRulesTable } from "./rules.ts";

const FILE = "docs/operating.md";
const [START, END] = ["<!-- rules -->", "<!-- end of rules -->"];

const text = readFileSync(FILE, "utf8");
const [before = "", rest = ""] = text.split(START);
const [, after = ""] = rest.split(END);
const table = formatRulesTable(readFactsOfKinds("data", ["rules"]).rules);
const next = `${before}${START}\n\n${table}\n\n${END}${after}`;
const isNew = await writeFileIfChanged(FILE, next);
process.stdout.write(isNew ? `wrote the rules into ${FILE}\n` : "unchanged\n");
