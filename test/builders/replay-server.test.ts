import { afterEach, expect, test } from "vitest";
import { getDefined } from "./get.ts";
import { emptied, halved } from "./replay-faults.ts";
import { type Replay, type ReplayAnswers, startReplay } from "./replay-server.ts";

let replay: Replay;
afterEach(() => replay.close());

async function open(answers: ReplayAnswers) {
  replay = await startReplay(answers);
  return async (url: string, init?: RequestInit) => {
    const answer = await fetch(url.replace("https:/", replay.origin), init);
    return { status: answer.status, text: await answer.text(), headers: answer.headers };
  };
}

test("the exact address answers first, then the longest beginning, then nobody", async () => {
  const ask = await open({
    "https://a.example/x": "exact",
    "https://a.example/*": "any",
    "https://a.example/x/*": (url) => `made for ${url.searchParams.get("day")}`,
  });
  expect((await ask("https://a.example/x")).text).toBe("exact");
  expect((await ask("https://a.example/y")).text).toBe("any");
  expect((await ask("https://a.example/x/1?day=2")).text).toBe("made for 2");
  expect((await ask("https://b.example/x")).status).toBe(404);
});

test("what was asked is noted as the caller meant it", async () => {
  const ask = await open({ "https://a.example/*": "" });
  await ask("https://a.example/x?q=1", { method: "POST", body: "{}", headers: { "x-a": "1" } });
  expect(replay.requests).toEqual([
    {
      method: "POST",
      url: "https://a.example/x?q=1",
      body: "{}",
      headers: expect.objectContaining({ "x-a": "1" }),
    },
  ]);
  replay.forget();
  expect(replay.requests).toEqual([]);
});

test("an ETag stands for a body, until that changes", async () => {
  const ask = await open({ "https://a.example/x": "1" });
  const etag = getDefined((await ask("https://a.example/x")).headers.get("etag"), "ETag");
  const again = () => ask("https://a.example/x", { headers: { "if-none-match": etag } });
  expect((await again()).status).toBe(304);
  replay.set("https://a.example/x", "2");
  expect((await again()).text).toBe("2");
});

test("a fault is played so many times, or until it is healed", async () => {
  const ask = await open({ "https://a.example/x": "fine" });
  const statuses = async (count: number) => {
    const seen: number[] = [];
    for (let i = 0; i < count; i++) seen.push((await ask("https://a.example/x")).status);
    return seen;
  };
  replay.fault("https://a.example/x", { kind: "status", status: 500 }, 2);
  expect(await statuses(3)).toEqual([500, 500, 200]);
  replay.fault("https://a.example/*", { kind: "status", status: 429 });
  expect(await statuses(2)).toEqual([429, 429]);
  replay.heal();
  expect(await statuses(1)).toEqual([200]);
});

test.each([
  ["[1,2,3,4]", "[1,2]", "[]"],
  ['{"data":[1,2],"more":1}', '{"data":[1],"more":1}', '{"data":[],"more":1}'],
  ['{"a":1,"b":2}', '{"a":1}', "{}"],
  ["a,b\n1,2\n3,4\n", "a,b\n1,2\n", "a,b\n"],
  ["- a: 1\n  b: 2\n- a: 3\n", "- a: 1\n  b: 2\n", "[]\n"],
])("a list can be halved or emptied: %j", async (whole, half, none) => {
  await open({});
  expect([halved(whole), emptied(whole)]).toEqual([half, none]);
});
