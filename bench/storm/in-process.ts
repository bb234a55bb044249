/** Requests to the site without the network: the CDN's engine, its files, and the function behind them. */
import type { Handle } from "../../mcp-server/handle.ts";
import { toAnswer } from "../../test/contract/answer-faults.ts";
import type { Answer } from "../../test/contract/harness.ts";
import { collectedHeapMb } from "./heap.ts";
import type { Judge } from "./judge.ts";
import type { StormRequest } from "./requests.ts";
import { Tally } from "./tally.ts";

/** Any address will do: path and query are read only. */
const ORIGIN = "http://127.0.0.1";

/** How often memory is looked at. */
export const MEASURES = 10;
/** So many are asked one after the other, and checked then: what checking costs is no request's. */
const PIECE = 200;

export interface Stormed {
  tally: Tally;
  /** Heap in use after each tenth, garbage collected, in MB. */
  heapMb: number[];
  /** Of the processor: for the requests, and for drawing and checking them. */
  seconds: { asking: number; checking: number };
}

export async function stormInProcess(
  requests: Iterable<StormRequest>,
  count: number,
  door: Handle,
  judge: Judge,
  onPart: (asked: number, faults: number) => void,
): Promise<Stormed> {
  const tally = new Tally();
  const heapMb: number[] = [];
  const seconds = { asking: 0, checking: 0 };
  const clock = startClock();
  let asked = 0;
  const askAndCheck = async (piece: readonly StormRequest[]) => {
    seconds.checking += clock();
    const answers = await askAll(piece, door, tally);
    seconds.asking += clock();
    for (const [request, answer] of answers) check(request, answer, judge, tally);
    seconds.checking += clock();
  };
  for (const piece of inPieces(requests)) {
    await askAndCheck(piece);
    asked += piece.length;
    if (asked < ((heapMb.length + 1) * count) / MEASURES) continue;
    heapMb.push(collectedHeapMb());
    tally.endPart();
    onPart(asked, tally.faultCount);
  }
  return { tally, heapMb, seconds };
}

function* inPieces(requests: Iterable<StormRequest>): Generator<StormRequest[]> {
  let piece: StormRequest[] = [];
  for (const request of requests) {
    piece.push(request);
    if (piece.length < PIECE) continue;
    yield piece;
    piece = [];
  }
  if (piece.length > 0) yield piece;
}

type Answered = [request: StormRequest, answer: Answer<unknown>];

async function askAll(
  requests: readonly StormRequest[],
  door: Handle,
  tally: Tally,
): Promise<Answered[]> {
  const answers: Answered[] = [];
  for (const request of requests) {
    try {
      answers.push([request, await ask(request, door, tally)]);
    } catch (error) {
      tally.fault(`${describe(request)}: ${String(error)}`);
    }
  }
  return answers;
}

async function ask(
  { kind, target, method, headers, body }: StormRequest,
  door: Handle,
  tally: Tally,
): Promise<Answer<unknown>> {
  const init = { method, headers, ...(body !== undefined && { body }) };
  const asked = new Request(new URL(ORIGIN + target), init);
  const started = performance.now();
  const clock = startClock();
  const response = await door(asked);
  const text = await response.text();
  const ms = clock() * 1e3;
  tally.time(kind, performance.now() - started);
  // Says on a machine that others use too what it would take alone.
  tally.time(`${kind}, processor`, ms);
  return toAnswer(response, text);
}

function check(request: StormRequest, answer: Answer<unknown>, judge: Judge, tally: Tally): void {
  tally.status(answer.status);
  for (const fault of judge(request, answer)) tally.fault(`${describe(request)}: ${fault}`);
}

/** @returns Seconds of the processor since the last call, those of the threads that collect and compile with them. */
function startClock(): () => number {
  let before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    return (user + system) / 1e6;
  };
}

export const describe = ({ method, target, body }: StormRequest): string =>
  `${method} ${target.slice(0, 200)} ${(body ?? "").slice(0, 300)}`;
