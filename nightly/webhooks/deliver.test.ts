import { readFileSync } from "node:fs";
import { appendFile, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { listFilePaths } from "../../build/facts/fact-files.ts";
import { createTemporaryFolder } from "../../test/builders/temporary-folder.ts";
import {
  createDeliveryDependencies,
  SAMPLE_WEBHOOK_SECRET,
  sampleWebhookEvent,
  WebhookReceiver,
} from "../../test/builders/webhook-receiver.ts";
import {
  deliverWebhooks,
  describeWebhookDelivery,
  type WebhookDeliveryOptions,
} from "./deliver.ts";
import type { WebhookEvent } from "./events.ts";
import { toSubscriberId, type WebhookSubscriber } from "./subscribers.ts";

const EVENTS = [1, 2, 3, 4].map((number) => sampleWebhookEvent(number));
const IDS = EVENTS.map(({ id }) => id);

let folder: string;
let receiver: WebhookReceiver;
let subscriber: WebhookSubscriber;
let dependencies: ReturnType<typeof createDeliveryDependencies>;

beforeEach(async () => {
  folder = createTemporaryFolder("outbox");
  receiver = new WebhookReceiver();
  const url = await receiver.listen();
  subscriber = { url, secret: SAMPLE_WEBHOOK_SECRET, kinds: ["price.changed"] };
  dependencies = createDeliveryDependencies();
});
afterEach(() => receiver.close());
/** Delivers these events of a night. */
function send(
  events: readonly WebhookEvent[] = EVENTS,
  more: Partial<WebhookDeliveryOptions> = {},
) {
  const options = { subscribers: [subscriber], outbox: folder, userAgent: "test", dependencies };
  return deliverWebhooks(events, { ...options, ...more });
}

const accepted = () => receiver.accepted.map(({ id }) => id);
const outboxFile = (name: string) => join(folder, toSubscriberId(subscriber), name);

describe("a receiver that works", () => {
  test("gets every event once, in order, signed, and never again", async () => {
    const report = await send();
    expect(report).toMatchObject([{ delivered: 4, waiting: 0 }]);
    expect(receiver.accepted).toEqual(EVENTS);
    expect(receiver.forged).toBe(0);
    expect(await send()).toMatchObject([{ delivered: 0, waiting: 0 }]);
    expect(receiver.asked).toBe(4);
  });

  test("gets the kinds it subscribed to, and others get theirs", async () => {
    const other = new WebhookReceiver();
    const kinds: WebhookSubscriber["kinds"] = ["price.changed", "model.added"];
    const all = { ...subscriber, url: await other.listen(), kinds };
    const types = ["price.changed", "model.added", "snapshot.published"] as const;
    const events = types.map((type, number) => sampleWebhookEvent(number, type));
    await send(events, { subscribers: [subscriber, all] });
    expect(accepted()).toEqual([events[0]?.id]);
    expect(other.accepted.map(({ id }) => id)).toEqual([events[0]?.id, events[1]?.id]);
    await other.close();
  });

  test("changes its secret without missing an event: while both secrets are listed, both sign", async () => {
    const next = `whsec_${Buffer.alloc(32, "the next").toString("base64")}`;
    const both = { ...subscriber, secret: next, old_secret: SAMPLE_WEBHOOK_SECRET };
    expect(await send(EVENTS, { subscribers: [both] })).toMatchObject([{ delivered: 4 }]);
    expect([receiver.accepted, receiver.forged]).toEqual([EVENTS, 0]);
  });

  const hosts = ["10.0.0.1", "169.254.169.254", "127.0.0.1", "[::1]", "[fd00::1]", "0.0.0.0"];
  test.each([...hosts.map((host) => `https://${host}`), "HTTPS://127.0.0.1", " https://127.0.0.1"])(
    "gets no request at %s, which is not public",
    async (origin) => {
      const inside = { ...subscriber, url: `${origin}:${receiver.port}/hook` };
      expect(await send(EVENTS, { subscribers: [inside] })).toMatchObject([
        { delivered: 0, failure: expect.stringContaining("its address is not public") },
      ]);
      expect(receiver.asked).toBe(0);
    },
  );

  test("rejects events that are signed with another secret, and they all wait", async () => {
    const secret = `whsec_${Buffer.alloc(32, "another").toString("base64")}`;
    const report = await send(EVENTS, { subscribers: [{ ...subscriber, secret }] });
    expect([receiver.forged, receiver.accepted]).toEqual([3, []]);
    expect(report[0]).toMatchObject({ waiting: 4, failure: "answered 401, 1 ×" });
  });
});

describe("a receiver that fails", () => {
  test("with 500 three times gets the event after longer and longer waits", async () => {
    receiver.reply = (_, attempt) => (attempt <= 3 ? 500 : 200);
    const report = await send(EVENTS.slice(0, 1));
    expect(accepted()).toEqual(IDS.slice(0, 1));
    expect(dependencies.waits).toEqual([1250, 2500, 5000]);
    expect(report[0]).toMatchObject({ delivered: 1, failure: null });
  });

  test("to answer in time gets the event again", async () => {
    receiver.reply = (_, attempt) => (attempt === 1 ? "silence" : 200);
    await send(EVENTS.slice(0, 2), { limits: { timeoutMs: 150 } });
    expect(accepted()).toEqual(IDS.slice(0, 2));
    expect(receiver.asked).toBe(4);
  });

  test("to end its answer counts as delivered", async () => {
    receiver.reply = () => "endless";
    const limits = { timeoutMs: 150 };
    const report = await send(EVENTS.slice(0, 2), { limits });
    expect([accepted(), report[0]?.delivered, receiver.asked]).toEqual([IDS.slice(0, 2), 2, 2]);
  });

  test("with 429 gets the next request after its Retry-After, or in the next night", async () => {
    receiver.reply = (_, attempt) => (attempt === 1 ? 429 : 200);
    receiver.headers = { "retry-after": "30" };
    await send(EVENTS.slice(0, 1));
    expect(dependencies.waits).toEqual([37_500]);
    receiver.headers = { "retry-after": "3600" };
    const report = await send(EVENTS.slice(1, 2));
    expect(report[0]).toMatchObject({ waiting: 1, failure: "answered 429, 1 ×" });
    await send([]);
    expect(accepted()).toEqual(IDS.slice(0, 2));
  });

  test("with 4xx gets the event again in the next night only", async () => {
    receiver.reply = () => 403;
    await send(EVENTS.slice(0, 1));
    expect(receiver.asked).toBe(1);
    receiver.reply = () => 200;
    await send([]);
    expect(accepted()).toEqual([IDS[0]]);
  });

  test("with a redirect gets the event at no other address", async () => {
    const other = new WebhookReceiver();
    receiver.headers = { location: await other.listen() };
    receiver.reply = () => 307;
    await send(EVENTS.slice(0, 1));
    expect([other.asked, receiver.asked]).toEqual([0, 1]);
    await other.close();
  });

  test("is skipped after three failed events in a row, or when its time is up", async () => {
    receiver.reply = () => 503;
    const many = Array.from({ length: 20 }, (_, number) => sampleWebhookEvent(number));
    const limits = { attempts: 2 };
    expect(await send(many, { limits })).toMatchObject([{ waiting: 20 }]);
    expect(receiver.asked).toBe(3 * 2);
    let now = Date.now();
    const slow = { ...dependencies, now: () => (now += 1000) };
    receiver.reply = () => 200;
    const report = await send([], { dependencies: slow, limits: { budgetMs: 10_000 } });
    expect(report[0]?.waiting).toBeGreaterThan(10);
    await send([]);
    expect(accepted()).toEqual(many.map(({ id }) => id));
  });

  test("that answers 410 Gone gets no more events until the operator removes the file", async () => {
    receiver.reply = (_, __) => 410;
    const report = await send();
    expect(report[0]).toMatchObject({ isGone: true, waiting: 0, delivered: 0 });
    expect(report.map(describeWebhookDelivery)[0]).toContain("answered 410 Gone");
    await send([sampleWebhookEvent(5)]);
    expect(receiver.asked).toBe(1);
    await rm(outboxFile("gone"));
    receiver.reply = () => 200;
    await send([sampleWebhookEvent(6)]);
    expect(accepted()).toEqual([sampleWebhookEvent(6).id]);
  });
});

describe("a receiver that is down", () => {
  test("gets each event once when it is up again, with what came meanwhile", async () => {
    const { port } = receiver;
    await receiver.close();
    const first = await send(EVENTS.slice(0, 2));
    expect(first).toMatchObject([{ delivered: 0, waiting: 2 }]);
    expect(first[0]?.failure).toBe("no connection (ECONNREFUSED), 5 ×");
    await send(EVENTS.slice(0, 3));
    receiver = new WebhookReceiver();
    await receiver.listen(port);
    expect(await send()).toMatchObject([{ delivered: 4, waiting: 0 }]);
    expect(accepted()).toEqual(IDS);
  });

  test("for many nights: its events expire one by one", async () => {
    receiver.reply = () => 500;
    const limits = { attempts: 1, nights: 3 };
    await send(EVENTS, { limits });
    await send([sampleWebhookEvent(9)], { limits });
    const report = await send([], { limits });
    expect(report[0]).toMatchObject({ expired: 4, waiting: 1 });
    receiver.reply = () => 200;
    await send();
    expect(accepted()).toEqual([sampleWebhookEvent(9).id]);
  });
});

test("nothing is sent before the facts are published; the next night sends what waits", async () => {
  const failure = "the deploy had not ended";
  const reports = await send(EVENTS, { waitUntilPublished: async () => failure });
  expect(reports).toMatchObject([{ delivered: 0, waiting: 4, failure }]);
  expect(receiver.asked).toBe(0);
  await send([], { waitUntilPublished: async () => null });
  expect(accepted()).toEqual(IDS);
});

describe("the outbox", () => {
  test("ignores a line that a crash cut off, and fixes the file", async () => {
    await send(EVENTS.slice(0, 2));
    await appendFile(outboxFile("done.jsonl"), `{"id":"${IDS[2]}","sta`);
    await send();
    expect(accepted()).toEqual(IDS);
    const lines = (await readFile(outboxFile("done.jsonl"), "utf8")).trim().split("\n");
    expect(lines.map((line) => (JSON.parse(line) as { id: string }).id)).toEqual(IDS);
  });

  test("that has an invalid line is an error that names the line", async () => {
    await send();
    await appendFile(outboxFile("done.jsonl"), "something\n");
    await expect(send([])).rejects.toThrow(/done\.jsonl:5: this line of the outbox cannot be read/);
  });

  test("and the report contain no secret and no path of a URL", async () => {
    receiver.reply = () => 500;
    const report = await send(EVENTS, { limits: { attempts: 1 } });
    const texts = listFilePaths(folder).map((path) => readFileSync(join(folder, path), "utf8"));
    expect(texts.length).toBe(2);
    const lines = report.map(describeWebhookDelivery);
    expect(lines[0]).toMatch(
      /^webhook http:\/\/127\.0\.0\.1:\d+ \([0-9a-f]{16}\): 0 delivered; 4 will be tried again/,
    );
    for (const text of [...texts, ...lines, JSON.stringify(report)]) {
      expect(text).not.toContain(SAMPLE_WEBHOOK_SECRET.slice(6, 20));
      expect(text).not.toContain("/hook");
    }
  });
});
