/** Connections to the public internet alone: no name, and no redirect, leads into a private network. */
import { type LookupAddress, type LookupOptions, lookup } from "node:dns";
import { BlockList, isIP } from "node:net";
import { Agent, buildConnector } from "undici";
import { RequestFailure } from "./failure.ts";

/** This machine, private and link-local networks, and what is reserved (RFC 6890). */
const NOT_PUBLIC = new BlockList();
for (const [network, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  NOT_PUBLIC.addSubnet(network, bits, "ipv4");
for (const [network, bits] of [
  // With an IPv4 address inside, which a gateway would go on to: compatible, translated, Teredo, 6to4.
  ["::", 96],
  ["::ffff:0:0:0", 96],
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["2001::", 23],
  ["2002::", 16],
  ["100::", 64],
  ["2001:db8::", 32],
  ["fc00::", 7],
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8],
] as const)
  NOT_PUBLIC.addSubnet(network, bits, "ipv6");

/** @param address An IP address, without the brackets of a URL. */
export const isPublicAddress = (address: string): boolean =>
  !NOT_PUBLIC.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");

/** @throws RequestFailure when the host is written as an address that is not public. Names are checked when they are looked up. */
export function refusePrivateHost(url: URL): void {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw toFailure(host);
}

const toFailure = (address: string): RequestFailure =>
  new RequestFailure("private", `leads to ${address}, which is no public address`);

type Found = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/** As `dns.lookup`, but a name that has one private address is refused whole: it may be asked for again. */
export function lookupPublic(
  hostname: string,
  options: LookupOptions,
  found: Found,
  resolve: typeof lookup = lookup,
): void {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error || first === undefined) return found(error, "");
    const inside = addresses.find(({ address }) => !isPublicAddress(address));
    if (inside) return found(toFailure(inside.address), "");
    return options.all ? found(null, addresses) : found(null, first.address, first.family);
  });
}

/**
 * For upstreams: what they name, and what they redirect to, is theirs to write. The address that is connected to is the
 * one that was checked: there is no second lookup between, in which a name could mean another (DNS rebinding).
 */
export function publicDispatcher(resolve: typeof lookup = lookup): Agent {
  const connect = buildConnector({
    lookup: (name, options, found) => lookupPublic(name, options, found as Found, resolve),
  });
  return new Agent({
    connect: (options, done) => {
      // An address in digits is not looked up.
      const host = options.hostname.replace(/^\[|\]$/g, "");
      if (isIP(host) !== 0 && !isPublicAddress(host)) return done(toFailure(host), null);
      connect(options, done);
    },
  });
}
