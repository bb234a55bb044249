/** Random and hostile requests from a fixed seed: no 5xx, no HTML under /api, no hang, no way to the file system. */
import { Agent } from "node:http";
import fc from "fast-check";
import { describe, expect } from "vitest";
import { toPropertyRunCount } from "../builders/runs.ts";
import { findAnswerFaults, isApiAddress, readHttpAnswer } from "./answer-faults.ts";
import { type BuiltSite, LOCAL_ORIGIN, verifies, visit } from "./harness.ts";
import { arbitraryHostileRequest, type HostileRequest, splitWords } from "./hostile-inputs.ts";
import { sendRawRequest } from "./send-raw.ts";

const SEED = 20_260_821;
const check = <T>(inputs: fc.Arbitrary<T>, numRuns: number, holds: (input: T) => Promise<void>) =>
  fc.assert(fc.asyncProperty(inputs, holds), { numRuns, seed: SEED });

/** Of a server: the answers to requests that a client's library would not send. */
async function withServer(
  site: BuiltSite,
  mode: "exact" | "superset",
  use: (ask: (request: HostileRequest) => ReturnType<typeof sendRawRequest>) => Promise<void>,
): Promise<void> {
  const url = await site.listen(mode);
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  await use((request) => sendRawRequest(url, agent, request));
  agent.destroy();
}

describe("hostile input", () => {
  for (const mode of ["exact", "superset"] as const)
    verifies("6.3", `no request to a server (${mode}) gives a 5xx, hangs, or gives HTML`, (site) =>
      withServer(site, mode, (ask) =>
        check(arbitraryHostileRequest, toPropertyRunCount(25), async (one) => {
          const answer = await ask(one);
          const { pathname } = new URL(LOCAL_ORIGIN + one.target);
          expect(answer.status, one.target.slice(0, 200)).toBeLessThan(500);
          if (!isApiAddress(pathname)) return;
          const faults = findAnswerFaults(site.validate, pathname, one.method, answer);
          expect(faults, one.target).toEqual([]);
        }),
      ),
    );

  verifies("6.3", "an address of 70 kB, and headers of 60 kB, are answered", (site) =>
    withServer(site, "exact", async (send) => {
      const long = "a".repeat(70_000);
      const limited = "/api/v1/models?limit=3";
      const ask = async (target: string, headers = {}) =>
        (await send({ target, method: "GET", headers })).status;
      expect(await ask(`/api/v1/search?q=${long}`)).toBe(414);
      expect(await ask(`/api/v1/models/${long}`)).toBe(404);
      expect(await ask(limited, { Cookie: long.slice(10_000) })).toBe(200);
      expect(await ask(limited, { "X-Odd": "a".repeat(200_000) })).toBe(431);
    }),
  );

  verifies("6.3", "no address reaches the file system", async ({ doors }) => {
    for (const up of splitWords(".. %2e%2e ..%2f.. %252e%252e ....//.. ..%5c.. ..%c0%af"))
      for (const prefix of ["", "/api", "/api/v1/export", "/_q", "/api/v1/models"]) {
        const address = `${prefix}/${up}/${up}/${up}/${up}/etc/passwd`;
        const { status, text } = await readHttpAnswer(await visit(doors.exact, address));
        expect([status, text.includes("root:")], address).toEqual([404, false]);
      }
    for (const own of ["/_redirects", "/_headers", "/.cache/function/data.bin", "/package.json"])
      expect((await visit(doors.exact, own)).status, own).toBe(404);
  });
});
