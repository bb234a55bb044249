/** `npm run review`: prints what a person should check in the facts, and writes it to review.md. */
import { join, resolve } from "node:path";
import { Command } from "commander";
import { runTaskOrPrintError } from "../../build/facts/command-line.ts";
import { CommandError } from "../../build/facts/fault.ts";
import { makeFolder } from "../../build/facts/make-folder.ts";
import { writeFileIfChanged } from "../../build/facts/write-facts.ts";
import { buildDataReview, formatDataReview } from "./review.ts";

const program = new Command("npm run review --")
  .description(
    "Prints the facts that a person should review, and writes them to review.md in the reports folder.",
  )
  .option("--data <folder>", "facts", "data")
  .option(
    "--reports <folder>",
    "reports folder of the last ingest; review.md is written there",
    "reports",
  )
  .option("--section <text>", "print only the sections whose title has this text", "")
  .addHelpText(
    "after",
    "\nExit codes: 0 printed; 1 the facts are invalid, or no section has such a title.",
  );

await runTaskOrPrintError(
  async () => {
    const options = program.parse().opts<{ data: string; reports: string; section: string }>();
    const { data, reports } = options;
    // Created before the facts are read, so that a missing permission is reported at once.
    await makeFolder(resolve(reports));
    const onStep = (step: string) => void process.stderr.write(`review: ${step}\n`);
    const sections = await buildDataReview(resolve(data), reports, onStep);
    const wanted = options.section.toLowerCase();
    const shown = sections.filter(({ title }) => title.toLowerCase().includes(wanted));
    if (shown.length === 0)
      throw new CommandError(
        `--section: no title has "${options.section}"; the sections are: ${sections.map(({ title }) => title).join("; ")}`,
      );
    const page = join(reports, "review.md");
    await writeFileIfChanged(resolve(page), `${formatDataReview(sections)}\n`);
    process.stdout.write(`${formatDataReview(shown)}\n\nreview: all tables are in ${page}\n`);
  },
  { end: "review: stopped; nothing was written" },
);
