import { createNetworkAccess, type NetworkAccess } from "../../build/sources/requests/upstream.ts";

/** Network access that sends the requests for every host to the server at `replay`. `lines` is what was logged. */
export function createTestNetwork(replay: string, more: Partial<NetworkAccess> = {}) {
  const lines: Readonly<Record<string, unknown>>[] = [];
  const log: NetworkAccess["log"] = (line) => void lines.push(line);
  const userAgent = "model-almanac (+https://almanac.example/#contact)";
  const network = createNetworkAccess({ day: "2026-08-21", userAgent, env: {}, log, replay });
  return { ...network, ...more, lines };
}
