import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { runTestGit } from "../test/builders/git.ts";
import { createTemporaryFolder } from "../test/builders/temporary-folder.ts";
import { startTestServer } from "../test/builders/test-server.ts";
import { checkFactsPushed, commitFacts, pushFactsRepository, waitForDeploy } from "./notify.ts";

let folder: string;
let data: string;
const git = (...args: string[]) => runTestGit(folder, args);

beforeEach(async () => {
  folder = createTemporaryFolder("commit");
  git("init", "--quiet", "--initial-branch=main");
  data = join(folder, "facts");
  await mkdir(data);
  await writeFile(join(data, "a.csv"), "1\n");
});

/** Creates a bare repository as the remote to which the branch is pushed. @returns Its path. */
function addRemote(): string {
  const remote = join(folder, "remote.git");
  git("init", "--quiet", "--bare", remote);
  git("remote", "add", "origin", remote);
  git("config", "push.autoSetupRemote", "true");
  return remote;
}

it("commits only the folder of the facts, dated to the night's day, with the report as message; and nothing if nothing changed", async () => {
  await writeFile(join(folder, "other.txt"), "mine");
  expect(await commitFacts(data, "data: night\n\n## Sources\n", "2026-03-01")).toMatch(
    /^commit: [0-9a-f]{7,}$/,
  );
  expect(git("show", "--name-only", "--format=%s|%b|%as", "HEAD")).toMatch(
    /^data: night\|## Sources\s*\|2026-03-01\s+facts\/a\.csv\s*$/,
  );
  expect(await commitFacts(data, "data: night", "2026-03-02")).toMatch(/none/);
  expect(git("rev-list", "--count", "HEAD").trim()).toBe("1");
  expect(git("status", "--porcelain")).toBe("?? other.txt\n");
});

it("pushes to the upstream of the branch; a rejected push keeps the commit and shows no token", async () => {
  await commitFacts(data, "data: night", "2026-03-01");
  await expect(pushFactsRepository(data)).rejects.toThrow(/git push/);
  const remote = addRemote();
  const hook = join(remote, "hooks/pre-receive");
  const refusal = "#!/bin/sh\necho https://me:secret@host.example/ is closed; exit 1";
  await writeFile(hook, refusal, { mode: 0o755 });
  const error: unknown = await pushFactsRepository(data).catch((thrown) => thrown);
  expect(String(error)).toMatch(
    /git push.*https:\/\/host\.example\/ is closed.*run git pull --rebase && git push; then .* webhooks$/s,
  );
  expect(String(error)).not.toContain("secret");
  await rm(hook);
  expect(await pushFactsRepository(data)).toBe("push: done");
  const pushed = git("--git-dir", remote, "log", "-1", "--format=%s", "main");
  expect(pushed.trim()).toBe("data: night");
});

it("treats facts as pushed only if the remote has them", async () => {
  addRemote();
  await commitFacts(data, "data: night", "2026-03-01");
  await pushFactsRepository(data);
  await checkFactsPushed(data);
  await writeFile(join(data, "a.csv"), "2\n");
  await expect(checkFactsPushed(data)).rejects.toThrow(/has changes that are not committed/);
  await commitFacts(data, "data: next night", "2026-03-02");
  await expect(checkFactsPushed(data)).rejects.toThrow(/is not on the branch main of origin/);
  await pushFactsRepository(data);
  await checkFactsPushed(data);
});

it("treats a site as deployed once the service has the Merkle root of the build", async () => {
  await mkdir(join(folder, "dist/api/v1"), { recursive: true });
  await writeFile(join(folder, "dist/api/v1/status"), JSON.stringify({ root: "new" }));
  const roots = ["old", "old", "new"];
  const url = await startTestServer((_, response) => {
    response.end(JSON.stringify({ as_of: "2026-03-01", root: roots.shift() ?? "other" }));
  });
  const wait = (limitMs: number) =>
    waitForDeploy(`${url}/`, join(folder, "dist"), { limitMs, waitMs: 1 });
  expect([await wait(60_000), roots]).toEqual([null, []]);
  expect(await wait(0)).toBe(
    `the deploy had not ended after 0 minutes: ${url}/api/v1/status has the root other, not new; check the last deploy`,
  );
});
