/**
 * Opens the built site behind its three entry points ("doors"): the CDN's engine in both matching modes, and the
 * function called directly. `get` sends a request to all of them, expects the same answer, and validates it against the
 * published OpenAPI document.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { components } from "../../clients/typescript/schema.d.ts";
import type { AnswerContext } from "../../generator/http/endpoint.ts";
import { isDeploymentIndependentHeader } from "../../generator/http/headers.ts";
import type { ProblemBody } from "../../generator/http/problem.ts";
import { readAnswerContextOfFunction } from "../../generator/pipeline/function-data.ts";
import type { FileManifest } from "../../generator/publish.ts";
import { createApiHandler } from "../../mcp-server/function.ts";
import { createLocalCdnHandler } from "../../mcp-server/local/cdn.ts";
import { startLocalCdn } from "../../mcp-server/local/serve.ts";
import { addSharePicturesToHandler } from "../../mcp-server/pictures.ts";
import { closeAfterTests } from "../builders/close-after-tests.ts";
import { waitForBuiltSite } from "./built-site.ts";
import { createOpenApiValidator, type OpenApiDocument } from "./openapi-validator.ts";
import { toBuiltPaths } from "./run-build.ts";

type Handle = (request: Request) => Promise<Response> | Response;

export interface HttpAnswer<T> {
  status: number;
  headers: Headers;
  text: string;
  /** The text as JSON; undefined when it is not. */
  body: T;
}

export type BuiltSite = Awaited<ReturnType<typeof open>>;

export type Schemas = components["schemas"];

/** Address → its answer; the first pattern that fits counts. */
type AnswerTypes = [
  [`/api/v1/price-history/${string}envelope=${string}`, Schemas["PriceHistory"]],
  [`/api/v1/price-history/${string}`, Schemas["PriceHistoryRow"][]],
  [`/api/v1/models/${string}/cheapest`, Schemas["CheapestAnswer"]],
  [`/api/v1/models/${string}`, Schemas["ModelDetail"]],
  [`/api/v1/models${string}`, Schemas["ModelList"]],
  [`/api/v1/providers/${string}`, Schemas["ProviderDetail"]],
  [`/api/v1/providers`, Schemas["ProviderList"]],
  [`/api/v1/benchmarks/${string}`, Schemas["BenchmarkDetail"]],
  [`/api/v1/benchmarks${string}`, Schemas["BenchmarkList"]],
  [`/api/v1/compare${string}`, Schemas["Comparison"]],
  [`/api/v1/own-tests/${string}`, Schemas["OwnTestDetail"]],
  [`/api/v1/own-tests`, Schemas["OwnTestList"]],
  [`/api/v1/cost?${string}`, Schemas["CostList"]],
  [`/api/v1/findings${string}`, Schemas["FindingList"]],
  [`/api/v1/changes${string}`, Schemas["ChangeList"]],
  [`/api/v1/search${string}`, Schemas["SearchAnswer"]],
  ["/api/v1/disputes", Schemas["DisputeList"]],
  ["/api/v1/sources", Schemas["SourceList"]],
  ["/api/v1/status", Schemas["Status"]],
  ["/api/v1/openapi.json", OpenApiDocument],
  ["/api/v1/manifest.json", Schemas["Manifest"]],
  ["/api/v1/dump.json", Schemas["Dump"]],
  ["/api/v1/export/index.json", Schemas["ExportIndex"]],
  ["/api/v1", Schemas["EndpointList"]],
  [`/api/lab/${string}`, Schemas["LabDataset"]],
  ["/api/scorecard", Schemas["Scorecard"]],
  ["/api/spotlight", Schemas["Spotlight"]],
];
type FirstFitting<A extends string, Types> = Types extends [
  [infer Pattern, infer Answer],
  ...infer Rest,
]
  ? A extends Pattern
    ? Answer & Partial<Pick<ProblemBody, "detail" | "parameter" | "allowed" | "suggestions">>
    : FirstFitting<A, Rest>
  : ProblemBody;
/**
 * The answer at an address, which may be a problem instead. An address that is only known when the test runs has the
 * type of a problem.
 */
type AnswerAt<A extends string> = string extends A ? ProblemBody : FirstFitting<A, AnswerTypes>;

interface Ask {
  <A extends string>(address: A, init?: RequestInit): Promise<HttpAnswer<AnswerAt<A>>>;
  /** Where another body is expected than the address tells. */
  <T>(address: string, init?: RequestInit): Promise<HttpAnswer<T>>;
}
interface Read {
  <A extends string>(path: A): Promise<AnswerAt<A>>;
  <T>(path: string): Promise<T>;
}

export type AnswerEnvelope = Schemas["Envelope"];
/** An answer about one thing: the envelope, then its fields. */
export type DetailAnswer<T> = AnswerEnvelope & T;

/** Any address will do: the function reads path and query only. */
export const LOCAL_ORIGIN = "http://127.0.0.1";

/** Sends a request to one entry point. @param address Path and query. */
export const visit = async (door: Handle, address: string, init?: RequestInit): Promise<Response> =>
  door(new Request(LOCAL_ORIGIN + address, init));

