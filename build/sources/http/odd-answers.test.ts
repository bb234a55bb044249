/** Answers that are hardly HTTP: each is a failure of its source, told in a word, and nothing else. */
import { expect, test } from "vitest";
import { startRawServer } from "../../../test/builders/raw-server.ts";
import { createTestNetwork, liveOf } from "../../../test/builders/test-network.ts";
import { UpstreamError } from "../live.ts";
import { fetchUpstream } from "./fetch-upstream.ts";

const OK = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";
const BUSY = "HTTP/1.1 503 Busy\r\n";
const END = "connection: close\r\ncontent-length: 2\r\n\r\n{}";

test.each([
  ["not HTTP", "SSH-2.0-OpenSSH_9.6\r\n", "network"],
  ["a TLS alert", "\x15\x03\x01\x00\x02\x02\x28", "network"],
  ["nothing", "", "reset"],
  ["a bad chunk", `${OK}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`, "network"],
  ["a chunk cut off", `${OK}transfer-encoding: chunked\r\n\r\n5\r\n{`, "truncated"],
  ["two lengths", `${OK}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`, "network"],
  ["two Retry-After", `${BUSY}retry-after: 1\r\nretry-after: 2\r\n${END}`, "status"],
  ["an odd Retry-After", `${BUSY}retry-after: soon\r\n${END}`, "status"],
  ["an odd location", `HTTP/1.1 302 Found\r\nlocation: http://[::x\r\n${END}`, "redirect"],
  ["a private location", `HTTP/1.1 302 Found\r\nlocation: https://10.0.0.1/\r\n${END}`, "private"],
  ["status 999", `HTTP/1.1 999 Odd\r\n${END}`, "status"],
  ["an unknown encoding", `${OK}content-encoding: rot13\r\n${END}`, "encoding"],
])("%s", async (_name, bytes, kind) => {
  const server = await startRawServer(bytes);
  const network = await createTestNetwork(server.origin);
  const live = liveOf([{ url: "https://odd.example/a.json", path: "a.json" }]);
  const failure = await fetchUpstream({ id: "odd", live }, network).catch((error) => error);
  await server.close();
  expect(failure).toBeInstanceOf(UpstreamError);
  expect(failure.kind).toBe(kind);
});
