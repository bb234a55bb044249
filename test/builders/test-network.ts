import { createReplayDispatcher } from "../../build/sources/requests/network.ts";
import type { NetworkAccess } from "../../build/sources/requests/upstream.ts";

/** Network access that sends the requests for every host to the server at `origin`. `lines` is what was logged. */
export function createTestNetwork(origin: string, more: Partial<NetworkAccess> = {}) {
  const lines: Readonly<Record<string, unknown>>[] = [];
  return {
    day: "2026-08-21",
    userAgent: "model-almanac (+https://almanac.example/#contact)",
    env: {},
    dispatcher: createReplayDispatcher(origin),
    firstWaitMs: 1,
    pauseOf: () => 0,
    log: (line: Readonly<Record<string, unknown>>) => void lines.push(line),
    ...more,
    lines,
  };
}
