import { rm } from "node:fs/promises";
import { expect, test } from "vitest";
import { ended, startDelivery } from "../builders/delivery-process.ts";
import { temporaryFolder } from "../builders/temporary-folder.ts";
import { Receiver, toEvent } from "../builders/webhook-receiver.ts";

/** After so many requests a night is killed. */
const KILLS = [3, 9, 17, 18, 30];

test("a night killed at any moment loses nothing; only the event in flight may come twice, under its id", async () => {
  const outbox = temporaryFolder("outbox");
  const receiver = new Receiver();
  const places = { url: await receiver.listen(), outbox };
  const events = Array.from({ length: 40 }, (_, number) => toEvent(number));
  // Fails now and then, so that nights are killed in a wait too.
  receiver.reply = (_, attempt) => (attempt === 1 && receiver.asked % 7 === 3 ? 500 : 200);
  for (const kill of KILLS) {
    const night = startDelivery(events, places);
    while (receiver.asked < kill && night.exitCode === null)
      await new Promise((resolve) => setImmediate(resolve));
    night.kill("SIGKILL");
    await ended(night);
  }
  expect(await ended(startDelivery(events, places))).toBe(0);
  const got = receiver.accepted.map(({ id }) => id);
  expect([...new Set(got)].sort()).toEqual(events.map(({ id }) => id));
  expect(got.length - events.length).toBeLessThanOrEqual(KILLS.length);
  await receiver.close();
  await rm(outbox, { recursive: true });
});
