/** The page of one of our own tests: its result, its method, and its limits. */

import { type OwnTest, scoreText } from "../../../../build/experiments/definition.ts";
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { Outcome, TestResult } from "../../../endpoints/own-tests/own-test.ts";
import { versionOf } from "../../../experiments/asked.ts";
import { toInlineSvg } from "../../../experiments/pictures/picture.ts";
import { picturesOf } from "../../../experiments/pictures/picture-files.ts";
import { testOutcome } from "../../../experiments/scorecard.ts";
import { redDate, withCode } from "../../components/format.ts";
import { type Html, html } from "../../components/html.ts";
import { section } from "../../components/section.ts";
import { toDataset } from "../../layout/json-ld.ts";
import { textPage } from "../../layout/text-page.ts";

/** Rows of the table; the API has all. */
export const SHOWN = 20;

export const testPath = ({ test }: Pick<OwnTest, "test">): string => `/own-tests/${test}`;

export function testPage(test: OwnTest, catalog: Catalog): Html {
  const outcome = testOutcome(test.test, catalog);
  return textPage(
    {
      title: test.name,
      lead: test.question,
      path: testPath(test),
      chapter: "Own tests",
      kicker: html`<a href="/own-tests/">Own tests</a>`,
      body: html`${result(outcome, test, versionOf(test, catalog))}${pictures(test, catalog)}${method(test)}${data(test)}`,
      dataset: toTestDataset(test, outcome.asOf, catalog),
    },
    catalog.service,
  );
}

function toTestDataset(
  { test, lab, name, question }: OwnTest,
  asOf: string | null,
  catalog: Catalog,
) {
  const files = [`/api/v1/own-tests/${test}`, ...(lab === null ? [] : [`/api/lab/${lab}`])];
  return toDataset(
    {
      name: `${name}: an own test of ${catalog.service.name}`,
      description: `${question} Every item, every recorded answer and every score, as JSON.`,
      path: testPath({ test }),
      asOf,
      distribution: files.map((path) => ({ path, type: "application/json" })),
    },
    catalog,
  );
}

/** What a status means to a reader. */
export const STATUS_TEXT: Record<Outcome["status"], string> = {
  not_run: "No model has been asked yet, so there is no result.",
  partial: "Only the part that asks no model was measured.",
  published: "",
};

const result = (outcome: Outcome, test: OwnTest, version: string): Html =>
  section(
    "result",
    "Result",
    html`${outcome.headline !== null && html`<p class="lead">${outcome.headline}</p>`}
${STATUS_TEXT[outcome.status] !== "" && html`<p>${STATUS_TEXT[outcome.status]}</p>`}
${outcome.asOf !== null && html`<p class="note">As of ${redDate(outcome.asOf)}, version ${version} of the items.</p>`}
${table(outcome.results, test)}`,
  );

function table(results: readonly TestResult[], test: OwnTest): Html | false {
  const scored = results.filter(({ score }) => score !== null);
  if (scored.length === 0) return false;
  return html`<table class="record">
<thead><tr><th scope="col">Model</th><th scope="col">Score</th><th scope="col">90 % interval</th><th scope="col">Grade</th></tr></thead>
<tbody>
${scored.slice(0, SHOWN).map((result) => toRow(result, test))}</tbody>
</table>
${scored.length > SHOWN && html`<p class="note">The best ${SHOWN} of ${scored.length}; the others are in the API.</p>`}`;
}

const toRow = (
  { model_slug, model_name, score, interval, grade }: TestResult,
  test: OwnTest,
): Html =>
  html`<tr><th scope="row"><a href="/api/v1/models/${model_slug}">${model_name}</a></th><td>${scoreText(test, score ?? 0)}</td><td>${interval ? `${scoreText(test, interval.low)} to ${scoreText(test, interval.high)}` : "–"}</td><td>${grade ?? "–"}</td></tr>
`;

function pictures(test: OwnTest, catalog: Catalog): Html | false {
  const all = picturesOf(test.test, catalog);
  if (all.length === 0) return false;
  const figures = all.map(
    (picture) =>
      html`<figure><div class="scroll" role="region" aria-label="${picture.title}" tabindex="0">
${toInlineSvg(picture)}
</div>
<figcaption><a href="${picture.path}">The picture as a file</a></figcaption></figure>
`,
  );
  return section("picture", "Picture", figures);
}

const method = ({ methodology, scoring, headline_rule }: OwnTest): Html =>
  section(
    "method",
    "Method",
    html`${methodology.map((paragraph) => html`<p>${withCode(paragraph)}</p>\n`)}
<dl class="rules">
<dt>Score</dt><dd>${withCode(scoring.rule)}. Unit: ${scoring.unit}; ${scoring.higher_is_better ? "higher" : "lower"} is better.</dd>
<dt>Grades</dt><dd>${gradesText(scoring)}</dd>
<dt>Headline</dt><dd>${headline_rule}.</dd>
</dl>`,
  );

export function gradesText({ grades, higher_is_better }: OwnTest["scoring"]): string {
  if (grades === null) return "This test gives none.";
  const bound = higher_is_better ? "from" : "up to";
  const cuts = Object.entries(grades).map(([grade, cut]) => `${grade} ${bound} ${cut}`);
  return `${cuts.join(", ")}, F beyond.`;
}

const data = ({ test, lab }: OwnTest): Html =>
  section(
    "data",
    "Data",
    html`<ul class="files">
<li><a href="/api/v1/own-tests/${test}">/api/v1/own-tests/${test}</a>: every result</li>
${lab !== null && html`<li><a href="/api/lab/${lab}">/api/lab/${lab}</a>: every item and every recorded answer, from which each score can be computed again</li>`}
${test === "world-map" && html`<li><a href="/api/v1/export/world-map">/api/v1/export/world-map</a>: the key and every answer, a row a model</li>`}
</ul>`,
  );
