/** Connections to the public internet alone: no name, and no redirect, leads into a private network. */
import { type LookupAddress, type LookupOptions, lookup } from "node:dns";
import { BlockList, isIP } from "node:net";
import { Agent } from "undici";
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
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
] as const)
  NOT_PUBLIC.addSubnet(network, bits, "ipv4");
for (const [network, bits] of [
  ["::", 127],
  ["64:ff9b::", 96],
  ["fc00::", 7],
  ["fe80::", 10],
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

/** For upstreams: what they name, and what they redirect to, is theirs to write. */
export const publicDispatcher = (): Agent =>
  new Agent({
    connect: { lookup: (name, options, found) => lookupPublic(name, options, found as Found) },
  });
