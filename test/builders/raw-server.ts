/** A server that answers every connection with the same bytes, HTTP or not. For answers that no HTTP server would send. */
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

export async function startRawServer(
  bytes: string,
): Promise<{ origin: string; close(): Promise<void> }> {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => socket.end(bytes));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      server.close();
      await once(server, "close");
    },
  };
}
