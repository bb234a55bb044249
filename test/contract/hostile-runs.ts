/** Random and hostile requests to the doors of a site, any number of them. */
import { Agent } from "node:http";
import fc from "fast-check";
import { expect, vi } from "vitest";
import { answerFaults, isApi, readAnswer } from "./answer-faults.ts";
import { ORIGIN, type Site } from "./harness.ts";
import { hostileRequest, target } from "./hostile-inputs.ts";
import { send } from "./send-raw.ts";

const SEED = 20_260_821;

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
      const answer = await readAnswer(await site.handle(new Request(url, { method, headers })));
      statuses.add(answer.status);
      expect(
        answerFaults(site.validate, url.pathname, method, answer),
        target.slice(0, 200),
      ).toEqual([]);
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
        expect(
          answerFaults(site.validate, pathname, request.method, answer),
          request.target,
        ).toEqual([]);
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
        const { status, text } = await readAnswer(await door(new Request(ORIGIN + address)));
        return [status, text];
      };
      expect(await ask(doors.superset), address).toEqual(await ask(doors.exact));
    }),
    { numRuns, seed: SEED },
  );
}
