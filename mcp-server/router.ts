/** Path → endpoint. */

import { ENDPOINTS } from "../generator/endpoints/index.ts";
import type { Endpoint } from "../generator/http/endpoint.ts";

export interface Route {
  endpoint: Endpoint;
  params: Record<string, string>;
}

interface Pattern {
  endpoint: Endpoint;
  names: string[];
  expression: RegExp;
}

const LITERALS = new Map<string, Endpoint>();
const PATTERNS: Pattern[] = [];
for (const endpoint of ENDPOINTS) {
  const names = Object.keys(endpoint.params);
  if (names.length === 0) LITERALS.set(endpoint.path, endpoint);
  else PATTERNS.push({ endpoint, names, expression: toExpression(endpoint.path) });
}

/** @param path As it was sent, percent-encoded. undefined when no endpoint has it, or it cannot be decoded. */
export function findRoute(path: string): Route | undefined {
  const literal = LITERALS.get(path);
  if (literal) return { endpoint: literal, params: {} };
  for (const { endpoint, names, expression } of PATTERNS) {
    const match = expression.exec(path);
    if (!match) continue;
    const values = match.slice(1).map(decode);
    const params: Record<string, string> = {};
    for (const [index, name] of names.entries()) {
      const value = values[index];
      if (value === undefined) return undefined;
      params[name] = value;
    }
    return { endpoint, params };
  }
  return undefined;
}

/** undefined for a malformed percent-escape. */
export function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

function toExpression(path: string): RegExp {
  return new RegExp(`^${path.replace(/[.]/g, "\\.").replace(/\{\w+\}/g, "([^/]+)")}$`);
}
