/** A local webhook receiver that verifies signatures with an independent library (`standardwebhooks`). */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import type { WebhookEvent } from "../../nightly/webhooks/events.ts";

export const SAMPLE_WEBHOOK_SECRET = `whsec_${Buffer.alloc(32, "almanac").toString("base64")}`;

/** The receiver's answer: a status, none at all, or a body without an end. */
type Reply = number | "silence" | "endless";

export class WebhookReceiver {
  /** Signed requests that were answered with 2xx, in their order. */
  readonly accepted: unknown[] = [];
  /** Number of all requests, and of those with an invalid signature. */
  asked = 0;
  forged = 0;
  /** Chooses the reply. @param attempt Number of the request for this event, starting at 1. */
  reply: (id: string, attempt: number) => Reply = () => 204;
  headers: Record<string, string> = {};
  readonly #attempts = new Map<string, number>();
  readonly #server = createServer((request, response) => void this.#receive(request, response));

  /** @returns Its address. */
  async listen(port = 0): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(port, "127.0.0.1", resolve));
    return `http://127.0.0.1:${this.port}/hook`;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const headers = request.headers as Record<string, string>;
    const { "webhook-id": id = "" } = headers;
    this.asked++;
    try {
      new Webhook(SAMPLE_WEBHOOK_SECRET).verify(body, headers);
    } catch {
      this.forged++;
      return void response.writeHead(401).end();
    }
    const attempt = (this.#attempts.get(id) ?? 0) + 1;
    this.#attempts.set(id, attempt);
    const reply = this.reply(id, attempt);
    if (reply === "silence") return;
    const status = reply === "endless" ? 200 : reply;
    if (status < 300) this.accepted.push({ id, ...JSON.parse(body) });
    response.writeHead(status, this.headers);
    if (reply === "endless") response.write("unfinished");
    else response.end("thank you");
  }
}

export const sampleWebhookEvent = (
  number: number,
  type: WebhookEvent["type"] = "price.changed",
): WebhookEvent => ({
  id: `evt_${String(number).padStart(4, "0")}`,
  type,
  timestamp: "2026-08-13T00:00:00Z",
  data: { model: `model-${number}`, old: { input: 1 }, new: { input: 2 } },
});
