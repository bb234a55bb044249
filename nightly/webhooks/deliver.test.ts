import { readFileSync } from "node:fs";
import { appendFile, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { listFilePaths } from "../../build/facts/fact-files.ts";
import { createTemporaryFolder } from "../../test/builders/temporary-folder.ts";
import {
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
const [FIRST, ...LATER] = EVENTS.map((event) => [event]);
const IDS = EVENTS.map(({ id }) => id);
const toSecret = (text: string) => `whsec_${Buffer.alloc(32, text).toString("base64")}`;

let folder: string;
let receiver: WebhookReceiver;
let subscriber: WebhookSubscriber;
let waits: number[];
/** A real clock, because the receiver checks timestamps against its own, and waits that take no time. */
const dependencies = {
  now: Date.now,
  random: () => 0.5,
  sleep: async (ms: number) => void waits.push(ms),
};

beforeEach(async () => {
  folder = createTemporaryFolder("outbox");
  waits = [];
  receiver = new WebhookReceiver();
  const url = await receiver.listen();
  subscriber = { url, secret: SAMPLE_WEBHOOK_SECRET, kinds: ["price.changed"] };
});
afterEach(() => receiver.close());

/** Delivers these events of a night. @returns The report about the first subscriber. */
async function send(
  events: readonly WebhookEvent[] = EVENTS,
  more: Partial<WebhookDeliveryOptions> = {},
) {
  const options = { subscribers: [subscriber], outbox: folder, userAgent: "test", dependencies };
  return (await deliverWebhooks(events, { ...options, ...more }))[0];
}
const idsOf = (of: WebhookReceiver) => of.accepted.map((event) => (event as WebhookEvent).id);
const accepted = () => idsOf(receiver);
const outboxFile = (name: string) => join(folder, toSubscriberId(subscriber), name);

test("a receiver gets every event once, in order, signed, and never again", async () => {
  expect(await send()).toMatchObject({ delivered: 4, waiting: 0, failure: null });
  expect([receiver.accepted, receiver.forged]).toEqual([EVENTS, 0]);
  expect(await send()).toMatchObject({ delivered: 0, waiting: 0 });
  expect(receiver.asked).toBe(4);
});

test("a receiver gets the kinds it subscribed to, and others get theirs", async () => {
  const other = new WebhookReceiver();
  const kinds: WebhookSubscriber["kinds"] = ["price.changed", "model.added"];
  const all = { ...subscriber, url: await other.listen(), kinds };
  const types = ["price.changed", "model.added", "snapshot.published"] as const;
  const events = types.map((type, number) => sampleWebhookEvent(number, type));
  await send(events, { subscribers: [subscriber, all] });
  expect([accepted(), idsOf(other)]).toEqual([["evt_0000"], ["evt_0000", "evt_0001"]]);
  await other.close();
});

test("a receiver changes its secret without missing an event: while both secrets are listed, both sign", async () => {
  const both = { ...subscriber, secret: toSecret("the next"), old_secret: SAMPLE_WEBHOOK_SECRET };
  expect(await send(EVENTS, { subscribers: [both] })).toMatchObject({ delivered: 4 });
  const unknown = { ...subscriber, secret: toSecret("another") };
  const refused = await send([sampleWebhookEvent(5)], { subscribers: [unknown] });
  expect(refused).toMatchObject({ waiting: 1, failure: "answered 401, 1 ×" });
  expect(receiver.forged).toBe(1);
});

const origins = ["https://10.0.0.1", "https://[::1]", "HTTPS://127.0.0.1", " https://127.0.0.1"];
test.each(origins)("a receiver gets no request at %s, which is not public", async (origin) => {
  const inside = { ...subscriber, url: `${origin}:${receiver.port}/hook` };
  const failure = expect.stringContaining("its address is not public");
  expect(await send(FIRST, { subscribers: [inside] })).toMatchObject({ delivered: 0, failure });
  expect(receiver.asked).toBe(0);
});

test("a receiver that answers 500 three times gets the event after longer and longer waits", async () => {
  receiver.reply = (_, attempt) => (attempt <= 3 ? 500 : 200);
  expect(await send(FIRST)).toMatchObject({ delivered: 1, failure: null });
  expect([accepted(), waits]).toEqual([IDS.slice(0, 1), [1000, 2000, 4000]]);
});

test("a receiver that is too slow gets the event again; one that does not end its answer has it", async () => {
  const limits = { timeoutMs: 150 };
  receiver.reply = (_, attempt) => (attempt === 1 ? "silence" : 200);
  await send(FIRST, { limits });
  expect([accepted(), receiver.asked]).toEqual([IDS.slice(0, 1), 2]);
  receiver.reply = () => "endless";
  expect(await send(LATER[0], { limits })).toMatchObject({ delivered: 1 });
  expect([accepted(), receiver.asked]).toEqual([IDS.slice(0, 2), 3]);
});

test("a receiver that answers 4xx or a redirect gets the event at no other address, and in the next night only", async () => {
  const other = new WebhookReceiver();
  receiver.headers = { location: await other.listen() };
  for (const status of [403, 307]) {
    receiver.reply = () => status;
    await send(FIRST);
  }
  expect([other.asked, receiver.asked]).toEqual([0, 2]);
  await other.close();
  receiver.reply = () => 200;
  await send([]);
  expect(accepted()).toEqual(IDS.slice(0, 1));
});

test("a receiver gets the rest in the next night when its time is up", async () => {
  const many = Array.from({ length: 20 }, (_, number) => sampleWebhookEvent(number));
  let now = Date.now();
  const slow = { ...dependencies, now: () => (now += 1000) };
  const report = await send(many, { dependencies: slow, limits: { budgetMs: 10_000 } });
  expect(report?.waiting).toBeGreaterThan(10);
  await send([]);
  expect(accepted()).toEqual(many.map(({ id }) => id));
});

test("a receiver that answers 410 Gone gets no more events until the operator removes the file", async () => {
  receiver.reply = () => 410;
  const report = await send();
  expect(report).toMatchObject({ isGone: true, waiting: 0, delivered: 0 });
  expect(report && describeWebhookDelivery(report)).toContain("answered 410 Gone");
  await send([sampleWebhookEvent(5)]);
  expect(receiver.asked).toBe(1);
  await rm(outboxFile("gone"));
  receiver.reply = () => 200;
  await send([sampleWebhookEvent(6)]);
  expect(accepted()).toEqual(["evt_0006"]);
});

test("a receiver that is down gets each event once when it is up again, with what came meanwhile", async () => {
  const { port } = receiver;
  await receiver.close();
  const failure = "no connection (ECONNREFUSED), 5 ×";
  const down = await send(EVENTS.slice(0, 2));
  expect(down).toMatchObject({ delivered: 0, waiting: 2, failure });
  receiver = new WebhookReceiver();
  await receiver.listen(port);
  expect(await send()).toMatchObject({ delivered: 4, waiting: 0 });
  expect(accepted()).toEqual(IDS);
});

test("a receiver that is down for many nights: its events expire one by one", async () => {
  receiver.reply = () => 500;
  const limits = { attempts: 1, nights: 3 };
  await send(EVENTS, { limits });
  await send([sampleWebhookEvent(9)], { limits });
  expect(await send([], { limits })).toMatchObject({ expired: 4, waiting: 1 });
  receiver.reply = () => 200;
  await send();
  expect(accepted()).toEqual(["evt_0009"]);
});

test("nothing is sent before the facts are published; the next night sends what waits", async () => {
  const failure = "the deploy had not ended";
  const report = await send(EVENTS, { waitUntilPublished: async () => failure });
  expect(report).toMatchObject({ delivered: 0, waiting: 4, failure });
  expect(receiver.asked).toBe(0);
  await send([], { waitUntilPublished: async () => null });
  expect(accepted()).toEqual(IDS);
});

test("the outbox of a delivery that died loses no event and repeats none", async () => {
  receiver.reply = (id, attempt) => (id === IDS[2] && attempt === 1 ? 500 : 200);
  const sleep = () => Promise.reject(new Error("killed"));
  const dying = send(EVENTS, { dependencies: { ...dependencies, sleep } });
  await expect(dying).rejects.toThrow("killed");
  expect(accepted()).toEqual(IDS.slice(0, 2));
  expect(await send([])).toMatchObject({ delivered: 2, waiting: 0 });
  expect(accepted()).toEqual(IDS);
});

test("the outbox ignores a line that a crash cut off, and fixes the file", async () => {
  await send(EVENTS.slice(0, 2));
  await appendFile(outboxFile("done.jsonl"), `{"id":"${IDS[2]}","sta`);
  await send();
  expect(accepted()).toEqual(IDS);
  const lines = (await readFile(outboxFile("done.jsonl"), "utf8")).trim().split("\n");
  expect(lines.map((line) => JSON.parse(line).id)).toEqual(IDS);
});

test("an invalid line of the outbox is an error that names the line", async () => {
  await send();
  await appendFile(outboxFile("done.jsonl"), "something\n");
  await expect(send([])).rejects.toThrow(/done\.jsonl:5: this line of the outbox cannot be read/);
});

test("the outbox and the report contain no secret and no path of a URL", async () => {
  receiver.reply = () => 500;
  const report = await send(EVENTS, { limits: { attempts: 1 } });
  const line = report ? describeWebhookDelivery(report) : "";
  expect(line).toMatch(
    /^webhook http:\/\/127\.0\.0\.1:\d+ \([0-9a-f]{16}\): 0 delivered; 4 will be tried again/,
  );
  const paths = listFilePaths(folder);
  expect(paths.length).toBe(2);
  const texts = paths.map((path) => readFileSync(join(folder, path), "utf8"));
  const all = [...texts, line, JSON.stringify(report)].join();
  expect(all).not.toContain(SAMPLE_WEBHOOK_SECRET.slice(6, 20));
  expect(all).not.toContain("/hook");
});
