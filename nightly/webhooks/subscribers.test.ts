import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTemporaryFolder } from "../../test/builders/temporary-folder.ts";
import { SAMPLE_WEBHOOK_SECRET } from "../../test/builders/webhook-receiver.ts";
import { readWebhookSubscribers } from "./subscribers.ts";

const GOOD = {
  url: "https://example.org/hook",
  secret: SAMPLE_WEBHOOK_SECRET,
  kinds: ["price.changed"],
};

test("subscribers are read from a file or a variable; without both there are none", async () => {
  const file = join(createTemporaryFolder("subscribers"), "subscribers.json");
  await writeFile(file, JSON.stringify([GOOD]));
  expect(await readWebhookSubscribers({ file })).toEqual([GOOD]);
  // A URL is stored in the normalized form in which it was checked.
  const json = JSON.stringify([{ ...GOOD, url: " HTTPS://Example.org/hook" }]);
  expect(await readWebhookSubscribers({ json })).toEqual([GOOD]);
  expect(await readWebhookSubscribers({})).toEqual([]);
  expect(await readWebhookSubscribers({ file: "", json: "" })).toEqual([]);
});

test("the error for a missing file names it", async () => {
  await expect(readWebhookSubscribers({ file: "none.json" })).rejects.toThrow(
    /none\.json: cannot be read \(ENOENT\); set WEBHOOKS_FILE/,
  );
});

test.each([
  ["http to another machine", { url: "http://example.org/hook" }, "url: not https"],
  ["http to a name of this machine", { url: "http://localhost/hook" }, "url: not https"],
  ["another scheme", { url: "ftp://127.0.0.1/hook" }, "url: not https"],
  ["a password", { url: "https://me:word@example.org/" }, "url: contains a user name or password"],
  ["a text that is not a URL", { url: "example.org" }, "url: not an address"],
  ["a short secret", { secret: "whsec_c2VjcmV0" }, "secret: not a secret"],
  [
    "a secret without its prefix",
    { secret: SAMPLE_WEBHOOK_SECRET.slice(6) },
    "secret: not a secret",
  ],
  ["no kind", { kinds: [] }, "kinds: empty"],
  ["an unknown kind", { kinds: ["price.fell"] }, "kinds.0"],
  ["an unknown field", { retries: 3 }, "subscribers.0"],
])("%s is refused, and the error shows no value", async (_, wrong, message) => {
  const json = JSON.stringify([{ ...GOOD, ...wrong }]);
  const error = await readWebhookSubscribers({ json }).catch((error: Error) => error);
  expect(error).toBeInstanceOf(Error);
  const text = String(error);
  expect(text).toContain(`WEBHOOKS_JSON: subscribers.0`);
  expect(text).toContain(message);
  for (const value of ["YWxtYW5h", "c2VjcmV0", "example.org", "word@"])
    expect(text).not.toContain(value);
});

test("a URL may not be listed twice, and invalid JSON is not quoted", async () => {
  await expect(readWebhookSubscribers({ json: JSON.stringify([GOOD, GOOD]) })).rejects.toThrow(
    "subscribers.1.url: is listed twice",
  );
  const error = await readWebhookSubscribers({
    json: `[{"secret": "${SAMPLE_WEBHOOK_SECRET}",}]`,
  }).catch(String);
  expect(error).toContain("WEBHOOKS_JSON: is not JSON");
  expect(error).not.toContain(SAMPLE_WEBHOOK_SECRET.slice(6, 16));
});
