import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTemporaryFolder } from "../../test/builders/temporary-folder.ts";
import { SAMPLE_WEBHOOK_SECRET as secret } from "../../test/builders/webhook-receiver.ts";
import { readWebhookSubscribers } from "./subscribers.ts";

const GOOD = { url: "https://example.org/hook", secret, kinds: ["price.changed"] };

test("subscribers are read from a file or a variable; without both there are none", async () => {
  const file = join(createTemporaryFolder("subscribers"), "subscribers.json");
  await writeFile(file, JSON.stringify([GOOD]));
  expect(await readWebhookSubscribers({ file })).toEqual([GOOD]);
  // A URL is stored in the normalized form in which it was checked.
  const json = JSON.stringify([{ ...GOOD, url: " HTTPS://Example.org/hook" }]);
  expect(await readWebhookSubscribers({ json })).toEqual([GOOD]);
  expect(await readWebhookSubscribers({ file: "", json: "" })).toEqual([]);
  const missing = /none\.json: cannot be read \(ENOENT\); set WEBHOOKS_FILE/;
  await expect(readWebhookSubscribers({ file: "none.json" })).rejects.toThrow(missing);
});

const wrong = (fields: object) => JSON.stringify([{ ...GOOD, ...fields }]);
test.each([
  ["http to another machine", wrong({ url: "http://example.org/hook" }), "url: not https"],
  ["http to a name of this machine", wrong({ url: "http://localhost/hook" }), "url: not https"],
  ["another scheme", wrong({ url: "ftp://127.0.0.1/hook" }), "url: not https"],
  [
    "a password",
    wrong({ url: "https://me:word@example.org/" }),
    "url: not https without user name",
  ],
  ["a text that is not a URL", wrong({ url: "example.org" }), "url: not an address"],
  ["a short secret", wrong({ secret: "whsec_c2VjcmV0" }), "secret: not a secret"],
  ["a secret without its prefix", wrong({ secret: secret.slice(6) }), "secret: not a secret"],
  ["no kind", wrong({ kinds: [] }), "kinds: empty"],
  ["an unknown kind", wrong({ kinds: ["price.fell"] }), "kinds.0"],
  ["an unknown field", wrong({ retries: 3 }), "subscribers.0"],
  [
    "a URL that is listed twice",
    JSON.stringify([GOOD, GOOD]),
    "subscribers.1.url: is listed twice",
  ],
  ["a text that is not JSON", `[{"secret": "${secret}",}]`, "is not JSON"],
])("%s is refused, and the error shows no value", async (_, json, message) => {
  const error = await readWebhookSubscribers({ json }).catch((error: Error) => error);
  expect(error).toBeInstanceOf(Error);
  expect(String(error)).toMatch(new RegExp(`WEBHOOKS_JSON: .*${message}`));
  for (const value of ["YWxtYW5h", "c2VjcmV0", "example.org", "word@"])
    expect(String(error)).not.toContain(value);
});
