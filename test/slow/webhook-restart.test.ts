import { rm } from "node:fs/promises";
import { expect, test } from "vitest";
import { ended, startDelivery } from "../builders/delivery-process.ts";
import { temporaryFolder } from "../builders/temporary-folder.ts";
import { Receiver, toEvent } from "../builders/webhook-receiver.ts";

test("a night killed before the receiver answered is finished by the next: each event once", async () => {
  const outbox = temporaryFolder("outbox");
  const receiver = new Receiver();
  const places = { url: await receiver.listen(), outbox };
  const events = Array.from({ length: 12 }, (_, number) => toEvent(number));
  const ids = events.map(({ id }) => id);
  const night = startDelivery(events, places);
  receiver.reply = ({ id }) => {
    if (id !== ids[5]) return 200;
    night.kill("SIGKILL");
    return "silence";
  };
  await ended(night);
  expect(receiver.accepted.map(({ id }) => id)).toEqual(ids.slice(0, 5));
  receiver.reply = () => 200;
  expect(await ended(startDelivery([], places))).toBe(0);
  expect(receiver.accepted.map(({ id }) => id)).toEqual(ids);
  await receiver.close();
  await rm(outbox, { recursive: true });
});
