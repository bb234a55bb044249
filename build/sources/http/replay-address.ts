/** How a replay server on this machine stands in for the hosts of the world. */

/**
 * `https://models.dev/api.json` → `http://127.0.0.1:PORT/models.dev/api.json`. Addresses that are
 * not https stay: where a replay sends its caller on to a port of this machine, it means that port.
 *
 * @param origin `http://127.0.0.1:PORT`.
 */
export function toReplay(origin: string): (url: URL) => URL {
  return (url) =>
    url.protocol === "https:" ? new URL(`/${url.host}${url.pathname}${url.search}`, origin) : url;
}
