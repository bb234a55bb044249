/** What the API answers at an address, without a server. */
import { ENDPOINTS } from "../../generator/endpoints/index.ts";
import type { Context } from "../../generator/http/endpoint.ts";
import { readQuery } from "../../generator/http/execute.ts";
import { isProblem } from "../../generator/http/problem.ts";

/** @throws Error where nothing answers. */
export function answerAt(address: string, context: Context): unknown {
  const { pathname, searchParams } = new URL(address, "https://almanac.example");
  for (const endpoint of ENDPOINTS) {
    const pattern = endpoint.path.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)");
    const match = new RegExp(`^${pattern}$`).exec(pathname);
    const query = match && readQuery(endpoint, new Map(searchParams));
    if (!query || isProblem(query)) continue;
    const made = endpoint.respond({ params: { ...match.groups }, query } as never, context);
    if (!isProblem(made)) return made.bare ?? made.body;
  }
  throw new Error(`nothing answers at ${address}`);
}
