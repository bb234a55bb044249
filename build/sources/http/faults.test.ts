import { describe, expect, test } from "vitest";
import { emptied, halved } from "../../../test/builders/replay-faults.ts";
import { createTestNetwork, liveOf, oneUpstream } from "../../../test/builders/test-network.ts";
import { type Live, UpstreamError } from "../live.ts";
import { fetchUpstream } from "./fetch-upstream.ts";

const URL_ = "https://models.example/api.json";
const BODY = JSON.stringify(
  Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`m${i}`, i])),
);
const live = liveOf([{ url: URL_, path: "api.json" }]);

const here = oneUpstream(URL_, BODY);

const read = (of: Live = live) => fetchUpstream({ id: "models-dev", live: of }, here.network);

/** Kind of the failure, how often was asked, the waits between, and the kinds that were logged. */
async function failureOf(of: Live = live) {
  const error: unknown = await read(of).catch((thrown) => thrown);
  if (!(error instanceof UpstreamError)) throw error;
  const logged = here.network.lines.map(({ kind }) => kind);
  return {
    kind: error.kind,
    asked: here.replay.requests.length,
    waits: here.network.waits,
    logged,
    error,
  };
}

const FOUR = (kind: string) => [kind, kind, kind, kind];

describe("asked again, and given up after the fourth time", () => {
  test.each([
    ["a refused connection", { kind: "refused" }, "refused"],
    ["a reset in the middle", { kind: "reset" }, "truncated"],
    ["a connection that ends before Content-Length", { kind: "truncated" }, "truncated"],
    ["an error of the server", { kind: "status", status: 500 }, "status"],
    ["too many requests", { kind: "status", status: 429 }, "status"],
  ] as const)("%s", async (_name, fault, kind) => {
    here.replay.fault(URL_, fault);
    expect(await failureOf()).toMatchObject({
      kind,
      asked: 4,
      waits: [1000, 2000, 4000],
      logged: FOUR(kind),
    });
  });

  test("a server that is not there at all", async () => {
    here.network = await createTestNetwork("http://127.0.0.1:1");
    expect(await failureOf()).toMatchObject({ kind: "refused", logged: FOUR("refused") });
  });

  test("silence before the answer, and silence within it", async () => {
    const short = { ...live, limitMs: 300 };
    for (const at of ["headers", "body"] as const) {
      here.replay.fault(URL_, { kind: "stall", at });
      const { kind, error } = await failureOf(short);
      expect(kind).toBe("stalled");
      expect(error.message).toContain("sent nothing for 100 ms; the next try would be in 1000 ms");
    }
  });
});

describe("asked again, and had", () => {
  test("silence once, then fine", async () => {
    here.replay.fault(URL_, { kind: "stall" }, 1);
    expect((await read({ ...live, limitMs: 2400 })).files.get("api.json")).toBe(BODY);
    expect(here.network.lines.map(({ kind }) => kind)).toEqual(["stalled", undefined]);
  });

  test("500 three times, then fine", async () => {
    here.replay.fault(URL_, { kind: "status", status: 500 }, 3);
    expect((await read()).files.get("api.json")).toBe(BODY);
    expect(here.network.lines.map(({ attempt, status }) => [attempt, status])).toEqual([
      [1, 500],
      [2, 500],
      [3, 500],
      [4, 200],
    ]);
  });

  test("a reset once, then fine", async () => {
    here.replay.fault(URL_, { kind: "reset" }, 1);
    expect((await read()).files.get("api.json")).toBe(BODY);
    expect(here.network.lines.map(({ kind }) => kind)).toEqual(["truncated", undefined]);
  });

  test("429 with Retry-After in seconds is waited out", async () => {
    here.replay.fault(URL_, { kind: "status", status: 429, headers: { "retry-after": "7" } }, 1);
    await read();
    expect(here.network.waits).toEqual([7000]);
  });

  test("429 with Retry-After as a date is waited out", async () => {
    const inTenSeconds = new Date(Date.now() + 10_000).toUTCString();
    here.replay.fault(
      URL_,
      { kind: "status", status: 429, headers: { "retry-after": inTenSeconds } },
      1,
    );
    await read();
    expect(here.network.waits[0]).toBeGreaterThan(8000);
    expect(here.network.waits[0]).toBeLessThanOrEqual(10_000);
  });

  test("the waits are shortened by chance, up to a half", async () => {
    here.network = await createTestNetwork(here.replay.origin, { random: () => 0.5 });
    here.replay.fault(URL_, { kind: "status", status: 503 }, 2);
    await read();
    expect(here.network.waits).toEqual([750, 1500]);
  });
});

