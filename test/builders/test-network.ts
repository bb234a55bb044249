import { beforeAll, beforeEach } from "vitest";
import type {
  DataSourceFileRequest,
  SourceDownloadSettings,
} from "../../build/sources/collector.ts";
import { createReplayDispatcher } from "../../build/sources/requests/network.ts";
import type { NetworkAccess } from "../../build/sources/requests/upstream.ts";
import { type ReplayServer, startReplayServer } from "./replay-server.ts";

interface TestNetwork extends NetworkAccess {
  /** What was logged. */
  lines: Readonly<Record<string, unknown>>[];
}

/** Network access that sends the requests for every host to the server at `origin`. */
export function createTestNetwork(origin: string, more: Partial<NetworkAccess> = {}): TestNetwork {
  const lines: Readonly<Record<string, unknown>>[] = [];
  return {
    day: "2026-08-21",
    userAgent: "model-almanac (+https://almanac.example/#contact)",
    env: {},
    dispatcher: createReplayDispatcher(origin),
    firstWaitMs: 1,
    pauseOf: () => 0,
    log: (line) => void lines.push(line),
    ...more,
    lines,
  };
}

/** A download plan with these requests, due every day. */
export function sampleLiveDownload(
  requests: readonly DataSourceFileRequest[],
  more: Partial<SourceDownloadSettings> = {},
): SourceDownloadSettings {
  return { requests: () => requests, megabytes: 0.1, seconds: 60, ...more };
}

/** Before each test of a file, provides a healthy upstream that answers `body` at `url`, and a fresh network. */
export function serveOneUpstream(
  url: string,
  body: string,
): { replay: ReplayServer; network: TestNetwork } {
  const here = {} as { replay: ReplayServer; network: TestNetwork };
  beforeAll(async () => {
    here.replay = await startReplayServer({ [url]: body });
  });
  beforeEach(() => {
    here.replay.heal();
    here.replay.forget();
    here.replay.set(url, body);
    here.network = createTestNetwork(here.replay.origin);
  });
  return here;
}
