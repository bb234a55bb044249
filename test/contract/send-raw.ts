/** Sends requests unchanged; `fetch` would normalize them. */
import type { Dispatcher } from "undici";
import type { HttpAnswer } from "./harness.ts";
import type { HostileRequest } from "./hostile-inputs.ts";

/** @param server A pool of connections to it. Rejects when no answer comes within its timeouts. */
export async function sendRawRequest(
  server: Dispatcher,
  { target, method, headers, body }: HostileRequest & { body?: string },
): Promise<HttpAnswer<unknown>> {
  const sent = {
    path: target,
    method: method as Dispatcher.HttpMethod,
    headers,
    body: body ?? null,
  };
  const answer = await server.request(sent as Dispatcher.RequestOptions);
  const text = await answer.body.text();
  const fields = Object.entries(answer.headers);
  const received = new Headers(fields.map(([name, value]) => [name, String(value)]));
  const isJson = /json/.test(received.get("Content-Type") ?? "") && text !== "";
  return {
    status: answer.statusCode,
    headers: received,
    text,
    body: isJson && !received.has("Content-Encoding") ? JSON.parse(text) : undefined,
  };
}
