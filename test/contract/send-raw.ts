/** Sends requests unchanged; `fetch` would normalize them. */
import { type Agent, request as httpRequest } from "node:http";
import { text as readText } from "node:stream/consumers";
import type { HttpAnswer } from "./harness.ts";
import type { HostileRequest } from "./hostile-inputs.ts";

/** An answer that takes longer than this counts as a hang. */
const HANG_MS = 5_000;

/** Sends the target without the normalization of `fetch`. Rejects when no answer comes within `hangMs`. */
export function sendRawRequest(
  base: string,
  agent: Agent | false,
  request: HostileRequest & { body?: string },
  hangMs = HANG_MS,
): Promise<HttpAnswer<unknown>> {
  const { hostname, port } = new URL(base);
  const { target, method, headers, body } = request;
  return new Promise((resolve, reject) => {
    let isAnswered = false;
    const sent = httpRequest(
      { agent, hostname, port, path: target, method, headers, timeout: hangMs },
      async (response) => {
        isAnswered = true;
        const answer = await readText(response);
        const fields = Object.entries(response.headers);
        const headers = new Headers(fields.map(([name, value]) => [name, String(value)]));
        const isJson = /json/.test(headers.get("Content-Type") ?? "") && answer !== "";
        const body = isJson && !headers.has("Content-Encoding") ? JSON.parse(answer) : undefined;
        resolve({ status: response.statusCode ?? 0, headers, text: answer, body });
      },
    );
    sent.on("timeout", () => sent.destroy(new Error(`no answer to ${method} ${target}`)));
    sent.on("error", (error) => {
      // The server refused the request before all of it was sent, and closed the connection.
      if (isAnswered) return;
      // The server may have closed an idle connection that was reused, so the request is sent once more on a new one. An
      // error on a new connection counts.
      if (!sent.reusedSocket) return reject(error);
      resolve(sendRawRequest(base, false, request, hangMs));
    });
    sent.end(body);
  });
}
