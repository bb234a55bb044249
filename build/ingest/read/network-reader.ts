/** Sources over the network. */

import { UpstreamError } from "../../sources/live.ts";
import { fetchUpstream, type Network } from "../../sources/requests/upstream.ts";
import type { Reader } from "./read-sources.ts";

const DAY_MS = 86_400_000;

export const networkReader = (network: Network): Reader => ({
  /** Facts tell when a source last had news. A second run of the same night finds it due again. */
  isDue({ live }, recordedOn) {
    if (live === undefined) return false;
    const days = (Date.parse(network.day) - Date.parse(recordedOn ?? "1970-01-01")) / DAY_MS;
    return days <= 0 || days >= live.everyDays;
  },
  async read({ source, live }) {
    if (live === undefined)
      throw new UpstreamError(source.id, "no-address", `${source.id}: has no live address`);
    return fetchUpstream({ id: source.id, live }, network);
  },
});
