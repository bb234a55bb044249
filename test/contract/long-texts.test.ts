/** Long texts in addresses and tool calls still get an answer: a problem, or a short result. */
import { expect, test } from "vitest";
import { ENDPOINTS } from "../../generator/endpoints/index.ts";
import { fillPathTemplate } from "../../generator/http/endpoint.ts";
import { FUNCTION_RENDERED_PAGES } from "../../generator/site/pages/query-pages.ts";
import { requireNonEmpty } from "../builders/get.ts";
import { IS_LONG_TEST_RUN } from "../builders/runs.ts";
import { openBuiltSite, visit } from "./harness.ts";
import { listMcpTools, postToMcpServer, toMcpRequest } from "./mcp-post.ts";

const LENGTH = 1_000;
const SHORTEST = 1;
const LONGEST = 200_000;
/**
 * Pieces that make backtracking regular expressions slow when repeated: spaces, digits, dots, slashes, hyphens, words.
 */
const PIECES = [" ", "\t", "0", ".aa", "/", "-", ":free", "aa", "{", "1 ", "or ", "compare s to "];
const toLongText = (piece: string) => piece.repeat(LENGTH / piece.length);
const TEXTS = PIECES.map(toLongText);
/**
 * Texts to try at a place. A long test run tries all of them; otherwise each place gets every sixth text, shifted by
 * one from place to place.
 */
const textsAt = (place: number) =>
  IS_LONG_TEST_RUN ? TEXTS : TEXTS.filter((_, at) => (at + place) % 6 === 0);

test.each(PIECES)("endpoints and pages answer an address that repeats %j", async (piece) => {
  const text = toLongText(piece);
  const { handle } = await openBuiltSite();
  const value = encodeURIComponent(text);
  const addresses = ENDPOINTS.flatMap(({ path, params, query }) => {
    const names = Object.keys(params);
    const named = fillPathTemplate(path, Object.fromEntries(names.map((name) => [name, text])));
    return [
      ...(names.length > 0 ? [named] : []),
      ...Object.keys(query).map((key) => `${path}?${key}=${value}`),
    ];
  });
  const pages = FUNCTION_RENDERED_PAGES.flatMap(({ path, keys }) =>
    keys.map((key) => `${path}?${key}=${value}`),
  );
  for (const [place, address] of [...addresses, ...pages].entries()) {
    if (!textsAt(place).includes(text)) continue;
    const response = await visit(handle, address);
    expect([200, 400, 404, 414], address.slice(0, 80)).toContain(response.status);
    const { length } = await response.text();
    expect(length, address.slice(0, 80)).toBeGreaterThan(SHORTEST);
    expect(length, address.slice(0, 80)).toBeLessThan(LONGEST);
  }
});

test("every tool answers a call with a long text in any argument", async () => {
  const { handle } = await openBuiltSite();
  const tools = await listMcpTools(handle);
  const places = tools.flatMap(({ name, inputSchema }) =>
    Object.keys(inputSchema.properties ?? {}).map((key) => ({ name, key })),
  );
  for (const [place, { name, key }] of requireNonEmpty(places, "arguments").entries())
    for (const value of textsAt(place)) {
      const params = { name, arguments: { [key]: value } };
      const call = toMcpRequest("tools/call", params);
      const { status, reply, text } = await postToMcpServer(handle, call);
      expect(status, name).toBeLessThan(500);
      expect(reply.result ?? reply.error, name).toBeDefined();
      expect(text.length, name).toBeLessThan(LONGEST);
    }
});
