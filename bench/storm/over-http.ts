/** The same requests over connections that are used, left, cut, filled and delayed as they should not be. */
import { once } from "node:events";
import { Agent } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { send } from "../../test/contract/send-raw.ts";
import { describe } from "./in-process.ts";
import type { Judge } from "./judge.ts";
import type { StormRequest } from "./requests.ts";
import { Tally } from "./tally.ts";

const AT_ONCE = 24;
/** On a machine that others use too, the longest wait is theirs. */
const HANG_MS = 60_000;

/** By the place of a request in the storm: of 20, 15 are sent as usual. */
const WAYS = [leave, halfOpen, pipeline, trickle, readTrickling] as const;

interface Target {
  url: string;
  agent: Agent;
  judge: Judge;
  tally: Tally;
}

export async function stormOverHttp(
  requests: Iterable<StormRequest>,
  url: string,
  judge: Judge,
  onRequest: (at: number) => Promise<void>,
): Promise<Tally> {
  const tally = new Tally();
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const target = { url, agent, judge, tally };
  const numbered = number(requests);
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const [at, request] of numbered) {
        await onRequest(at);
        const way = WAYS[at % 20] ?? ask;
        const started = performance.now();
        await way(target, request, at).catch((error: unknown) => {
          tally.fault(`${way.name} ${describe(request)}: ${String(error)}`);
        });
        tally.time(way.name, performance.now() - started);
      }
    }),
  );
  agent.destroy();
  return tally;
}

/** For many readers at once, where `entries` of a list would draw everything first. */
function* number(requests: Iterable<StormRequest>): Generator<[number, StormRequest]> {
  let at = 0;
  for (const request of requests) yield [at++, request];
}

async function ask({ url, agent, judge, tally }: Target, request: StormRequest): Promise<void> {
  const answer = await send(url, agent, request, HANG_MS);
  tally.status(answer.status);
  for (const fault of judge(request, answer)) tally.fault(`${describe(request)}: ${fault}`);
}

/** Asks and does not wait for the answer. */
async function leave({ url, tally }: Target, request: StormRequest, at: number): Promise<void> {
  const socket = await open(url);
  socket.write(toBytes(request));
  await setTimeout(at % 7);
  socket.destroy();
  tally.status("left");
}

/** Sends a part of its request and then closes its side, or all of it. */
async function halfOpen({ url, tally }: Target, request: StormRequest, at: number): Promise<void> {
  const socket = await open(url);
  const bytes = toBytes(request);
  socket.write(bytes.subarray(0, 1 + (at % bytes.length)));
  if (at % 2 === 0) socket.end();
  else await setTimeout(at % 7);
  if (at % 2 === 1) socket.destroy();
  socket.resume();
  if (!socket.closed) await once(socket, "close");
  tally.status("half open");
}

/** Eight requests in one piece, which are answered in their order. */
async function pipeline({ url, tally }: Target, request: StormRequest): Promise<void> {
  const socket = await open(url);
  const status = Buffer.from("GET /api/v1/status HTTP/1.1\r\nHost: storm\r\n\r\n");
  const last = Buffer.from(
    "GET /api/v1/status HTTP/1.1\r\nHost: storm\r\nConnection: close\r\n\r\n",
  );
  const odd = request.method === "GET" ? toBytes(request) : status;
  socket.write(Buffer.concat([status, odd, status, status, odd, status, status, last]));
  const answered = statusesIn(await readAll(socket));
  // A head that is no HTTP ends the connection with 400 or 431.
  if (answered.length !== 8 && !answered.some((one) => one === 400 || one === 431))
    tally.fault(`pipeline ${describe(request)}: ${answered.length} of 8 answers`);
  judgeStatuses(tally, request, answered);
}

/** Sends its request in small pieces. */
async function trickle({ url, tally }: Target, request: StormRequest): Promise<void> {
  const socket = await open(url);
  const bytes = toBytes({ ...request, headers: { ...request.headers, Connection: "close" } });
  const reading = readAll(socket);
  const step = Math.ceil(bytes.length / 10);
  for (let at = 0; at < bytes.length && socket.writable; at += step) {
    socket.write(bytes.subarray(at, at + step));
    await setTimeout(3);
  }
  judgeStatuses(tally, request, statusesIn(await reading));
}

/** Takes its answer in small pieces, ten of them, and leaves. */
async function readTrickling({ url, tally }: Target, request: StormRequest): Promise<void> {
  const socket = await open(url);
  socket.write(toBytes({ ...request, headers: { ...request.headers, Connection: "close" } }));
  let text = "";
  for (let piece = 0; piece < 10 && !socket.readableEnded && !socket.destroyed; piece += 1) {
    text += String(socket.read(512)?.toString("latin1") ?? "");
    await setTimeout(5);
  }
  socket.destroy();
  judgeStatuses(tally, request, statusesIn(text));
}

async function open(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  socket.on("error", () => {});
  await once(socket, "connect");
  return socket;
}

function toBytes({ method, target, headers, body = "" }: StormRequest): Buffer {
  const all = {
    Host: "storm",
    ...headers,
    ...(body && { "Content-Length": Buffer.byteLength(body) }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from([`${method} ${target} HTTP/1.1`, ...lines, "", body].join("\r\n"));
}

async function readAll(socket: Socket): Promise<string> {
  let text = "";
  socket.setEncoding("latin1").on("data", (piece: string) => {
    text += piece;
  });
  socket.once("end", () => socket.end());
  if (!socket.closed) await once(socket, "close");
  return text;
}

const statusesIn = (text: string): number[] =>
  Array.from(text.matchAll(/(?:^|[^\n]\n?)HTTP\/1\.1 (\d{3}) /g), ([, status]) => Number(status));

function judgeStatuses(tally: Tally, request: StormRequest, statuses: readonly number[]): void {
  for (const status of statuses) {
    tally.status(status);
    if (status >= 500) tally.fault(`${describe(request)}: status ${status}`);
  }
}
