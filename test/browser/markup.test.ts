/** Checks the longest page of every kind with an HTML validator. Needs no browser. */
import { HtmlValidate } from "html-validate";
import { expect, test } from "vitest";
import { openBuiltSite } from "../contract/harness.ts";
import { longestPageOfEachKind, readPublishedPages } from "../contract/site-pages.ts";

const CHECKER = new HtmlValidate({
  extends: ["html-validate:standard"],
  rules: { "heading-level": "error" },
});

test("pages of every kind are valid HTML", async () => {
  const pages = longestPageOfEachKind(await readPublishedPages(await openBuiltSite()));
  const faults: string[] = [];
  for (const { kind, text } of pages) {
    const { results } = await CHECKER.validateString(text, kind);
    for (const { messages } of results)
      for (const { line, ruleId, message } of messages)
        faults.push(`${kind}:${line} ${ruleId} ${message}`);
  }
  expect(pages.length).toBeGreaterThan(10);
  expect(faults).toEqual([]);
});
