import type { lookup } from "node:dns";
import { expect, test } from "vitest";
import { isPublicAddress, lookupPublic, refusePrivateHost } from "./public-addresses.ts";

test.each(["10.1.2.3", "127.0.0.1", "169.254.169.254", "172.31.0.1", "192.168.1.1", "100.64.0.1"])(
  "%s is not public, however it is written",
  (address) => {
    expect(isPublicAddress(address)).toBe(false);
    expect(isPublicAddress(`::ffff:${address}`)).toBe(false);
    expect(() => refusePrivateHost(new URL(`https://${address}/x`))).toThrow("no public address");
  },
);

test.each(["::1", "fe80::1", "fd00::1"])("%s is not public", (address) => {
  expect(isPublicAddress(address)).toBe(false);
  expect(() => refusePrivateHost(new URL(`https://[${address}]/`))).toThrow("no public address");
});

test("public addresses and names pass", () => {
  expect(isPublicAddress("93.184.216.34")).toBe(true);
  expect(isPublicAddress("2606:2800:220:1::1")).toBe(true);
  expect(() => refusePrivateHost(new URL("https://upstream.example/"))).not.toThrow();
});

const dnsOf = (...addresses: string[]) =>
  ((_name: string, _options: object, found: (error: null, all: object[]) => void) =>
    found(
      null,
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    )) as unknown as typeof lookup;

test("a name that leads to one private address is refused", () => {
  const outcomes: unknown[] = [];
  const found = (error: Error | null, address: unknown) => void outcomes.push(error ?? address);
  lookupPublic("upstream.example", {}, found, dnsOf("93.184.216.34"));
  lookupPublic("upstream.example", {}, found, dnsOf("93.184.216.34", "10.0.0.1"));
  expect(outcomes[0]).toBe("93.184.216.34");
  expect(outcomes[1]).toMatchObject({ kind: "private", isTransient: false });
});
