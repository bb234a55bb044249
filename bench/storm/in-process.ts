/** Requests to the site without the network: the CDN's engine, its files, and the function behind them. */
import type { Handle } from "../../mcp-server/handle.ts";
import { readAnswer } from "../../test/contract/answer-faults.ts";
import { collectedHeapMb } from "./heap.ts";
import type { Judge } from "./judge.ts";
import type { StormRequest } from "./requests.ts";
import { Tally } from "./tally.ts";

/** Any address will do: path and query are read only. */
const ORIGIN = "http://127.0.0.1";

/** How often memory is looked at. */
export const MEASURES = 10;

export interface Stormed {
  tally: Tally;
  /** Heap in use after each tenth, garbage collected, in MB. */
  heapMb: number[];
}

export async function stormInProcess(
  requests: Iterable<StormRequest>,
  count: number,
  door: Handle,
  judge: Judge,
): Promise<Stormed> {
  const tally = new Tally();
  const heapMb: number[] = [];
  const step = Math.ceil(count / MEASURES);
  let asked = 0;
  for (const request of requests) {
    await ask(request, door, judge, tally);
    asked += 1;
    if (asked % step === 0 || asked === count) heapMb.push(collectedHeapMb());
  }
  return { tally, heapMb };
}

async function ask(request: StormRequest, door: Handle, judge: Judge, tally: Tally): Promise<void> {
  const { target, method, headers, body } = request;
  try {
    const url = new URL(ORIGIN + target);
    const init = { method, headers, ...(body !== undefined && { body }) };
    const asked = new Request(url, init);
    const started = performance.now();
    const before = process.cpuUsage();
    const answer = await readAnswer(await door(asked));
    const { user, system } = process.cpuUsage(before);
    tally.time(request.kind, performance.now() - started);
    // Says on a machine that others use too what it would take alone.
    tally.time(`${request.kind}, processor`, (user + system) / 1e3);
    tally.status(answer.status);
    for (const fault of judge(request, answer)) tally.fault(`${describe(request)}: ${fault}`);
  } catch (error) {
    tally.fault(`${describe(request)}: ${String(error)}`);
  }
}

export const describe = ({ method, target, body }: StormRequest): string =>
  `${method} ${target.slice(0, 200)} ${(body ?? "").slice(0, 300)}`;
