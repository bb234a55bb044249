/** Clients that keep a server from being done with them. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";

function ask(url: string, path: string): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {});
  socket.write(`GET ${path} HTTP/1.1\r\nHost: storm\r\n\r\n`);
  return socket;
}

/** Each takes a first piece of its answer and then no more, for as long as `during` runs. @returns How many got a first piece. */
export async function readSlowly(
  url: string,
  path: string,
  count: number,
  during: () => Promise<void>,
): Promise<number> {
  const sockets = Array.from({ length: count }, () => ask(url, path));
  const firsts = sockets.map(async (socket) => {
    const came = await Promise.race([once(socket, "data"), once(socket, "close")]);
    socket.pause();
    return came.length > 0 && typeof came[0] !== "boolean";
  });
  const begun = await Promise.all(firsts);
  await during();
  for (const socket of sockets) socket.destroy();
  return begun.filter(Boolean).length;
}

/** Each asks, and leaves some milliseconds later; so many at a time. */
export async function abortRequests(
  url: string,
  path: string,
  count: number,
  atOnce: number,
): Promise<void> {
  for (let sent = 0; sent < count; sent += atOnce) {
    const sockets = Array.from({ length: Math.min(atOnce, count - sent) }, () => ask(url, path));
    await Promise.all(sockets.map((socket) => once(socket, "connect").catch(() => [])));
    await setTimeout(5);
    for (const socket of sockets) socket.destroy();
  }
}
