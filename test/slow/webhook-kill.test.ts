import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { createTemporaryFolder } from "../builders/temporary-folder.ts";
import {
  SAMPLE_WEBHOOK_SECRET,
  sampleWebhookEvent,
  WebhookReceiver,
} from "../builders/webhook-receiver.ts";

/** Numbers of requests after which a delivery is killed. */
const KILLS = [3, 9, 17, 18, 30];
const PROGRAM = `
import { deliverWebhooks } from "./nightly/webhooks/deliver.ts";
const { events, options } = JSON.parse(process.env.DELIVERY);
await deliverWebhooks(events, options);
`;

/** With a real clock and real waits. */
function start(events: readonly object[], url: string, outbox: string): ChildProcess {
  const subscribers = [{ url, secret: SAMPLE_WEBHOOK_SECRET, kinds: ["price.changed"] }];
  const options = { subscribers, outbox, userAgent: "test", limits: { firstWaitMs: 20 } };
  return spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", PROGRAM], {
    env: { ...process.env, DELIVERY: JSON.stringify({ events, options }) },
    stdio: ["ignore", "ignore", "inherit"],
  });
}

async function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return child.exitCode;
}

test("a delivery killed at five moments loses no event; at most one event per kill arrives twice, with the same id", async () => {
  const outbox = createTemporaryFolder("outbox");
  const receiver = new WebhookReceiver();
  const url = await receiver.listen();
  const events = Array.from({ length: 40 }, (_, number) => sampleWebhookEvent(number));
  // Fails from time to time, so that some deliveries are killed while they wait.
  receiver.reply = (_, attempt) => (attempt === 1 && receiver.asked % 7 === 3 ? 500 : 200);
  for (const kill of KILLS) {
    const delivery = start(events, url, outbox);
    while (receiver.asked < kill && delivery.exitCode === null)
      await new Promise((resolve) => setImmediate(resolve));
    delivery.kill("SIGKILL");
    await ended(delivery);
  }
  expect(await ended(start(events, url, outbox))).toBe(0);
  const got = receiver.accepted.map(({ id }) => id);
  expect([...new Set(got)].sort()).toEqual(events.map(({ id }) => id));
  expect(got.length - events.length).toBeLessThanOrEqual(KILLS.length);
  await receiver.close();
});
