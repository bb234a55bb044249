/** Expressions of polynomial time, which `npm run expressions` lists, meet no long text that a request brings. */
import { readFile } from "node:fs/promises";
import { afterEach, expect, test } from "vitest";
import { ENDPOINTS } from "../../generator/endpoints/index.ts";
import { toPath } from "../../generator/http/execute.ts";
import { ASKED_PAGES } from "../../generator/site/pages/asked/index.ts";
import { TOOLS } from "../../mcp-server/tools/index.ts";
import { ORIGIN, openSite } from "./harness.ts";
import { CALL, post } from "./mcp-post.ts";

/** At its square, a text of this length still takes less than a millisecond. */
const MOST_CHARACTERS = 400;
const LIST = new URL("../regular-expressions/polynomial.json", import.meta.url);

/** What such expressions stumble over: blanks, digits, dots, slashes, hyphens, words again and again. */
const REPEATED = [" ", "\t", "0", "000", ".aa", "/", "-", ":free", "aa", "{", "1 ", "x vs ", "or "];
const PHRASES = ["compare s to ", "difference between a and ", "is s newer than "];
const longTexts = (length: number): string[] => [
  ...[...REPEATED, ...PHRASES].map((piece) => piece.repeat(length / piece.length)),
  `gpt-4${" ".repeat(length)}o`,
  `7${" ".repeat(length)}0,`,
];

const { exec } = RegExp.prototype;
afterEach(() => {
  RegExp.prototype.exec = exec;
});

/** All methods of texts and expressions go by `exec` where it is not the language's own. @returns Longest text by expression. */
function watchExpressions(): Map<string, number> {
  const longest = new Map<string, number>();
  RegExp.prototype.exec = function (text) {
    const length = String(text).length;
    if (length > (longest.get(String(this)) ?? 0)) longest.set(String(this), length);
    return exec.call(this, text);
  };
  return longest;
}

async function expectBounded(longest: ReadonlyMap<string, number>): Promise<void> {
  const listed = JSON.parse(await readFile(LIST, "utf8")) as string[];
  const expressions = listed.map((one) => one.slice(one.indexOf(" ") + 1));
  const met = expressions.filter((one) => longest.has(one));
  // What none of the texts reaches proves nothing.
  expect(met.length).toBeGreaterThan(5);
  expect(met.filter((one) => (longest.get(one) ?? 0) > MOST_CHARACTERS)).toEqual([]);
}

test("in an address: a name in its path, a value of each parameter", async () => {
  const { handle } = await openSite();
  const longest = watchExpressions();
  for (const text of longTexts(1_000)) {
    const value = encodeURIComponent(text).slice(0, 4_000).replace(/%.?$/, "");
    for (const { path, params, query } of ENDPOINTS) {
      const names = Object.keys(params);
      const named = Object.fromEntries(names.map((name) => [name, text]));
      if (names.length > 0) await handle(new Request(ORIGIN + toPath(path, named)));
      for (const key of Object.keys(query))
        await handle(new Request(`${ORIGIN}${path}?${key}=${value}`));
    }
    for (const { path, keys } of ASKED_PAGES)
      for (const key of keys) await handle(new Request(`${ORIGIN}${path}?${key}=${value}`));
  }
  await expectBounded(longest);
});

test("in a call: each argument of each tool", async () => {
  const { handle } = await openSite();
  const { reply } = await post(handle, { ...CALL, method: "tools/list" });
  const listed = reply.result.tools;
  expect(listed).toHaveLength(TOOLS.length);
  const longest = watchExpressions();
  for (const text of longTexts(1_000))
    for (const { name, inputSchema } of listed)
      for (const key of Object.keys(inputSchema.properties ?? {}))
        for (const value of [text, [text, text]]) {
          const params = { name, arguments: { [key]: value } };
          await post(handle, { ...CALL, params });
        }
  await expectBounded(longest);
});
