import axe from "axe-core";
import { beforeAll, describe, expect, test } from "vitest";
import { openBuiltSite } from "../contract/harness.ts";
import { longestPageOfEachKind, readPublishedPages } from "../contract/site-pages.ts";
import { hasChromium, openTestBrowser, type TestBrowser } from "./visit.ts";

const WIDTHS = [390, 1440];

/** Runs axe in the page. Each fault is a rule and the first element that breaks it. */
const FIND_FAULTS = `axe.run({ resultTypes: ["violations"] }).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ": " + nodes[0].html.slice(0, 200)))`;
const UNFOLD = "for (const one of document.querySelectorAll('details')) one.open = true";
const IS_WIDER = "document.documentElement.scrollWidth > document.documentElement.clientWidth";

describe.skipIf(!hasChromium)(
  "axe-core finds no fault, and nothing is wider than the screen",
  () => {
    let visitor: TestBrowser;
    beforeAll(async () => {
      visitor = await openTestBrowser(await (await openBuiltSite()).listen("exact"));
    });

    for (const colorScheme of ["light", "dark"] as const)
      test(`on one page of every kind, in the ${colorScheme} theme`, async () => {
        const faults: string[] = [];
        for (const { address } of longestPageOfEachKind(
          await readPublishedPages(await openBuiltSite()),
        )) {
          const visit = await visitor.visit(address, { colorScheme });
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
          await visit.close();
        }
        expect(faults).toEqual([]);
      });
  },
);
