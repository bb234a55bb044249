import { describe, expect, test } from "vitest";
import { groupBy } from "../../build/schema/collections.ts";
import { getDefined, requireNonEmpty } from "../builders/get.ts";
import { sampleEvenly } from "../builders/runs.ts";
import { openBuiltSite, visit } from "../contract/harness.ts";
import {
  longestPageOfEachKind,
  type PublishedPage,
  readAttributeValues,
  readPublishedPages,
  unescapeHtml,
} from "../contract/site-pages.ts";

/** Maximum number of pages checked per kind. `npm run test:slow` checks all pages of the live facts. */
const MOST_OF_A_KIND = 12;

/** Our own addresses on a page, each once: links, pictures, scripts, and full addresses in texts, data and snippets. */
function addressesOn(page: PublishedPage, base: string): Set<string> {
  const named = ["href", "src"].flatMap((name) => readAttributeValues(page.text, name));
  const whole = unescapeHtml(page.text).matchAll(/https?:\/\/[^\s"'<>\\`)]+/g);
  const written = Array.from(whole, ([address]) => address.replace(/[.,;:]+$/, ""));
  const inside = [...named, ...written.filter((address) => !/[{}*…]|\.\.\./.test(address))]
    .map((address) => (address === base ? "/" : address.replace(`${base}/`, "/")))
    .filter((address) => /^[/#]/.test(address))
    .map((address) => (address.startsWith("#") ? page.address + address : address));
  return new Set(inside);
}

test("every internal link on a page works, and its fragment exists", async () => {
  const site = await openBuiltSite();
  const pages = await readPublishedPages(site);
  const looked = [...groupBy(pages, ({ kind }) => kind).values()].flatMap((kind) =>
    sampleEvenly(kind, MOST_OF_A_KIND),
  );
  const ids = new Map(
    pages.map(({ address, text }) => [address, new Set(readAttributeValues(text, "id"))]),
  );
  const links = new Map<string, string>();
  for (const page of looked)
    for (const address of addressesOn(page, site.base)) links.set(address, page.address);

  const works = new Map<string, boolean>();
  const dead: string[] = [];
  for (const [link, from] of requireNonEmpty([...links], "links")) {
    const [address = "", fragment] = link.split("#", 2);
    if (!works.has(address)) {
      const { status, headers } = await visit(site.doors.exact, address, { method: "HEAD" });
      const takesCalls = status === 405 && headers.get("Allow")?.includes("POST") === true;
      works.set(address, status === 200 || takesCalls);
    }
    const idsOfPage = ids.get(address) ?? ids.get(address.replace(/\?.*/, ""));
    const hasFragment = fragment === undefined || idsOfPage?.has(fragment) === true;
    if (!works.get(address) || !hasFragment) dead.push(`${link} on ${from}`);
  }
  expect(dead.slice(0, 20)).toEqual([]);
});

/**
 * Inline scripts, styles and event handlers. Allowed are our own script files, and JSON-LD data, which is no script.
 */
const INLINE =
  /<style|<[^<>]*\s(style|on\w+)=|<script(?! type="(application\/ld\+json"|module" src="\/assets\/[a-z-]+\.js")>)|javascript:/i;

describe("pages", () => {
  test("have no inline script, style or event handler", async () => {
    const pages = await readPublishedPages(await openBuiltSite());
    expect(pages.filter(({ text }) => INLINE.test(text)).map(({ address }) => address)).toEqual([]);
  });

  test("are sent with a Content-Security-Policy that refuses inline scripts and styles", async () => {
    const site = await openBuiltSite();
    for (const { address } of longestPageOfEachKind(await readPublishedPages(site))) {
      const { headers } = await visit(site.doors.exact, address);
      const policy = getDefined(headers.get("Content-Security-Policy"), `policy of ${address}`);
      expect(policy, address).toMatch(/default-src 'none'; script-src 'self'; style-src 'self'/);
      expect(policy, address).not.toMatch(/unsafe-|\*|data:|http/);
    }
  });
});
