import type { lookup } from "node:dns";
import { request } from "undici";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startRawServer } from "../../../test/builders/raw-server.ts";
import {
  isPublicAddress,
  lookupPublic,
  publicDispatcher,
  refusePrivateHost,
} from "./public-addresses.ts";

test.each(["10.1.2.3", "127.0.0.1", "169.254.169.254", "172.31.0.1", "192.168.1.1", "100.64.0.1"])(
  "%s is not public, however it is written",
  (address) => {
    expect(isPublicAddress(address)).toBe(false);
    expect(isPublicAddress(`::ffff:${address}`)).toBe(false);
    expect(() => refusePrivateHost(new URL(`https://${address}/x`))).toThrow("no public address");
  },
);

test.each([
  ...["::1", "fe80::1", "fd00::1", "fec0::1", "2002:a00:1::", "64:ff9b:1::a00:1", "::10.0.0.1"],
  ...["::ffff:7f00:1", "::ffff:0:10.0.0.1", "2001:0:a00:1::", "0:0:0:0:0:ffff:a9fe:a9fe"],
])("%s is not public", (address) => {
  expect(isPublicAddress(address)).toBe(false);
  expect(() => refusePrivateHost(new URL(`https://[${address}]/`))).toThrow("no public address");
});

test.each([
  "2130706433",
  "0x7f.1",
  "0177.0.0.1",
  "127.1",
  "0",
  "10.1",
  "0xa9fea9fe",
  "１２７.0.0.1",
])("%s in an address is a number of this machine or of a private network", (host) => {
  expect(() => refusePrivateHost(new URL(`https://${host}/`))).toThrow("no public address");
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

describe("a connection", () => {
  let server: Awaited<ReturnType<typeof startRawServer>>;
  const fails = async (url: string, resolve: typeof lookup) => {
    const dispatcher = publicDispatcher(resolve);
    const failure: unknown = await request(url, { dispatcher }).catch((thrown) => thrown);
    await dispatcher.destroy();
    return failure;
  };
  beforeAll(async () => {
    server = await startRawServer("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
  });
  afterAll(() => server.close());

  test("is not made to an address in digits", async () => {
    expect(await fails(server.origin, dnsOf("93.184.216.34"))).toMatchObject({ kind: "private" });
    const mapped = server.origin.replace("127.0.0.1", "[::ffff:127.0.0.1]");
    expect(await fails(mapped, dnsOf("93.184.216.34"))).toMatchObject({ kind: "private" });
  });

  test("is not made to a name that is another address when it is connected to", async () => {
    const named = server.origin.replace("127.0.0.1", "rebound.example");
    expect(await fails(named, dnsOf("127.0.0.1"))).toMatchObject({ kind: "private" });
    expect(await fails(named, dnsOf("93.184.216.34", "::1"))).toMatchObject({ kind: "private" });
  });
});
