/** Compares a deployed service with the build on this machine, and checks what only a deployed service shows. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { BuildError } from "../../build/facts/fault.ts";
import { MANIFEST_PATH, type Manifest } from "../../generator/publish.ts";
import type { Handle } from "../function.ts";
import { openCdn } from "../local/cdn.ts";
import type { CheckResult } from "./check-result.ts";
import { compareAnswers } from "./compare-answers.ts";
import { DeployedService } from "./deployed.ts";
import { type KnownDifference, Report } from "./report.ts";
import { REQUEST_GROUPS, type RequestGroup, requestsTo } from "./requests.ts";
import { checkTransfer } from "./transfer.ts";

export interface SmokeOptions {
  /** Of the service. */
  address: string;
  /** The published files of the build that is deployed there. */
  dist: string;
  /** The function of the same build. */
  handle: Handle;
  /** What is asked besides how answers are handed over. Default: every group. */
  groups?: readonly RequestGroup[];
  /** Differences that are no fault of ours. Default: none. */
  known?: readonly KnownDifference[];
  /** Called with each finding as soon as it is there. */
  onResult: (result: CheckResult) => void;
}

export interface SmokeSummary {
  asked: number;
  differences: number;
}

/** @throws BuildError when nothing answers, or another build is deployed. */
export async function smoke({
  address,
  dist,
  handle,
  groups = REQUEST_GROUPS,
  known = [],
  onResult,
}: SmokeOptions): Promise<SmokeSummary> {
  const deployed = new DeployedService(address);
  await refuseLocalBuild(deployed, dist);
  const manifest = await sameManifest(deployed, dist);
  const local = await openCdn(dist, handle, "exact");
  const report = new Report(known, onResult);
  const requests = await requestsTo(dist, manifest);
  for (const group of groups)
    report.add(await compareAnswers(group, requests[group], deployed, local));
  report.add(await checkTransfer(deployed));
  report.close();
  return { asked: deployed.asked, differences: report.differences };
}

/** Its answers would lead everybody to their own machine. */
async function refuseLocalBuild({ origin }: DeployedService, dist: string): Promise<void> {
  const { url } = JSON.parse(await readFile(join(dist, MANIFEST_PATH), "utf8")) as { url: string };
  const isLocal = (text: string) => LOCAL_HOSTS.has(new URL(text).hostname);
  if (isLocal(url) && !isLocal(origin))
    throw new BuildError(
      `${dist} was built for ${new URL(url).origin}, where its answers lead; run BASE_URL=${origin} npm run build, deploy that, and compare again`,
    );
}

const LOCAL_HOSTS: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Of two different builds every answer differs, which would say nothing. */
async function sameManifest(deployed: DeployedService, dist: string): Promise<Manifest> {
  const text = await readFile(join(dist, MANIFEST_PATH), "utf8");
  const { status, bytes } = await deployed.send({ address: MANIFEST_PATH });
  if (status !== 200)
    throw new BuildError(
      `${deployed.origin}${MANIFEST_PATH} answers ${status}; is the service deployed there?`,
    );
  if (bytes.toString() !== text)
    throw new BuildError(
      `${deployed.origin} has another build than ${dist}; check out what is deployed and run BASE_URL=${deployed.origin} npm run build`,
    );
  return (JSON.parse(text) as { files: Manifest }).files;
}
