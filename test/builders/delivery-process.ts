/** A delivery of webhooks in a process of its own, with a real clock and real waits: to be killed. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { WebhookEvent } from "../../nightly/webhooks/events.ts";
import { SECRET } from "./webhook-receiver.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const PROGRAM = `
import { deliver } from "./nightly/webhooks/deliver.ts";
const { events, options } = JSON.parse(process.env.DELIVERY);
await deliver(events, options);
`;

export function startDelivery(
  events: readonly WebhookEvent[],
  { url, outbox }: { url: string; outbox: string },
): ChildProcess {
  const subscribers = [{ url, secret: SECRET, kinds: ["price.changed"] }];
  const limits = { firstWaitMs: 20 };
  const options = { subscribers, outbox, userAgent: "almanac (test)", limits };
  return spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", PROGRAM], {
    cwd: ROOT,
    env: { ...process.env, DELIVERY: JSON.stringify({ events, options }) },
    stdio: ["ignore", "ignore", "inherit"],
  });
}

/** @returns Exit code, or null when it was killed. */
export async function ended(delivery: ChildProcess): Promise<number | null> {
  if (delivery.exitCode !== null || delivery.signalCode !== null) return delivery.exitCode;
  const [code] = (await once(delivery, "exit")) as [number | null];
  return code;
}
