/** All of our own tests, each with its result or the lack of one. */

import type { OwnTest } from "../../../../build/experiments/definition.ts";
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import { testOutcome } from "../../../experiments/scorecard.ts";
import { type Html, html } from "../../components/html.ts";
import { section } from "../../components/section.ts";
import { textPage } from "../../layout/text-page.ts";
import { STATUS_TEXT, testPath } from "./test-page.ts";

/** With a slash: the tests stand below it. */
export const OVERVIEW_PATH = "/own-tests/";

export function overviewPage(tests: readonly OwnTest[], catalog: Catalog): Html {
  const isRun = ({ test }: OwnTest) => testOutcome(test, catalog).status !== "not_run";
  const measured = tests.filter(isRun);
  const unrun = tests.filter((test) => !isRun(test));
  return textPage(
    {
      title: "Own tests",
      lead: "Small experiments that we run ourselves, with every question, every recorded answer and the code that scores them.",
      path: OVERVIEW_PATH,
      chapter: "Own tests",
      kicker: null,
      body: html`${section("measured", "Measured", testList(measured, catalog))}${
        unrun.length > 0 &&
        section(
          "not-run",
          "Not run yet",
          html`<details><summary>${unrun.length} tests that no model was asked yet</summary>
${testList(unrun, catalog)}</details>`,
        )
      }`,
    },
    catalog.service,
  );
}

/** Name, question and headline of each, linked to its page. */
const testList = (tests: readonly OwnTest[], catalog: Catalog): Html =>
  html`<ul class="tests">
${tests.map((test) => toItem(test, catalog))}</ul>`;

function toItem(test: OwnTest, catalog: Catalog): Html {
  const { headline, status } = testOutcome(test.test, catalog);
  return html`<li>
<h3><a href="${testPath(test)}">${test.name}</a></h3>
<p>${test.question}</p>
<p class="note">${headline ?? STATUS_TEXT[status]}</p>
</li>
`;
}
