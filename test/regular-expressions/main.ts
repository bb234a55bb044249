/**
 * `npm run expressions`: looks for regular expressions that can run away, by recheck. None may take exponential time;
 * those of polynomial time are listed in `polynomial.json`, and a contract test holds that no long text of a request
 * meets them. The tool is installed beside the project when it is first asked for: its programs have 50 MB.
 */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Command } from "commander";
import { findLiterals, type Literal, type Tokenizer } from "./literals.ts";

const FOLDER = ".cache/recheck";
const PACKAGES = ["recheck@4.5.0", "acorn@8.15.0"];
const LIST = join(import.meta.dirname, "polynomial.json");
/** For one expression. */
const TIMEOUT_MS = 60_000;

interface Recheck {
  checkSync(source: string, flags: string, parameters: { timeout: number }): Verdict;
}
interface Verdict {
  status: "safe" | "vulnerable" | "unknown";
  complexity?: { type: string };
}

const { write } = new Command("expressions")
  .description("Looks for regular expressions that can run away.")
  .option("--write", "list those of polynomial time as they are now")
  .parse()
  .opts<{ write?: true }>();

const load = await installTools();
const literals = await findLiterals(load("acorn") as Tokenizer);
process.env.RECHECK_SYNC_BACKEND = "pure";
const { checkSync } = load("recheck") as Recheck;
const verdicts = literals.map((literal) => ({
  literal,
  verdict: checkSync(literal.source, literal.flags, { timeout: TIMEOUT_MS }),
}));

const exponential = verdicts.filter(({ verdict }) => verdict.complexity?.type === "exponential");
// What is not judged in time is taken for polynomial.
const polynomial = verdicts.filter(
  (one) => one.verdict.status !== "safe" && !exponential.includes(one),
);
for (const { literal } of exponential)
  process.stdout.write(`NO: ${show(literal)} may take exponential time: write it otherwise\n`);
const listed = polynomial.map(({ literal }) => show(literal)).sort();
if (write) await writeFile(LIST, `${JSON.stringify(listed, null, 2)}\n`);
const known = JSON.parse(await readFile(LIST, "utf8")) as string[];
const unlisted = listed.filter((one) => !known.includes(one));
const gone = known.filter((one) => !listed.includes(one));
for (const one of unlisted)
  process.stdout.write(
    `NO: ${one} takes polynomial time: bound the text that it meets, or write it otherwise; then npm run expressions -- --write\n`,
  );
for (const one of gone) process.stdout.write(`NO: ${one} is listed and no longer there\n`);
process.stdout.write(
  `${literals.length} expressions: ${exponential.length} exponential, ${listed.length} polynomial\n`,
);
process.exitCode = exponential.length + unlisted.length + gone.length > 0 ? 1 : 0;

function show({ file, source, flags }: Literal): string {
  return `${file} /${source}/${flags}`;
}

async function installTools(): Promise<NodeJS.Require> {
  await mkdir(FOLDER, { recursive: true });
  if (!existsSync(join(FOLDER, "node_modules/recheck"))) {
    const options = ["--no-audit", "--no-fund", "--omit=optional", "--ignore-scripts"];
    execFileSync("npm", ["install", "--prefix", FOLDER, ...options, ...PACKAGES]);
  }
  return createRequire(join(process.cwd(), FOLDER, "tools.cjs"));
}
