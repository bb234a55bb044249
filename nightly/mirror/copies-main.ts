/** `npm run mirror:copies`, before a build that is to publish them (`EXPORT_COPIES`). */
import { BuildError } from "../../build/facts/fault.ts";
import { fetchCopies } from "./copies.ts";

const { MIRROR_REPO, MIRROR_TOKEN, EXPORT_COPIES } = process.env;

try {
  if (!EXPORT_COPIES)
    throw new BuildError("EXPORT_COPIES is not set; set it to the folder that gets the copies");
  await fetchCopies({
    repo: MIRROR_REPO || undefined,
    branch: "main",
    token: MIRROR_TOKEN || undefined,
    folder: EXPORT_COPIES,
  });
  process.stdout.write(
    `copies: ${MIRROR_REPO ? `in ${EXPORT_COPIES}` : "none, no mirror is named"}\n`,
  );
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
