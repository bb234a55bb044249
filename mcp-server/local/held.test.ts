import { once } from "node:events";
import { rm, writeFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { temporaryFolder } from "../../test/builders/temporary-folder.ts";
import { type LocalCdn, startLocalCdn } from "./serve.ts";

const MB = 1024 * 1024;
/** Of a wait on a machine that others use too. */
const PATIENT = { timeout: 30_000 };
const BIG = Buffer.alloc(16 * MB, "a line of text\n");

let dist: string;
let cdn: LocalCdn;
beforeAll(async () => {
  dist = temporaryFolder("held");
  await writeFile(join(dist, "_redirects"), "");
  await writeFile(join(dist, "_headers"), "");
  await writeFile(join(dist, "big.txt"), BIG);
  const handle = async (request: Request) => Response.json((await request.text()).length);
  cdn = await startLocalCdn({ dist, handle, mode: "exact", port: 0, host: "127.0.0.1" });
});
afterAll(async () => {
  await cdn.close();
  await rm(dist, { recursive: true });
});

function say(bytes: string | Buffer): Socket {
  const { hostname, port } = new URL(cdn.url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {});
  socket.write(bytes);
  return socket;
}
const heldMb = () => {
  const { heapTotal, external } = process.memoryUsage();
  return (heapTotal + external) / MB;
};

test.each([
  ["as it is", ""],
  ["compressed", "Accept-Encoding: br\r\n"],
])("clients that do not read on hold no file in memory: %s", async (_, header) => {
  const before = heldMb();
  const sockets = Array.from({ length: 40 }, () =>
    say(`GET /big.txt HTTP/1.1\r\nHost: x\r\n${header}\r\n`),
  );
  await Promise.all(
    sockets.map(async (socket) => {
      await once(socket, "data");
      socket.pause();
    }),
  );
  // 40 copies are 640 MB.
  expect(heldMb() - before).toBeLessThan(160);
  for (const socket of sockets) socket.destroy();
});

test("bodies that come slowly do not add up without end", async () => {
  const length = 6 * MB;
  const head = `POST /api/mcp HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`;
  const sockets = Array.from({ length: 11 }, () =>
    say(Buffer.concat([Buffer.from(head), Buffer.alloc(length - 1, "a")])),
  );
  const answers: string[] = [];
  for (const socket of sockets)
    socket.setEncoding("latin1").on("data", (text: string) => answers.push(text.slice(0, 12)));
  await vi.waitFor(
    () => expect(sockets.every(({ writableLength }) => writableLength === 0)).toBe(true),
    PATIENT,
  );
  await vi.waitFor(async () => {
    const other = await fetch(`${cdn.url}/api/mcp`, { method: "POST", body: "a".repeat(5 * MB) });
    expect(other.status).toBe(503);
  }, PATIENT);
  for (const socket of sockets) socket.write("a");
  await vi.waitFor(() => expect(answers).toHaveLength(11), PATIENT);
  expect(answers.filter((line) => line === "HTTP/1.1 200").length).toBeLessThanOrEqual(10);
  const after = await fetch(`${cdn.url}/api/mcp`, { method: "POST", body: "a".repeat(5 * MB) });
  expect(after.status).toBe(200);
  for (const socket of sockets) socket.destroy();
});
