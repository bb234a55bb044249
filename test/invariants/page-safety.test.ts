import { describe, expect, test } from "vitest";
import { getDefined } from "../builders/get.ts";
import { openBuiltSite, visit } from "../contract/harness.ts";
import { longestPageOfEachKind, readPublishedPages } from "../contract/site-pages.ts";

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
