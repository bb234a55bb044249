/** Where requests may go: public addresses over https; in tests, a replay server on this machine. */
import { type LookupAddress, type LookupOptions, lookup } from "node:dns";
import { BlockList, isIP } from "node:net";
import { Agent, type Dispatcher } from "undici";
import { toSlug } from "../../cost/rates.ts";
import type { ServiceDescription } from "../../schema/service.ts";
import { RequestFailure } from "./failure.ts";

/** This machine, private and link-local networks, and reserved ranges (RFC 6890). */
const PRIVATE = new BlockList();
for (const range of [
  "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24",
  "192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24",
  "224.0.0.0/3",
  // IPv6 ranges that contain an IPv4 address to which a gateway forwards: compatible, translated, Teredo, 6to4.
  "::/96 ::ffff:0:0:0/96 64:ff9b::/96 64:ff9b:1::/48 2001::/23 2002::/16",
  "100::/64 2001:db8::/32 fc00::/7 fe80::/10 fec0::/10 ff00::/8",
].flatMap((line) => line.split(" "))) {
  const [network = "", bits] = range.split("/");
  PRIVATE.addSubnet(network, Number(bits), network.includes(":") ? "ipv6" : "ipv4");
}

/** @param address An IP address, without the brackets of a URL. */
const isPublicAddress = (address: string): boolean =>
  !PRIVATE.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");

const toPrivateFailure = (address: string): RequestFailure =>
  new RequestFailure("private", `leads to ${address}, which is not a public address`);

type Found = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/** As `dns.lookup`, but refuses a name that has any private address. */
function lookupPublic(
  resolve: typeof lookup,
  hostname: string,
  options: LookupOptions,
  found: Found,
): void {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error || first === undefined) return found(error, "");
    const inside = addresses.find(({ address }) => !isPublicAddress(address));
    if (inside) return found(toPrivateFailure(inside.address), "");
    return options.all ? found(null, addresses) : found(null, first.address, first.family);
  });
}

/** Refuses a request, and each redirect, before a connection is made. */
const checked =
  (check: (url: URL) => void): Dispatcher.DispatcherComposeInterceptor =>
  (dispatch) =>
  (options, handler) => {
    check(new URL(String(options.origin)));
    return dispatch(options, handler);
  };

function checkPublic({ protocol, hostname }: URL): void {
  if (protocol !== "https:") throw toInsecureFailure();
  // Node does not resolve IP addresses in a URL, so they are checked here.
  const address = hostname.replace(/^\[|\]$/g, "");
  if (isIP(address) !== 0 && !isPublicAddress(address)) throw toPrivateFailure(address);
}

const toInsecureFailure = (): RequestFailure =>
  new RequestFailure("insecure", "leads to an address that does not begin with https");

/** For upstreams: https to public addresses only; the address that was checked is the one that is connected to. */
export const createPublicHttpsDispatcher = (resolve: typeof lookup = lookup): Dispatcher =>
  new Agent({
    connect: {
      lookup: (name, options, found) => lookupPublic(resolve, name, options, found as Found),
    },
  }).compose(checked(checkPublic));

/** For an endpoint that the operator names: https, or http to this machine. */
export const createHttpsOrLocalDispatcher = (): Dispatcher =>
  new Agent().compose(
    checked(({ protocol, hostname }) => {
      const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
      if (protocol !== "https:" && !isLocal) throw toInsecureFailure();
    }),
  );

/** Sends https requests to a replay server: `https://models.dev/api.json` → `<origin>/models.dev/api.json`. */
export const createReplayDispatcher = (origin: string): Dispatcher =>
  new Agent().compose((dispatch) => (options, handler) => {
    const { protocol, host } = new URL(String(options.origin));
    return protocol === "https:"
      ? dispatch({ ...options, origin, path: `/${host}${options.path}` }, handler)
      : dispatch(options, handler);
  });

/** `model-almanac (+https://…/contact)`: who sends the request and where to complain. */
export const toUserAgent = ({
  name,
  contact_url,
}: Pick<ServiceDescription, "name" | "contact_url">) =>
  contact_url === null ? toSlug(name) : `${toSlug(name)} (+${contact_url})`;
