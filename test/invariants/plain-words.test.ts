/** Checks that no page uses phrases of the project's former jargon, which readers would have to guess. */
import { expect, test } from "vitest";
import { openBuiltSite } from "../contract/harness.ts";
import { readPublishedPages, unescapeHtml } from "../contract/site-pages.ts";

const PHRASES = [
  /\basks (\$|the (least|lowest))|for the least, at|lowest sure price|\bdear(er|est)\b/i,
  /\bthe ablest\b|\bknows until\b|\blongest answer\b|think before it answers|hold to a JSON schema/i,
  /take files with a prompt|three of input to one of output|\bone source only\b|to be told of/i,
  /\bon record\b|^lately$|^to come$|\bits maker\b|its maker reports|\bstar leads to its model/im,
  /who wants everything|no model was asked|\bmend(s|ed|ing)?\b|\bghosts?\b|\bunderstood are\b/i,
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
