/** A request of an endpoint → its answer and headers, the same at build time and online. */
import type { Context, Endpoint, EndpointRequest, Ok } from "./endpoint.ts";
import { toDataHeaders, toEnvelope } from "./envelope.ts";
import type { ParameterValues } from "./parameter.ts";
import { isProblem, type Problem } from "./problem.ts";

export interface EndpointAnswer {
  /** Not yet written as JSON. */
  value: unknown;
  headers: Record<string, string>;
}

/** Reads every known parameter; unknown ones are ignored, empty ones are absent. */
export function readQuery(
  endpoint: Endpoint,
  query: ReadonlyMap<string, string>,
): Record<string, unknown> | Problem {
  const values: Record<string, unknown> = {};
  for (const [name, parameter] of parametersOf(endpoint)) {
    const value = parameter.read(query.get(name) || undefined, name);
    if (typeof value === "object" && value !== null && isProblem(value)) return value;
    values[name] = value;
  }
  return values;
}

/** Parameters that an enumerated request leaves out take their defaults. */
export function withDefaults(
  endpoint: Endpoint,
  query: Partial<ParameterValues<Endpoint["query"]>>,
): Record<string, unknown> {
  const given: Record<string, unknown> = query;
  return Object.fromEntries(
    parametersOf(endpoint).map(([name, parameter]) => [
      name,
      name in given ? given[name] : parameter.read(undefined, name),
    ]),
  );
}

/** The parameters that differ from their defaults, sorted by name. */
export function canonicalQuery(
  endpoint: Endpoint,
  query: Record<string, unknown>,
): Record<string, string> {
  const canonical: Record<string, string> = {};
  for (const [name, parameter] of parametersByName(endpoint)) {
    const text = parameter.write(query[name], query);
    if (text !== undefined) canonical[name] = text;
  }
  return canonical;
}

/** Fills `{slug}` and the like. */
export function toPath(template: string, params: Record<string, string>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ""),
  );
}

/** @returns The answer, or the problem that the endpoint found. */
export function execute(
  endpoint: Endpoint,
  request: EndpointRequest,
  context: Context,
): EndpointAnswer | Problem {
  const result = endpoint.respond(request as never, context);
  if (isProblem(result)) return result;
  const { service } = context.catalog;
  const path = result.canonicalPath ?? toPath(endpoint.path, request.params);
  const url = `${service.base_url}${path}${toQueryString(canonicalQuery(endpoint, request.query))}`;
  const envelope = toEnvelope(service, {
    url,
    title: result.title,
    asOf: result.asOf,
    ...licenseOf(result),
  });
  if (result.bare !== undefined) {
    return { value: result.bare, headers: toDataHeaders(service, envelope) };
  }
  const headers: Record<string, string> = result.canonicalPath
    ? { Link: `<${url}>; rel="canonical"` }
    : {};
  return { value: { ...envelope, ...result.body }, headers };
}

/** Commas stay readable: `models=a,b`. */
export function toQueryString(query: Record<string, string>): string {
  const pairs = Object.entries(query).map(
    ([name, value]) => `${name}=${encodeURIComponent(value).replaceAll("%2C", ",")}`,
  );
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

const licenseOf = ({ license }: Ok) => (license === undefined ? {} : { license });

const parametersOf = (endpoint: Endpoint) => Object.entries(endpoint.query);

/** Sorted once for each endpoint: thousands of answers ask. */
const sortedParameters = new WeakMap<Endpoint, ReturnType<typeof parametersOf>>();
function parametersByName(endpoint: Endpoint): ReturnType<typeof parametersOf> {
  let sorted = sortedParameters.get(endpoint);
  if (!sorted) {
    sorted = parametersOf(endpoint).sort(([a], [b]) => (a < b ? -1 : 1));
    sortedParameters.set(endpoint, sorted);
  }
  return sorted;
}
