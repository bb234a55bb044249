/** Asks a deployed service what the build on this machine answers, and what only a deployed one can tell. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { BuildError } from "../../build/facts/fault.ts";
import { MANIFEST_PATH, type Manifest } from "../../generator/publish.ts";
import { type Handle, openCdn } from "../local/cdn.ts";
import { compareAnswers } from "./compare.ts";
import { Deployed } from "./deployed.ts";
import type { Finding } from "./finding.ts";
import { QUESTION_GROUPS, type QuestionGroup, questionsAbout } from "./questions.ts";
import { checkTransfer } from "./transfer.ts";

export interface SmokeOptions {
  /** Of the service. */
  address: string;
  /** The published files of the build that is deployed there. */
  dist: string;
  /** The function of the same build. */
  handle: Handle;
  /** What is asked besides how answers are handed over. Default: every group. */
  groups?: readonly QuestionGroup[];
  /** Called with each finding as soon as it is there. */
  onFinding: (finding: Finding) => void;
}

export interface Smoked {
  asked: number;
  differences: number;
}

/** @throws BuildError when nothing answers, or another build is deployed. */
export async function smoke({
  address,
  dist,
  handle,
  groups = QUESTION_GROUPS,
  onFinding,
}: SmokeOptions): Promise<Smoked> {
  const deployed = new Deployed(address);
  const manifest = await sameManifest(deployed, dist);
  const local = await openCdn(dist, handle, "exact");
  let differences = 0;
  const tell = (findings: readonly Finding[]) => {
    for (const finding of findings) {
      if (finding.verdict === "differs") differences += 1;
      onFinding(finding);
    }
  };
  const questions = await questionsAbout(dist, manifest);
  for (const group of groups) tell(await compareAnswers(group, questions[group], deployed, local));
  tell(await checkTransfer(deployed));
  return { asked: deployed.asked, differences };
}

/** Of two different builds every answer differs, which would say nothing. */
async function sameManifest(deployed: Deployed, dist: string): Promise<Manifest> {
  const text = await readFile(join(dist, MANIFEST_PATH), "utf8");
  const { status, bytes } = await deployed.ask({ address: MANIFEST_PATH });
  if (status !== 200)
    throw new BuildError(
      `${deployed.origin}${MANIFEST_PATH} answers ${status}; is the service deployed there?`,
    );
  if (bytes.toString() !== text)
    throw new BuildError(
      `${deployed.origin} has another build than ${dist}; check out what is deployed and run BASE_URL=${deployed.origin} npm run build`,
    );
  return (JSON.parse(text) as { data: { files: Manifest } }).data.files;
}
