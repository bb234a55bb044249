import { text } from "node:stream/consumers";
import { strToU8, zipSync } from "fflate";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { formatFactFaults } from "../build/facts/fault.ts";
import { startTestServer } from "../test/builders/test-server.ts";
import { postPullRequestComment } from "./facts-comment.ts";

/** Base URL of a fake GitHub API with the routes that this code calls. */
let api: string;
let comments: { id: number; body: string }[];
let report: string;
let artifact: string;
beforeAll(async () => {
  api = await startTestServer(async (request, response) => {
    const { body } = JSON.parse((await text(request)) || "{}");
    const at = `${request.method} ${request.url?.split("?")[0]}`;
    const routes: Record<string, () => unknown> = {
      "GET /repos/a/b/actions/runs/7/artifacts": () => ({
        artifacts: [{ name: artifact, archive_download_url: `${api}/zip` }],
      }),
      "GET /zip": () => Buffer.from(zipSync({ "facts.md": strToU8(report) })),
      "GET /repos/a/b/pulls/12": () => ({ head: { sha: "abc" } }),
      "GET /repos/a/b/issues/12/comments": () => comments,
      "POST /repos/a/b/issues/12/comments": () => comments.push({ id: 2, body }),
      "PATCH /repos/a/b/issues/comments/2": () => Object.assign(comments[1] ?? {}, { body }),
    };
    const { authorization } = request.headers;
    const answer = authorization === "Bearer secret" ? routes[at]?.() : undefined;
    if (answer === undefined) response.writeHead(401);
    response.end(Buffer.isBuffer(answer) ? answer : JSON.stringify(answer));
  });
});
beforeEach(() => {
  comments = [{ id: 1, body: "a comment of a person" }];
  report = formatFactFaults([
    { file: "data/prices/a.csv", line: 3, field: "input", message: 'write 2.5, not "$2.5 | @all"' },
  ]);
  artifact = "facts-12";
});

const run = (more = {}) => {
  const options = { api, repository: "a/b", token: "secret", runId: "7", headSha: "abc" };
  return postPullRequestComment({ ...options, ...more });
};

test("faults are explained in one comment, which later runs update", async () => {
  expect(await run()).toBe("wrote the comment on pull request 12");
  expect(comments[1]?.body).toContain("1 row needs a change");
  expect(comments[1]?.body).toContain(
    '| `data/prices/a.csv` | 3 | input | write 2.5, not "$2.5 \\| @',
  );
  expect(comments[1]?.body).not.toContain("@all");
  report = "";
  expect(await run()).toBe("updated the comment on pull request 12");
  expect(comments.map(({ body }) => body.includes("are corrected"))).toEqual([false, true]);
});

test("no comment is written if no fact is wrong", async () => {
  report = "";
  expect(await run()).toBe("no faults, and no comment");
  artifact = "reports";
  expect(await run()).toBe("the run stored no report for a pull request");
  expect(comments).toHaveLength(1);
});

test("a newer commit than that of the run gets no comment; a failed request names its address", async () => {
  expect(await run({ headSha: "def" })).toBe("pull request 12 has a newer commit");
  expect(comments).toHaveLength(1);
  await expect(run({ token: "wrong" })).rejects.toThrow(/runs\/7\/artifacts: the answer was 401/);
});
