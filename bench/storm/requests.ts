/** Valid, odd and hostile requests to every endpoint, page, embed and tool, the same for the same seed. */
import fc from "fast-check";
import { getAt } from "../../build/schema/collections.ts";
import type { Context } from "../../generator/http/endpoint.ts";
import { anyText } from "../../test/builders/any-text.ts";
import { type HostileRequest, hostileRequest } from "../../test/contract/hostile-inputs.ts";
import { endpointAddress, publishedAddress } from "./addresses.ts";
import { toolCall } from "./tool-calls.ts";

export interface StormRequest extends HostileRequest {
  kind: "valid" | "odd" | "hostile" | "page" | "tool";
  /** Of a POST. */
  body?: string;
}

const PLAIN = { method: "GET", headers: {} };

/** @param files Published paths, and other addresses of them. */
export function stormRequest(
  context: Context,
  files: readonly string[],
): fc.Arbitrary<StormRequest> {
  const pages = files.filter((path) => !path.startsWith("/_q") && !path.startsWith("/api/"));
  const published = files.filter((path) => path.startsWith("/api/"));
  const models = context.catalog.models.map(({ slug }) => slug);
  const model = fc.constantFrom(...models);
  const name = fc.oneof(model, fc.constantFrom(...context.catalog.models.map((one) => one.name)));
  const misspelt = fc.tuple(name, fc.nat(), fc.nat(25)).map(([text, at, letter]) => {
    const cut = at % (text.length + 1);
    return text.slice(0, cut) + String.fromCharCode(97 + letter) + text.slice(cut + 1);
  });
  const asked = fc.oneof(
    name,
    misspelt,
    anyText(30).map((text) => text.toWellFormed()),
  );
  const escaped = asked.map(encodeURIComponent);

  const valid = fc.oneof(
    { weight: 4, arbitrary: endpointAddress(context, name) },
    { weight: 1, arbitrary: publishedAddress(published) },
    { weight: 1, arbitrary: misspelt.map((q) => `/api/v1/search?q=${encodeURIComponent(q)}`) },
    { weight: 1, arbitrary: model.map((slug) => `/api/v1/models/${slug}/cheapest`) },
    {
      weight: 1,
      arbitrary: fc
        .uniqueArray(model, { minLength: 2, maxLength: 5 })
        .map((slugs) => `/api/v1/compare?models=${slugs.join(",")}`),
    },
  );
  const odd = fc.tuple(valid, hostileRequest).map(([address, { target, method, headers }]) => {
    const query = target.split("?")[1] ?? "";
    return { target: address + (address.includes("?") ? "&" : "?") + query, method, headers };
  });
  const page = fc.oneof(
    { weight: 2, arbitrary: publishedAddress(pages) },
    { weight: 2, arbitrary: escaped.map((q) => `/search?q=${q}`) },
    {
      weight: 2,
      arbitrary: fc.array(escaped, { maxLength: 6 }).map((all) => `/compare?models=${all.join()}`),
    },
    {
      weight: 1,
      arbitrary: hostileRequest.map(({ target }) => target.replace(/^\/api(\/v1)?/, "") || "/"),
    },
  );
  const of = <T extends Pick<HostileRequest, "target">>(
    kind: StormRequest["kind"],
    part: fc.Arbitrary<T>,
  ): fc.Arbitrary<StormRequest> => part.map((request) => ({ ...PLAIN, ...request, kind }));
  return fc.oneof(
    {
      weight: 3,
      arbitrary: of(
        "valid",
        valid.map((target) => ({ target })),
      ),
    },
    { weight: 2, arbitrary: of("odd", odd) },
    { weight: 2, arbitrary: of("hostile", hostileRequest) },
    {
      weight: 2,
      arbitrary: of(
        "page",
        page.map((target) => ({ target: toTarget(target) })),
      ),
    },
    { weight: 1, arbitrary: of("tool", toolCall(asked, model)) },
  );
}

/** A file's address as a browser asks for it: an index by its folder. */
const toTarget = (path: string): string =>
  path.replace(/(\/|^)index\.html$/, "$1").replace(/\.html$/, "") || "/";

/** In pieces, so that no more than one piece is held. */
export function* drawRequests(
  requests: fc.Arbitrary<StormRequest>,
  count: number,
  seed: number,
): Generator<StormRequest> {
  for (let drawn = 0, piece = 0; drawn < count; drawn += 1_000, piece += 1) {
    const some = fc.sample(requests, {
      numRuns: Math.min(1_000, count - drawn),
      seed: seed + piece,
    });
    for (let at = 0; at < some.length; at += 1) yield getAt(some, at);
  }
}
