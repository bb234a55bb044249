/** `npm run review`: what a person should look at, as text and as a page. */
import { join, resolve } from "node:path";
import { Command } from "commander";
import { BuildError } from "../../build/facts/fault.ts";
import { writeFileIfChanged } from "../../build/facts/write-facts.ts";
import { toPage, toText } from "./output.ts";
import { review } from "./review.ts";

const program = new Command("review")
  .description("Prints what a person should look at in the facts, and writes it as a page.")
  .option("--data <folder>", "facts", "data")
  .option(
    "--reports <folder>",
    "of the last reading, and where review.html goes; outside git",
    "reports",
  )
  .addHelpText("after", "\nExit codes: 0 printed, 1 the facts are at fault.");

try {
  const { data, reports } = program.parse().opts<{ data: string; reports: string }>();
  const { day, sections } = await review(resolve(data), reports);
  const page = join(reports, "review.html");
  await writeFileIfChanged(resolve(page), toPage(day, sections).toString());
  const rows = sections.reduce((sum, section) => sum + section.rows.length, 0);
  process.stdout.write(
    `${toText(sections)}\n\nreview: ${sections.length} tables, ${rows} rows; as a page in ${page}\n`,
  );
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  process.stderr.write(`${error.message}\nreview: stopped; nothing was written\n`);
  process.exitCode = 1;
}
