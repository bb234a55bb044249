import { expect } from "vitest";
import { z } from "zod";
import { ORIGIN } from "./harness.ts";
import { verifies } from "./verifies.ts";

verifies("E-api-catalog", "is a link set whose addresses answer", async ({ base, doors }) => {
  const response = await doors.exact(new Request(`${ORIGIN}/.well-known/api-catalog`));
  expect(response.status).toBe(200);
  expect(response.headers.get("Content-Type")).toBe(
    'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  );
  const Links = z.array(z.strictObject({ href: z.url(), type: z.string() })).min(1);
  const toApi = (path: string) =>
    z.strictObject({
      anchor: z.literal(base + path),
      "service-desc": Links,
      "service-doc": Links,
      status: Links,
      license: Links,
    });
  const { linkset } = z
    .strictObject({ linkset: z.tuple([toApi("/"), toApi("/api/mcp")]) })
    .parse(await response.json());
  const [api, mcp] = linkset;
  expect(api["service-desc"][0]?.href).toBe(`${base}/api/v1/openapi.json`);
  expect(mcp["service-desc"][0]?.href).toBe(`${base}/server.json`);
  const links = linkset.flatMap((one) => [
    ...one["service-desc"],
    ...one["service-doc"],
    ...one.status,
  ]);
  for (const { href, type } of links) {
    const answer = await doors.exact(new Request(ORIGIN + href.slice(base.length)));
    expect([answer.status, answer.headers.get("Content-Type")?.split(";")[0]], href).toEqual([
      200,
      type,
    ]);
  }
});
