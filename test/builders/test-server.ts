/** Servers on free ports of this machine, closed after the tests of a file. */
import { once } from "node:events";
import { createServer, Server as HttpServer, type RequestListener } from "node:http";
import type { AddressInfo, Server } from "node:net";
import { closeAfterTests } from "./close-after-tests.ts";

/** @returns Its origin: `http://127.0.0.1:PORT`. */
export const startTestServer = (answer: RequestListener): Promise<string> =>
  listenForTests(createServer(answer));

/** @returns The origin of an HTTP server or a raw TCP server. */
export async function listenForTests(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  closeAfterTests(async () => {
    if (server instanceof HttpServer) server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
