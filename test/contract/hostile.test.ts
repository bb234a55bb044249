/** Requests that are too large or try to read files. Random requests are tested in `load-requests.test.ts`. */
import { describe, expect } from "vitest";
import { verifies, visit } from "./harness.ts";
import { splitWords } from "./hostile-inputs.ts";
import { sendRawRequest } from "./send-raw.ts";

describe("hostile input", () => {
  verifies("6.3", "an address of 70 kB, and headers of 60 kB, are answered", async (site) => {
    const url = await site.listen("exact");
    const long = "a".repeat(70_000);
    const limited = "/api/v1/models?limit=3";
    const ask = async (target: string, headers = {}) =>
      (await sendRawRequest(url, false, { target, method: "GET", headers })).status;
    expect(await ask(`/api/v1/search?q=${long}`)).toBe(414);
    expect(await ask(`/api/v1/models/${long}`)).toBe(404);
    expect(await ask(limited, { Cookie: long.slice(10_000) })).toBe(200);
    expect(await ask(limited, { "X-Odd": "a".repeat(200_000) })).toBe(431);
  });

  verifies("6.3", "no address reaches the file system", async ({ doors }) => {
    for (const up of splitWords(".. %2e%2e ..%2f.. %252e%252e ....//.. ..%5c.. ..%c0%af"))
      for (const prefix of ["", "/api", "/api/v1/export", "/_q", "/api/v1/models"]) {
        const address = `${prefix}/${up}/${up}/${up}/${up}/etc/passwd`;
        const response = await visit(doors.exact, address);
        expect(response.status, address).toBe(404);
        expect(await response.text(), address).not.toContain("root:");
      }
    for (const own of ["/_redirects", "/_headers", "/.cache/function/data.bin", "/package.json"])
      expect((await visit(doors.exact, own)).status, own).toBe(404);
  });
});
