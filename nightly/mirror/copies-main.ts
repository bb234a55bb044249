/** `npm run mirror:copies`: copies the exports of past months from the mirror to `EXPORT_COPIES`. */
import { Command } from "commander";
import { runTaskOrPrintError } from "../../build/facts/command-line.ts";
import { CommandError } from "../../build/facts/fault.ts";
import { fetchMonthlyExportCopies } from "./mirror.ts";

const { MIRROR_REPO: repo, MIRROR_TOKEN: token, EXPORT_COPIES: folder } = process.env;

new Command("npm run mirror:copies --")
  .description(
    "Copies the exports of past months from the mirror (MIRROR_REPO, MIRROR_TOKEN) into the folder EXPORT_COPIES, for the next build to publish.",
  )
  .addHelpText(
    "after",
    "\nExit codes: 0 copied, or there is no mirror; 1 the mirror cannot be read.",
  )
  .parse();

await runTaskOrPrintError(async () => {
  if (!folder)
    throw new CommandError(
      "EXPORT_COPIES is not set; set it to the folder for the copies of past exports",
    );
  await fetchMonthlyExportCopies(repo ? { repo, token: token || undefined } : undefined, folder);
  process.stdout.write(
    `copies of past exports: ${repo ? `in ${folder}` : "none, because MIRROR_REPO is not set"}\n`,
  );
});
