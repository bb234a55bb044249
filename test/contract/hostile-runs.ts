/** Random and hostile requests to the doors of a site, any number of them. */
import { Agent, request as httpRequest } from "node:http";
import fc from "fast-check";
import { expect, vi } from "vitest";
import { type Answer, ORIGIN, type Site } from "./harness.ts";
import { type HostileRequest, hostileRequest, target } from "./hostile-inputs.ts";

const SEED = 20_260_821;
/** An answer that takes longer than this counts as a hang. */
const HANG_MS = 5_000;

/** What is wrong with an answer under /api; an empty list when nothing is. */
function faults({ validate }: Site, address: string, method: string, answer: Answer<unknown>) {
  const type = answer.headers.get("Content-Type") ?? "";
  const hasBody = method !== "HEAD" && answer.status !== 204 && answer.status !== 304;
  const isCall = method === "POST" && /^\/api\/mcp\/?$/.test(address);
  return [
    ...(answer.status >= 500 ? [`status ${answer.status}`] : []),
    ...(type.includes("html") ? [`type ${type}`] : []),
    ...(/root:|node_modules|at file:/.test(answer.text) ? ["shows the inside"] : []),
    ...(isCall ? callFaults(answer) : hasBody ? validate(address, answer) : []),
  ];
}

/** A call to the tool server without a call in it: an error of JSON-RPC. */
function callFaults({ status, body }: Answer<unknown>): string[] {
  const { jsonrpc, error } = body as { jsonrpc?: string; error?: { code?: number } };
  return jsonrpc === "2.0" && Number(error?.code) < 0 ? [] : [`${status} without an error`];
}

export async function read(response: Response): Promise<Answer<unknown>> {
  const { status, headers } = response;
  const text = await response.text();
  return {
    status,
    headers,
    text,
    body: text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : undefined,
  };
}

const isApi = (address: string) => /^\/api(\/|\?|$)/.test(address);

/**
 * Of the function: no 5xx, no HTML, problems that validate, nothing in the log.
 *
 * @returns The statuses that were answered.
 */
export async function askFunction(site: Site, numRuns: number): Promise<Set<number>> {
  const log = vi.spyOn(console, "error");
  const statuses = new Set<number>();
  await fc.assert(
    fc.asyncProperty(hostileRequest, async ({ target, method, headers }) => {
      const url = new URL(ORIGIN + target);
      const answer = await read(await site.handle(new Request(url, { method, headers })));
      statuses.add(answer.status);
      expect(faults(site, url.pathname, method, answer), target.slice(0, 200)).toEqual([]);
    }),
    { numRuns, seed: SEED },
  );
  expect(log).not.toHaveBeenCalled();
  log.mockRestore();
  return statuses;
}

/** Of a server in each mode: no 5xx, no hang, no HTML under /api. */
export async function askServers(site: Site, numRuns: number): Promise<void> {
  for (const mode of ["exact", "superset"] as const) {
    const server = await site.listen(mode);
    const agent = new Agent({ keepAlive: true, maxSockets: 4 });
    await fc.assert(
      fc.asyncProperty(hostileRequest, async (request) => {
        const answer = await send(server.url, agent, request);
        const { pathname } = new URL(ORIGIN + request.target);
        expect(answer.status, request.target.slice(0, 200)).toBeLessThan(500);
        if (!isApi(pathname)) return;
        expect(faults(site, pathname, request.method, answer), request.target).toEqual([]);
      }),
      { numRuns, seed: SEED },
    );
    agent.destroy();
    await server.close();
  }
}

/** Of both modes: one answer. */
export async function compareModes({ doors }: Site, numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(target.filter(isApi), async (address) => {
      const ask = async (door: Site["handle"]) => {
        const { status, text } = await read(await door(new Request(ORIGIN + address)));
        return [status, text];
      };
      expect(await ask(doors.superset), address).toEqual(await ask(doors.exact));
    }),
    { numRuns, seed: SEED },
  );
}

/** Sends the target as it stands, which `fetch` would change. Rejects when no answer comes in time. */
export function send(
  base: string,
  agent: Agent,
  { target, method, headers }: HostileRequest,
): Promise<Answer<unknown>> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      { agent, hostname, port, path: target, method, headers, timeout: HANG_MS },
      (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => {
          text += chunk;
        });
        response.on("end", () => {
          const fields = Object.entries(response.headers).map(([name, value]): [string, string] => [
            name,
            String(value),
          ]);
          const isJson = /json/.test(response.headers["content-type"] ?? "") && text !== "";
          resolve({
            status: response.statusCode ?? 0,
            headers: new Headers(fields),
            text,
            body: isJson && !response.headers["content-encoding"] ? JSON.parse(text) : undefined,
          });
        });
      },
    );
    sent.on("timeout", () => sent.destroy(new Error(`no answer to ${method} ${target}`)));
    sent.on("error", reject);
    sent.end();
  });
}