/** The function, with other facts in its catalogue. */
export const toHandlerWithCatalog = (
  context: AnswerContext,
  changes: Partial<AnswerContext["catalog"]>,
): Handle => createApiHandler({ ...context, catalog: { ...context.catalog, ...changes } });

let opened: Promise<BuiltSite> | undefined;

/** The site that `built-site.setup.ts` built for this project; opened once. */
export function openBuiltSite(): Promise<BuiltSite> {
  opened ??= waitForBuiltSite().then(open);
  return opened;
}

/** Caches what tests compute from a site, by question. This is safe because a site does not change during the tests. */
export function memoizePerSite<Question extends [] | [string], T>(
  find: (site: BuiltSite, ...question: Question) => Promise<T>,
): typeof find {
  const found = new WeakMap<BuiltSite, Map<string, Promise<T>>>();
  return (site, ...question) => {
    const ofSite = found.get(site) ?? new Map<string, Promise<T>>();
    const answer = ofSite.get(question.join()) ?? find(site, ...question);
    found.set(site, ofSite.set(question.join(), answer));
    return answer;
  };
}

async function open(folder: string) {
  const { dist, functionData } = toBuiltPaths(folder);
  /** What the function answers from. */
  const context = readAnswerContextOfFunction(functionData);
  const api = createApiHandler(context, { isLocal: true });
  const handle: Handle = addSharePicturesToHandler(api, context);
  /** Reads a published JSON file from disk, by its public path. */
  const read: Read = async <T>(path: string) =>
    JSON.parse(await readFile(join(dist, path), "utf8")) as T;
  const openapi = await read<OpenApiDocument>("/api/v1/openapi.json");
  const { files } = await read<{ files: FileManifest }>("/api/v1/manifest.json");
  const validate = createOpenApiValidator(openapi);
  /** The CDN in both modes, in front of another function. */
  const withFunction = async (handle: Handle) => ({
    exact: await createLocalCdnHandler(dist, handle, "exact"),
    superset: await createLocalCdnHandler(dist, handle, "superset"),
  });
  const doors = await withFunction(handle);
  /** Requests a path and query at all entry points, and expects equal and valid answers. */
  const get: Ask = async <T>(address: string, init?: RequestInit) => {
    const fromCdn = await askOne<T>(doors.exact, address, init);
    const others = isNonEndpointFile(address) ? [doors.superset] : [doors.superset, handle];
    for (const door of others)
      expect(comparable(await askOne(door, address, init)), address).toEqual(comparable(fromCdn));
    expect(validate(address, fromCdn), address).toEqual([]);
    return fromCdn;
  };
  /** Requests an address from the function only; the answer has all headers. */
  const ask: Ask = async <T>(address: string, init?: RequestInit) =>
    askOne<T>(handle, address, init);
  /** Every file below a path, read as JSON. */
  const readAll = <A extends string>(folder: A): Promise<AnswerAt<A>[]> => {
    const paths = Object.keys(files).filter((path) => path.startsWith(folder));
    return Promise.all(paths.map((path) => read<AnswerAt<A>>(path)));
  };
  /** Starts the CDN on a free local port. @returns Its base URL. */
  const listen = async (mode: keyof typeof doors): Promise<string> => {
    const { url, close } = await startLocalCdn({ dist, handle, mode, port: 0 });
    closeAfterTests(close);
    return url;
  };
  /** `base` is the base address in the answers; `manifest` has every published file but itself. */
  const places = { base: openapi.servers[0].url, dist, manifest: files };
  const entries = { context, handle, doors, withFunction, listen };
  return { ...places, ...entries, validate, read, readAll, get, ask };
}

/** Whether an address is a published file that no endpoint answers. The function does not have these files. */
export const isNonEndpointFile = (address: string): boolean =>
  /^\/api\/v1\/(export|schema)\/|^\/api\/v1\/(openapi|manifest|dump)\.json/.test(address);

async function askOne<T>(door: Handle, at: string, init?: RequestInit): Promise<HttpAnswer<T>> {
  const response = await visit(door, at, init);
  const { status, headers } = response;
  const text = await response.text();
  const isJson = /^application\/([a-z]+\+)?json\b/.test(headers.get("Content-Type") ?? "");
  return { status, headers, text, body: (isJson ? JSON.parse(text) : undefined) as T };
}

/** The parts of an answer that must be equal at every entry point. ETags are compared in `delivery.test.ts`. */
const comparable = ({ status, headers, text }: HttpAnswer<unknown>) => ({
  status,
  text,
  headers: Object.fromEntries([...headers].filter(([name]) => isDeploymentIndependentHeader(name))),
});

/**
 * Declares a test of a rule of docs/spec.md.
 * @param requirement Id of the rule.
 * @param behaviour The expected behaviour in words: `a limit above the maximum means the maximum`.
 */
export const verifies = (
  requirement: string,
  behaviour: string,
  body: (site: BuiltSite) => Promise<void>,
) => test(`${requirement}: ${behaviour}`, async () => body(await openBuiltSite()));
