/** Requests that are too large or try to read files. Random requests are tested in `load-requests.test.ts`. */
import { expect } from "vitest";
import { verifies } from "./harness.ts";
import { splitWords } from "./hostile-inputs.ts";
import { sendRawRequest } from "./send-raw.ts";

const send = (url: string, target: string, headers = {}) =>
  sendRawRequest(url, false, { target, method: "GET", headers });

verifies("6.3", "an address of 70 kB, and headers of 60 kB, are answered", async (site) => {
  const url = await site.listen("exact");
  const long = "a".repeat(70_000);
  const limited = "/api/v1/models?limit=3";
  for (const [target, status, headers] of [
    [`/api/v1/search?q=${long}`, 414, {}],
    [`/api/v1/models/${long}`, 404, {}],
    [limited, 200, { Cookie: long.slice(10_000) }],
    [limited, 431, { "X-Odd": "a".repeat(200_000) }],
  ] as const)
    expect((await send(url, target, headers)).status, target.slice(0, 40)).toBe(status);
});

verifies("6.3", "no address reaches the file system", async (site) => {
  const url = await site.listen("exact");
  const ups = splitWords(".. %2e%2e ..%2f.. %252e%252e ....//.. ..%5c.. ..%c0%af ..\\ %5c..");
  const outside = ["", "/api", "/api/v1/export", "/_q", "/docs", "/api/v1/models"].flatMap(
    (folder) => ups.map((up) => `${folder}/${up}/${up}/${up}/${up}/etc/passwd`),
  );
  const own =
    splitWords(`/_redirects /_headers /_q /_q/ /_q/api /.cache/function/data.bin /package.json
    /../function/data.json /%2e%2e/function/data.json //function/data.json /%00 /index.html%00 /docs.html/`);
  for (const target of [...outside, ...own]) {
    const { status, text } = await send(url, target);
    expect(status, target).toBe(404);
    expect(text, target).not.toContain("root:");
  }
});
