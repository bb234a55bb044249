/**
 * `npm run facts:comment`: posts a comment on a pull request with the errors in its facts. It runs after CI in a
 * separate workflow, which may write comments but runs no code of the pull request: it only reads the report that CI
 * stored.
 */
import { pathToFileURL } from "node:url";
import { Command } from "commander";
import { strFromU8, unzipSync } from "fflate";
import * as z from "zod";
import { runTaskOrPrintError } from "../build/facts/command-line.ts";
import { CommandError } from "../build/facts/fault.ts";
import { requestGithub } from "./git.ts";

export interface PullRequestCommentOptions {
  api: string;
  /** `owner/name` */
  repository: string;
  token: string;
  runId: string;
  /** Newest commit of the pull request when the run began. */
  headSha: string;
}

/** Marks the comment, so that a later run finds and updates it. */
const MARK = "<!-- facts of this pull request -->";
const FIXED = `${MARK}\nAll faults in the facts are corrected. Thank you.`;
/** Contains the number of the pull request, which GitHub does not provide for those from forks. */
const ARTIFACT = /^facts-(\d+)$/;
const MAX_CHARACTERS = 30_000;

const Artifacts = z.looseObject({
  artifacts: z.array(z.looseObject({ name: z.string(), archive_download_url: z.string() })),
});
const PullRequest = z.looseObject({ head: z.looseObject({ sha: z.string() }) });
const Comments = z.array(z.looseObject({ id: z.number(), body: z.string().nullish() }));

/** @returns A description of what was done. */
export async function postPullRequestComment(options: PullRequestCommentOptions): Promise<string> {
  const { api, repository, token, runId, headSha } = options;
  const ask = async (url: string): Promise<unknown> => (await requestGithub(url, token)).json();
  const base = `${api}/repos/${repository}`;
  const { artifacts } = Artifacts.parse(await ask(`${base}/actions/runs/${runId}/artifacts`));
  const found = artifacts.find(({ name }) => ARTIFACT.test(name));
  if (!found) return "the run stored no report for a pull request";
  const number = Number(ARTIFACT.exec(found.name)?.[1]);
  const pull = PullRequest.parse(await ask(`${base}/pulls/${number}`));
  // A fork could change the workflow and name another pull request.
  if (pull.head.sha !== headSha) return `pull request ${number} has a newer commit`;
  const report = await readReport(found.archive_download_url, token);
  const comments = Comments.parse(await ask(`${base}/issues/${number}/comments?per_page=100`));
  const own = comments.find(({ body }) => body?.startsWith(MARK));
  if (report === "" && !own) return "no faults, and no comment";
  const body = { body: report === "" ? FIXED : `${MARK}\n${report}` };
  const url = own ? `${base}/issues/comments/${own.id}` : `${base}/issues/${number}/comments`;
  await requestGithub(url, token, { method: own ? "PATCH" : "POST", body });
  return `${own ? "updated" : "wrote"} the comment on pull request ${number}`;
}

/** The text comes from the pull request, so mentions in it must not notify anyone. */
async function readReport(url: string, token: string): Promise<string> {
  const response = await requestGithub(url, token);
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  const text = strFromU8(files["facts.md"] ?? new Uint8Array());
  return text.slice(0, MAX_CHARACTERS).replaceAll("@", "@\u200b").replaceAll("<!--", "");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { env } = process;
  new Command("npm run facts:comment --")
    .description(
      "Comments on a pull request with a list of the errors in its data. Reads the environment variables GITHUB_REPOSITORY, GITHUB_TOKEN, CI_RUN_ID and CI_HEAD_SHA.",
    )
    .addHelpText(
      "after",
      "\nExit codes: 0 done, or nothing to say; 1 GitHub refused a request, or a variable is not set.",
    )
    .parse();
  await runTaskOrPrintError(async () => {
    const get = (name: string): string => {
      if (env[name]) return env[name];
      throw new CommandError(
        `${name} is not set; this command runs in the workflow facts-comment.yml`,
      );
    };
    const done = await postPullRequestComment({
      api: env.GITHUB_API_URL ?? "https://api.github.com",
      repository: get("GITHUB_REPOSITORY"),
      token: get("GITHUB_TOKEN"),
      runId: get("CI_RUN_ID"),
      headSha: get("CI_HEAD_SHA"),
    });
    process.stdout.write(`${done}\n`);
  });
}
