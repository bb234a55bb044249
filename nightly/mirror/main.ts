/** `npm run mirror`: commits exports and facts to a separate git repository. */
import { tmpdir } from "node:os";
import { resolve } from "node:path";
import { Command, Option } from "commander";
import { runTaskOrPrintError } from "../../build/facts/command-line.ts";
import { removeUrlCredentials } from "../git.ts";
import { checkFactsPushed } from "../notify.ts";
import { type MirrorOptions, updateMirror } from "./mirror.ts";

const HELP = `
The command makes one commit with the day of the facts, and none when nothing has changed.
MIRROR_TOKEN: token for an https address; it is never printed or written to disk.
Exit codes: 0 pushed, or nothing to push; 1 failed, the mirror is unchanged.`;

const program = new Command("npm run mirror --")
  .description(
    "Copies the CSV exports, the datasets of our own tests and all facts to another git repository, commits them and pushes.",
  )
  .addOption(
    // The help would print a default, and this one may hold a password.
    new Option("--repo <url>", "address or path of the mirror repository")
      .env("MIRROR_REPO")
      .makeOptionMandatory(),
  )
  .option("--dist <folder>", "published files", "dist")
  .option("--data <folder>", "facts from which the published files were built", "data")
  .option(
    "--only-pushed",
    "fail unless the facts are committed and the commit is on the branch of origin",
    false,
  )
  .addHelpText("after", HELP);

await runTaskOrPrintError(
  async () => {
    const options = program.parse().opts<MirrorOptions & { onlyPushed: boolean }>();
    if (options.onlyPushed) await checkFactsPushed(resolve(options.data));
    const commit = await updateMirror({
      ...options,
      dist: resolve(options.dist),
      data: resolve(options.data),
      token: process.env.MIRROR_TOKEN || undefined,
    });
    const repo = removeUrlCredentials(options.repo);
    process.stdout.write(
      commit === null
        ? `mirror: nothing to commit, ${repo} has these facts already\n`
        : `mirror: committed to ${repo} as ${commit.slice(0, 12)}\n`,
    );
  },
  {
    place: tmpdir(),
    end: "mirror: stopped; the mirror is unchanged",
  },
);
