import { afterAll, beforeAll, beforeEach } from "vitest";
import type { NetworkEffects } from "../../build/sources/http/fetch-effects.ts";
import { toReplay } from "../../build/sources/http/replay-address.ts";
import type { Live, LiveRequest } from "../../build/sources/live.ts";
import { type Replay, startReplay } from "./replay-server.ts";
import { temporaryFolder } from "./temporary-folder.ts";

export interface TestNetwork extends NetworkEffects {
  /** Milliseconds of every wait, in order. */
  waits: number[];
  /** What was logged, a line each. */
  lines: Record<string, unknown>[];
}

export async function createTestNetwork(
  origin: string,
  more: Partial<NetworkEffects> = {},
): Promise<TestNetwork> {
  const waits: number[] = [];
  const lines: Record<string, unknown>[] = [];
  const keep = (line: object, message: string) => void lines.push({ ...line, message });
  let waited = 0;
  return {
    day: "2026-08-21",
    userAgent: "model-almanac (+https://almanac.example/#contact)",
    env: {},
    cacheFolder: temporaryFolder("network"),
    resolveUrl: toReplay(origin),
    async sleep(ms) {
      waits.push(ms);
      waited += ms;
    },
    random: () => 0,
    now: () => Date.now() + waited,
    log: { info: keep, warn: keep } as NetworkEffects["log"],
    ...more,
    waits,
    lines,
  };
}

/** A source of these requests, read every night. */
export function liveOf(requests: readonly LiveRequest[], more: Partial<Live> = {}): Live {
  return { requests: () => requests, everyDays: 1, maxBytes: 100_000, limitMs: 60_000, ...more };
}

/** Gives each test of a file a healthy upstream that answers `body` at `url`, and a network that nobody has used. */
export function oneUpstream(url: string, body: string): { replay: Replay; network: TestNetwork } {
  const here = {} as { replay: Replay; network: TestNetwork };
  beforeAll(async () => {
    here.replay = await startReplay({ [url]: body });
  });
  beforeEach(async () => {
    here.replay.heal();
    here.replay.forget();
    here.replay.set(url, body);
    here.network = await createTestNetwork(here.replay.origin);
  });
  afterAll(() => here.replay.close());
  return here;
}