describe("not asked again", () => {
  const once = (kind: string) => ({ kind, asked: 1, waits: [], logged: [kind] });

  test("a wait that the server wants and the source has no time for", async () => {
    here.replay.fault(URL_, { kind: "status", status: 429, headers: { "retry-after": "3600" } });
    const failure = await failureOf();
    expect(failure).toMatchObject(once("status"));
    expect(failure.error.message).toMatch(
      /answered 429; the next try would be in 3600000 ms and only \d+ ms are left/,
    );
  });

  test("404", async () => {
    here.replay.fault(URL_, { kind: "status", status: 404 });
    expect(await failureOf()).toMatchObject(once("status"));
  });

  test("200 with HTML", async () => {
    here.replay.fault(URL_, { kind: "html" });
    expect(await failureOf()).toMatchObject(once("html"));
  });

  test("HTML that calls itself JSON", async () => {
    here.replay.fault(URL_, {
      kind: "body",
      transform: () => "\n<!doctype html><title>Sorry</title>",
    });
    expect(await failureOf()).toMatchObject(once("html"));
  });

  test("truncated JSON that comes as a whole answer", async () => {
    here.replay.fault(URL_, { kind: "body", transform: (text) => text.slice(0, -20) });
    expect(await failureOf()).toMatchObject(once("not-json"));
  });

  test("an empty body", async () => {
    here.replay.fault(URL_, { kind: "body", transform: () => "" });
    expect(await failureOf()).toMatchObject(once("empty"));
  });

  test("gzip that is garbage", async () => {
    here.replay.fault(URL_, { kind: "gzip-garbage" });
    expect(await failureOf()).toMatchObject(once("encoding"));
  });

  test("an endless body is left as soon as it is too long", async () => {
    here.replay.fault(URL_, { kind: "endless" });
    expect(await failureOf()).toMatchObject(once("too-long"));
  });

  test("so is a gzip bomb", async () => {
    here.replay.fault(URL_, { kind: "gzip-bomb" });
    expect(await failureOf()).toMatchObject(once("too-long"));
  });
});

test("a trickle that is never silent ends with the time of the source", async () => {
  here.network = await createTestNetwork(here.replay.origin);
  here.replay.fault(URL_, { kind: "endless" });
  const failure = await failureOf({ ...live, limitMs: 500, maxBytes: Number.MAX_SAFE_INTEGER });
  expect(failure).toMatchObject({ kind: "out-of-time", asked: 1 });
});

test("a failure keeps the last accepted answer for the next night", async () => {
  await (await read()).accept();
  here.replay.fault(URL_, { kind: "body", transform: () => "{" });
  await failureOf();
  here.replay.heal();
  expect((await read()).isUnchanged).toBe(true);
});

describe("whole answers are for the collector to judge", () => {
  test("an empty list", async () => {
    here.replay.fault(URL_, { kind: "body", transform: emptied });
    expect((await read()).files.get("api.json")).toBe("{}");
  });

  test("half the list", async () => {
    here.replay.fault(URL_, { kind: "body", transform: halved });
    expect(Object.keys(JSON.parse((await read()).files.get("api.json") ?? "{}"))).toHaveLength(50);
  });
});
