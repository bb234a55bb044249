import { parseAllHeaders } from "@netlify/headers-parser";
import { BuildError } from "../../build/facts/fault.ts";

/** The headers that `_headers` sets for the file at an address. */
export type HeaderRules = (path: string) => Headers;

/** Netlify's own parser; where two rules set one header the later one wins, as in netlify-cli. */
export async function loadHeaderRules(headersFile: string): Promise<HeaderRules> {
  const { headers: rules, errors } = await parseAllHeaders({
    headersFiles: [headersFile],
    configHeaders: [],
    minimal: false,
  });
  if (errors.length > 0) throw new BuildError(`${headersFile}: ${errors.join("\n")}`);
  return (path) => {
    const headers = new Headers();
    for (const rule of rules) {
      if (!("forRegExp" in rule) || !rule.forRegExp.test(path)) continue;
      for (const [name, value] of Object.entries(rule.values)) headers.set(name, value);
    }
    return headers;
  };
}
