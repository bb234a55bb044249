/** `npm run mirror:copies`: past months of the mirror → `EXPORT_COPIES`, for the next build to publish. */
import { CommandError } from "../../build/facts/fault.ts";
import { fetchMonthlyExportCopies } from "./mirror.ts";

const { MIRROR_REPO: repo, MIRROR_TOKEN: token, EXPORT_COPIES: folder } = process.env;

try {
  if (!folder)
    throw new CommandError(
      "EXPORT_COPIES is not set; set it to the folder for the copies of past exports",
    );
  await fetchMonthlyExportCopies(
    repo ? { repo, branch: "main", token: token || undefined } : undefined,
    folder,
  );
  process.stdout.write(
    `copies of past exports: ${repo ? `in ${folder}` : "none, because MIRROR_REPO is not set"}\n`,
  );
} catch (error) {
  if (!(error instanceof CommandError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
