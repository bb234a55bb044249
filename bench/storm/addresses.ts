/** Addresses that have an answer: of every endpoint with each of its parameters, and of every kind of published file. */
import fc from "fast-check";
import { ENDPOINTS } from "../../generator/endpoints/index.ts";
import type { Context, Endpoint } from "../../generator/http/endpoint.ts";
import { toPath } from "../../generator/http/execute.ts";
import type { Parameter } from "../../generator/http/parameter.ts";

/** Half of them by the kind, so that a file that is alone in its kind is drawn too. */
export function publishedAddress(paths: readonly string[]): fc.Arbitrary<string> {
  const kinds = [...new Set(paths.map(kindOf))];
  const ofKind = (kind: string) => fc.constantFrom(...paths.filter((one) => kindOf(one) === kind));
  return fc.oneof(fc.constantFrom(...paths), fc.oneof(...kinds.map(ofKind)));
}

/** `/api/v1/models/gpt-4o.json` → `/api/v1/models/*.json`; `/badge/gpt-4o.svg` → `/badge/*.svg`. */
export function kindOf(path: string): string {
  const folders = path.split("/").slice(0, -1);
  const known = folders[1] === "api" ? folders.slice(0, 4) : folders.slice(0, 3);
  return `${known.join("/")}/*${/\.\w+$/.exec(path)?.[0] ?? ""}`;
}

/** Of the addresses that the build names, and with any of the parameters. @param name What may stand where a text is asked for. */
export function endpointAddress(
  context: Context,
  name: fc.Arbitrary<string>,
): fc.Arbitrary<string> {
  const named = ENDPOINTS.map((endpoint) => enumerated(endpoint, context));
  return fc.oneof(
    fc.constantFrom(...named.flat()),
    fc.oneof(...named.map((addresses) => fc.constantFrom(...addresses))),
    fc.oneof(...ENDPOINTS.map((endpoint, at) => withParameters(endpoint, named[at] ?? [], name))),
  );
}

/** With an example of its path where the build names none. */
function enumerated(endpoint: Endpoint, context: Context): string[] {
  const { path, params, exampleQuery } = endpoint;
  const examples = Object.entries(params).map(([key, { example }]) => [key, example]);
  const example = toPath(path, Object.fromEntries(examples) as Record<string, string>);
  const named = Array.from(endpoint.enumerate(context), (request) => {
    const text = new URLSearchParams(request.query as Record<string, string>).toString();
    return toPath(path, request.params) + (text === "" ? "" : `?${text}`);
  });
  return [exampleQuery ? `${example}?${exampleQuery}` : example, ...named];
}

function withParameters(
  { query }: Endpoint,
  addresses: readonly string[],
  name: fc.Arbitrary<string>,
): fc.Arbitrary<string> {
  const values: Record<string, fc.Arbitrary<string>> = Object.fromEntries(
    Object.entries(query).map(([key, parameter]) => [key, valueFor(parameter, name)]),
  );
  const paths = addresses.map((address) => address.split("?")[0] ?? "");
  return fc
    .tuple(fc.constantFrom(...paths), fc.record(values, { requiredKeys: [] }))
    .map(([path, asked]) => {
      const text = new URLSearchParams(asked as Record<string, string>).toString();
      return text === "" ? path : `${path}?${text}`;
    });
}

/** What its schema says that it takes. */
function valueFor(
  { schema }: Parameter<unknown>,
  name: fc.Arbitrary<string>,
): fc.Arbitrary<string> {
  const { type, format, enum: all, examples } = schema;
  const values = [all, examples].find(Array.isArray) as string[] | undefined;
  if (values) return fc.constantFrom(...values);
  if (type === "integer") return fc.integer({ min: 1, max: 60 }).map(String);
  if (format === "date") return fc.constantFrom("2024-02-29", "2026-01-01", "2026-06-01");
  return name;
}
