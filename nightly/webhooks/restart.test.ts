/** Real processes that are killed: what the receiver got afterwards. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Receiver, SECRET, toEvent } from "../../test/builders/webhook-receiver.ts";
import type { WebhookEvent } from "./events.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const PROGRAM = `
import { deliver } from "./nightly/webhooks/deliver.ts";
const { events, options } = JSON.parse(process.env.DELIVERY);
const { delivered } = await deliver(events, options);
process.stdout.write(String(delivered));
`;

let folder: string;
let receiver: Receiver;
let url: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "almanac-outbox-"));
  receiver = new Receiver();
  url = await receiver.listen();
});
afterEach(async () => {
  await receiver.close();
  await rm(folder, { recursive: true });
});

/** A night of its own process, with a real clock and real waits. */
function startNight(events: readonly WebhookEvent[]): ChildProcess {
  const subscribers = [{ url, secret: SECRET, kinds: ["price.changed"] }];
  const limits = { firstWaitMs: 20 };
  const options = { subscribers, outbox: folder, userAgent: "almanac (test)", limits };
  return spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", PROGRAM], {
    cwd: ROOT,
    env: { ...process.env, DELIVERY: JSON.stringify({ events, options }) },
    stdio: ["ignore", "ignore", "inherit"],
  });
}

const ended = async (night: ChildProcess) => (await once(night, "exit")) as [number | null];
const ids = () => receiver.accepted.map(({ id }) => id);

test("a night killed before the receiver answered is finished by the next: each event once", async () => {
  const events = Array.from({ length: 12 }, (_, number) => toEvent(number));
  const night = startNight(events);
  receiver.reply = ({ id }) => {
    if (id !== events[5]!.id) return 200;
    night.kill("SIGKILL");
    return "silence";
  };
  await ended(night);
  expect(ids()).toEqual(events.slice(0, 5).map(({ id }) => id));
  receiver.reply = () => 200;
  expect(await ended(startNight([]))).toEqual([0, null]);
  expect(ids()).toEqual(events.map(({ id }) => id));
});

test("a night killed at any moment loses nothing; only the event in flight may come twice, under its id", async () => {
  const events = Array.from({ length: 40 }, (_, number) => toEvent(number));
  // Fails now and then, so that nights are killed in a wait too.
  receiver.reply = (_, attempt) => (attempt === 1 && receiver.asked % 7 === 3 ? 500 : 200);
  const kills = [3, 9, 17, 18, 30];
  for (const kill of kills) {
    const night = startNight(events);
    while (receiver.asked < kill && night.exitCode === null)
      await new Promise((resolve) => setImmediate(resolve));
    night.kill("SIGKILL");
    if (night.exitCode === null && night.signalCode === null) await ended(night);
  }
  expect(await ended(startNight(events))).toEqual([0, null]);
  const got = ids();
  expect([...new Set(got)].sort()).toEqual(events.map(({ id }) => id));
  expect(got.length - events.length).toBeLessThanOrEqual(kills.length);
});
