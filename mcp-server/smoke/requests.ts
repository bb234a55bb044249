/** Requests that are sent both to the deployed service and to the same build on this machine. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { API_FUNCTION_URL_PATH } from "../../generator/cdn/rules.ts";
import type { FileManifest } from "../../generator/publish.ts";
import { readRedirectRules } from "../local/engine.ts";

export interface SmokeRequest {
  /** Path and query. */
  address: string;
  method?: "GET" | "HEAD" | "OPTIONS" | "POST";
  headers?: Readonly<Record<string, string>>;
  body?: string;
}

/** A file, a file for a query, and the function. They exist for any catalogue. */
export const SMOKE_SAMPLE_ADDRESSES = {
  file: "/api/v1/sources",
  query: "/api/v1/models?sort=release_date",
  function: "/api/v1/models?limit=3",
};

/** Query strings that parsers interpret differently. The service and the local build must agree on them. */
const ODD_QUERIES = `
  ? ?sort= ?sort ?sort=nonsense ?limit=0 ?utm_source=x ?sort=release_date& ?&sort=release_date
  ?%73ort=release_date ?sort=release%5Fdate ?page=1&page=2 ?sort=release_date&sort=pricing_input
  ?Sort=release_date ?page=2&sort=release_date ?sort=release_date&page=2 ?sort=release_date&page=2&x
`;

/** URLs without a file. */
const WITHOUT_FILE = `
  /api /api/ /api/v1 /api/nothing /api/v1/models/ /api/v1/models/gpt-4p /api/v1/models/gpt-4o/
  /api/v1/models/openai%2Fgpt-4o /api/v1/models/%3Cscript%3E /api//v1/status /api/v1/own-tests
  /api/v1/providers /_headers /_redirects /nothing
`;

const listed = (words: string): string[] => words.trim().split(/\s+/);

const PREFLIGHT = { origin: "https://example.org", "access-control-request-method": "GET" };

const METHODS: SmokeRequest[] = [
  ...[...Object.values(SMOKE_SAMPLE_ADDRESSES), "/v1/models", "/"].flatMap((address) => [
    { address, method: "OPTIONS", headers: PREFLIGHT } as const,
    { address, method: "POST", body: "{}" } as const,
  ]),
  {
    address: "/api/mcp",
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  },
  { address: "/api/mcp" },
];

/** @param dist The published files of this machine. @returns Group → its requests, in the order of sending. */
export async function listSmokeRequests(
  dist: string,
  manifest: FileManifest,
): Promise<Record<string, SmokeRequest[]>> {
  const rules = await readRedirectRules(join(dist, "_redirects"));
  const queries = rules
    .filter(({ to, query }) => to !== API_FUNCTION_URL_PATH && Object.keys(query).length > 0)
    .map(({ from, query }) => `${from}?${new URLSearchParams(query)}`);
  const index: { data: { example: string }[] } = JSON.parse(
    await readFile(join(dist, "_q/api/v1.json"), "utf8"),
  );
  const addresses = {
    files: someFiles(Object.keys(manifest)),
    // Each query is sent twice: unchanged, and with an unknown parameter added.
    queries: evenlySpread(queries, 40).flatMap((query) => [query, `${query}&utm_source=x`]),
    "odd queries": ["", ...listed(ODD_QUERIES)].map((query) => `/api/v1/models${query}`),
    examples: index.data.map(({ example }) => example.replace(/^https?:[/]{2}[^/]+/, "")),
    "no file": [...listed(WITHOUT_FILE), `/api/v1/search?q=${"a".repeat(5_000)}`],
  };
  const requests = Object.entries(addresses).map(
    ([group, all]) => [group, all.map((address) => ({ address }))] as const,
  );
  return { ...Object.fromEntries(requests), methods: METHODS };
}

/** One file of each folder and extension, and some others. */
function someFiles(paths: readonly string[]): string[] {
  const kinds = new Map<string, string>();
  for (const path of paths) {
    const [, folder, ending = ""] = /^(.*)\/[^/]*?(\.[a-z0-9]+)?$/.exec(path) ?? [];
    if (!kinds.has(`${folder} ${ending}`)) kinds.set(`${folder} ${ending}`, path);
  }
  return [...new Set([...kinds.values(), ...evenlySpread(paths, 60)])];
}

/** At least `count` evenly spread elements, or all if there are fewer. */
function evenlySpread<T>(all: readonly T[], count: number): T[] {
  const step = Math.max(1, Math.floor(all.length / count));
  return all.filter((_, at) => at % step === 0);
}
