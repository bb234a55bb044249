import { describe, expect, test } from "vitest";
import { getDefined } from "../../../test/builders/get.ts";
import { liveOf, oneUpstream } from "../../../test/builders/test-network.ts";
import type { Live } from "../live.ts";
import { fetchUpstream } from "./fetch-upstream.ts";

const URL_ = "https://models.example/api.json";
const BODY = JSON.stringify({ openai: { id: "openai" } });
const live = liveOf([{ url: URL_, path: "api.json" }]);

const here = oneUpstream(URL_, BODY);

const read = (of: Live = live) => fetchUpstream({ id: "models-dev", live: of }, here.network);

describe("what the requests lead to", () => {
  const page = (model: string) => ({
    url: `https://models.example/${model}.json`,
    path: `${model}.json`,
    optional: true,
  });
  const paged = liveOf(live.requests(""), {
    follow: (files) => [...files.keys()].flatMap(() => ["a", "b", "c", "d", "e", "f"].map(page)),
  });

  test("is read with it, in order, and an optional page may be missing", async () => {
    here.replay.set("https://models.example/*", '"a page"');
    here.replay.set(page("c").url, { status: 404, body: "" });
    const { files, isUnchanged, missing } = await read(paged);
    expect([...files.keys()]).toEqual([
      "api.json",
      "a.json",
      "b.json",
      "d.json",
      "e.json",
      "f.json",
    ]);
    expect(isUnchanged).toBe(false);
    expect(here.network.lines).toContainEqual(
      expect.objectContaining({ kind: "status", status: 404 }),
    );
    expect(missing.map(({ kind, message }) => [kind, message])).toEqual([
      ["status", `models-dev: ${page("c").url} answered 404; what we have of it stays`],
    ]);
  });

  test("at most four at a time", async () => {
    let open = 0;
    let most = 0;
    const server = getDefined(here.network.resolveUrl, "replay server");
    here.network.resolveUrl = (url) => {
      most = Math.max(most, ++open);
      return server(url);
    };
    const info = here.network.log.info.bind(here.network.log);
    here.network.log.info = ((line: object, message: string) => {
      open -= 1;
      info(line, message);
    }) as typeof here.network.log.info;
    here.replay.set("https://models.example/*", '"a page"');
    await read(paged);
    expect(most).toBe(4);
  });

  test("a host that limits its callers is asked at its pace", async () => {
    here.network.pauseOf = () => 125;
    here.replay.set("https://models.example/*", '"a page"');
    await read(paged);
    expect(here.network.waits.length).toBeGreaterThan(3);
    expect(Math.max(...here.network.waits)).toBeLessThanOrEqual(125 * 4);
  });

  test("what the time of the source does not suffice for is not asked", async () => {
    here.network.pauseOf = () => 70_000;
    here.replay.set("https://models.example/*", '"a page"');
    const { files, missing } = await read(paged);
    expect([...files.keys()]).toEqual(["api.json"]);
    expect(here.replay.requests).toHaveLength(1);
    expect(here.network.waits.length).toBeLessThanOrEqual(4);
    expect(new Set(missing.map(({ kind }) => kind))).toEqual(new Set(["out-of-time"]));
    expect(missing).toHaveLength(6);
  });

  test("a page that must be there ends the reading", async () => {
    const strict = liveOf(live.requests(""), {
      follow: () => [{ url: "https://models.example/x.json", path: "x.json" }],
    });
    here.replay.set("https://models.example/x.json", { status: 404, body: "" });
    await expect(read(strict)).rejects.toMatchObject({
      kind: "status",
      message: "models-dev: https://models.example/x.json answered 404; what we have of it stays",
    });
  });
});

test("a POST carries its JSON", async () => {
  const url = "https://rent.example/search.json";
  here.replay.set(url, (_url, body) => body);
  const { files } = await read(liveOf([{ url, path: "search.json", post: '{"gpu":"H100"}' }]));
  expect(files.get("search.json")).toBe('{"gpu":"H100"}');
  expect(here.replay.requests[0]).toMatchObject({
    method: "POST",
    headers: { "content-type": "application/json" },
  });
});

test("an upstream is asked by the day of the night", async () => {
  here.replay.set("https://hn.example/*", "[]");
  await read({
    ...live,
    requests: (day) => [{ url: `https://hn.example/search?day=${day}`, path: "hn.json" }],
  });
  expect(here.replay.requests[0]?.url).toBe("https://hn.example/search?day=2026-08-21");
});
