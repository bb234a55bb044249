import { appendFileSync, cpSync, writeFileSync } from "node:fs";
import { json } from "node:stream/consumers";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { readFacts } from "../build/facts/read-facts.ts";
import {
  buildFactMerkleTree,
  chainMerkleRoot,
  getCurrentChainedMerkleRoot,
} from "../build/facts/roots.ts";
import { createTemporaryFolder } from "../test/builders/temporary-folder.ts";
import { startTestServer } from "../test/builders/test-server.ts";
import { checkServiceHasNewestFacts, sendAlarms } from "./watchdog.ts";

const DATA = "test/golden/data";
const DAY = "2026-06-10";

/** Base URL of one server that plays the deployed service, a webhook and GitHub. */
let url: string;
let status: unknown;
let got: { at: string; body: unknown }[];
beforeAll(async () => {
  url = await startTestServer(async (request, response) => {
    const at = `${request.method} ${request.url?.split("?")[0]}`;
    if (at === "GET /api/v1/status") response.end(JSON.stringify(status));
    else if (at === "GET /repos/a/b/issues")
      response.end(JSON.stringify(got.map(({ body }) => body).filter(isIssue)));
    else if (/^POST \/(hook|repos\/a\/b\/issues)$/.test(at)) {
      got.push({ at, body: await json(request) });
      response.end("{}");
    } else response.writeHead(500).end();
  });
});

const isIssue = (body: unknown): boolean => "title" in (body as object);
const watch = ({ now = `${DAY}T12:00:00Z`, ...given }: Record<string, string> = {}) =>
  checkServiceHasNewestFacts({ url, data: DATA, maxDays: 2, ...given, now: new Date(now) });

let root: string;
beforeEach(async () => {
  const facts = await readFacts(DATA);
  root = getCurrentChainedMerkleRoot(buildFactMerkleTree(facts).root, facts.roots, DAY).root;
  status = { as_of: DAY, root };
  got = [];
});

/** The facts of another clone. */
const copyFacts = (): string => {
  const data = createTemporaryFolder("watchdog");
  cpSync(DATA, data, { recursive: true });
  return data;
};

test("raises no alarm if the service has the facts of git, until they are too old", async () => {
  expect(await watch({ now: "2026-06-12T23:59:59Z" })).toEqual([]);
  expect(await watch({ now: "2026-06-13T00:00:00Z" })).toEqual([
    `${url}/api/v1/status: the newest fact is dated 2026-06-10, 3 days ago (at most 2). Check the log of the nightly workflow.`,
  ]);
});

test("raises an alarm for a root that is not in git, and for an older root", async () => {
  status = { as_of: DAY, root: "0".repeat(64) };
  const data = copyFacts();
  const expected = expect.stringContaining(`where the newest root is ${root}`);
  expect(await watch({ data })).toEqual([expected]);
  const tree = "1".repeat(64);
  const older = chainMerkleRoot(null, tree, "2026-06-09");
  writeFileSync(`${data}/roots.csv`, `day,serial,tree,root\n2026-06-09,1,${tree},${older}\n`);
  status = { as_of: DAY, root: older };
  expect(await watch({ data })).toEqual([
    expect.stringContaining("serves the facts of 2026-06-09"),
  ]);
});

test("raises an alarm if the facts of the clone cannot be read", async () => {
  const data = copyFacts();
  appendFileSync(`${data}/corrections/accepted.csv`, "not a row\n");
  const alarm = /the facts of this clone cannot be read: .*corrections\/accepted\.csv/s;
  expect(await watch({ data })).toEqual([expect.stringMatching(alarm)]);
});

test.each<[string, unknown, (() => string) | undefined, string]>([
  ["without a root", {}, undefined, "as_of or root is missing"],
  ["that is empty", undefined, undefined, "cannot be read"],
  ["that is not answered", {}, () => "http://127.0.0.1:1", "cannot be read ("],
  ["that is an error", {}, () => `${url}/nowhere`, "answers 500"],
])("raises an alarm for a status %s", async (_what, answer, toUrl, words) => {
  status = answer;
  const alarms = await watch(toUrl ? { url: toUrl() } : {});
  expect(alarms).toEqual([expect.stringContaining(words)]);
});

test("calls the webhook for each alarm, but opens only one issue", async () => {
  const repository = { api: url, name: "a/b", token: "secret" };
  const places = { webhook: `${url}/hook`, repository };
  await sendAlarms(["one", "two"], places);
  await sendAlarms(["one"], places);
  expect(got.map(({ at }) => at)).toEqual(["POST /hook", "POST /repos/a/b/issues", "POST /hook"]);
  expect(got[0]?.body).toEqual({ text: "one\ntwo", alarms: ["one", "two"] });
});

test("opens the issue although the webhook fails, and names its host without the path", async () => {
  got = [];
  const repository = { api: url, name: "a/b", token: "t" };
  await expect(sendAlarms(["one"], { webhook: `${url}/secret`, repository })).rejects.toThrow(
    new Error(`${new URL(url).host} answers 500`),
  );
  expect(got.map(({ at }) => at)).toEqual(["POST /repos/a/b/issues"]);
});
