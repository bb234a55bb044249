/** Reads one upstream over the network: all its requests, each retried, checked and bounded. */
import { join } from "node:path";
import type { UpstreamFiles } from "../listing.ts";
import { type Fetched, type Live, type LiveRequest, UpstreamError } from "../live.ts";
import { Deadline } from "../outgoing/deadline.ts";
import { AnswerCache, type KeptAnswer } from "./answer-cache.ts";
import { askFor, type Outcome } from "./ask.ts";
import type { NetworkEffects } from "./fetch-effects.ts";
import { mapSome, Pace } from "./pace.ts";

/** An upstream as the network sees it. */
export interface LiveSource {
  /** Id of the source; names the folder of its cache. */
  id: string;
  live: Live;
}

/**
 * All files of an upstream as they are now. Writes nothing until the caller accepts what came.
 *
 * @throws UpstreamError when an answer that is not optional could not be had or is not believed.
 */
export async function fetchUpstream(source: LiveSource, effects: NetworkEffects): Promise<Fetched> {
  const { id, live } = source;
  const cache = new AnswerCache(join(effects.cacheFolder, id));
  const shared = { source: id, live, effects, cache, pace: new Pace(effects) };
  const deadline = new Deadline(live.limitMs, effects.now);
  const read = (requests: readonly LiveRequest[]) =>
    mapSome(requests, (request) => askFor(request, { ...shared, deadline }));
  const first = await read(live.requests(effects.day));
  const more = await read(live.follow?.(joinFiles(id, first), effects.day) ?? []);
  return toFetched(id, [...first, ...more], (answers) => cache.replace(answers, effects.now()));
}

function toFetched(
  id: string,
  outcomes: readonly Outcome[],
  keepAll: (answers: ReadonlyMap<LiveRequest, KeptAnswer>) => Promise<void>,
): Fetched {
  const answers = new Map<LiveRequest, KeptAnswer>();
  for (const { request, keep } of outcomes) if (keep !== undefined) answers.set(request, keep);
  return {
    files: joinFiles(id, outcomes),
    missing: outcomes.flatMap(({ missing }) => missing ?? []),
    isUnchanged: outcomes.every(({ isUnchanged }) => isUnchanged),
    accept: () => keepAll(answers),
  };
}

function joinFiles(id: string, outcomes: readonly Outcome[]): UpstreamFiles {
  const joined = new Map<string, string>();
  for (const { request, files } of outcomes) {
    for (const [path, text] of files) {
      if (joined.has(path))
        throw new UpstreamError(id, "archive", `${id}: ${request.url} brings "${path}" again`);
      joined.set(path, text);
    }
  }
  return joined;
}
