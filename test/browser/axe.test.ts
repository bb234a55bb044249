import axe from "axe-core";
import { HtmlValidate } from "html-validate";
import { describe, expect, test } from "vitest";
import { openBuiltSite } from "../contract/harness.ts";
import { longestPageOfEachKind, readPublishedPages } from "../contract/site-pages.ts";
import { hasChromium, useBuiltSiteInBrowser } from "./visit.ts";

const WIDTHS = [390, 1440];

/** Runs axe in the page. Each fault is a rule and the first element that breaks it. */
const FIND_FAULTS = `axe.run({ resultTypes: ["violations"] }).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ": " + nodes[0].html.slice(0, 200)))`;
const UNFOLD = "for (const one of document.querySelectorAll('details')) one.open = true";
const IS_WIDER = "document.documentElement.scrollWidth > document.documentElement.clientWidth";

const readLongestPages = async () =>
  longestPageOfEachKind(await readPublishedPages(await openBuiltSite()));

test("pages of every kind are valid HTML", async () => {
  const rules = { "heading-level": "error" } as const;
  const checker = new HtmlValidate({ extends: ["html-validate:standard"], rules });
  const faults: string[] = [];
  for (const { kind, text } of await readLongestPages())
    for (const { messages } of (await checker.validateString(text, kind)).results)
      for (const { line, ruleId, message } of messages)
        faults.push(`${kind}:${line} ${ruleId} ${message}`);
  expect(faults).toEqual([]);
});

describe.skipIf(!hasChromium)("axe-core finds no fault, and no page is too wide", () => {
  const site = useBuiltSiteInBrowser();

  test.each(["light", "dark"] as const)("in the %s theme", async (colorScheme) => {
    const faults: string[] = [];
    for (const { address } of await readLongestPages()) {
      const visit = await site.open(address, { colorScheme });
      const onLoad = await visit.faults();
      faults.push(...onLoad.map((fault) => `${address}: ${fault}`));
      // Opens collapsed parts, so that they are checked too.
      await visit.page.evaluate(UNFOLD);
      await visit.page.evaluate(axe.source);
      for (const width of WIDTHS) {
        await visit.page.setViewportSize({ width, height: 900 });
        const found = await visit.page.evaluate<string[]>(FIND_FAULTS);
        if (await visit.page.evaluate<boolean>(IS_WIDER)) found.push("wider than the screen");
        faults.push(...found.map((fault) => `${address}, ${width} px: ${fault}`));
      }
      await site.forget();
    }
    expect(faults).toEqual([]);
  });
});
