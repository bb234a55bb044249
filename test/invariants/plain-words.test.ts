/** Checks that no page uses phrases of the project's former jargon, which readers would have to guess. */
import { expect, test } from "vitest";
import { openBuiltSite } from "../contract/harness.ts";
import { readPublishedPages, unescapeHtml } from "../contract/site-pages.ts";

const PHRASES = [
  /\basks \$/i,
  /\basks the (least|lowest)/i,
  /for the least, at/i,
  /\bthe ablest\b/i,
  /\bknows until\b/i,
  /\blongest answer\b/i,
  /think before it answers/i,
  /hold to a JSON schema/i,
  /take files with a prompt/i,
  /three of input to one of output/i,
  /lowest sure price/i,
  /\bone source only\b/i,
  /to be told of/i,
  /\bon record\b/i,
  /^lately$/im,
  /^to come$/im,
  /\bdear(er|est)\b/i,
  /\bits maker\b/i,
  /its maker reports/i,
  /\bstar leads to its model/i,
  /who wants everything/i,
  /no model was asked/i,
  /\bmend(s|ed|ing)?\b/i,
  /\bghosts?\b/i,
  /\bunderstood are\b/i,
  /\bservice score/i,
];

test("no page uses a phrase of the former jargon", async () => {
  const site = await openBuiltSite();
  const pages = await readPublishedPages(site);
  expect(pages.length).toBeGreaterThan(20);
  const found: string[] = [];
  for (const { address, text } of pages) {
    // The glossary explains terms in everyday English: `how much to think before it answers`.
    if (address === "/glossary/") continue;
    const visible = text
      .replaceAll(/<(script|style)[^>]*>.*?<\/\1>/gs, " ")
      .replaceAll(/<[^>]+>/g, "\n");
    const words = unescapeHtml(visible);
    for (const phrase of PHRASES) {
      const [match] = phrase.exec(words) ?? [];
      if (match !== undefined) found.push(`${address}: ${match}`);
    }
  }
  expect(found).toEqual([]);
});
