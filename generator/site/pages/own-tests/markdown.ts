/** The pages of our own tests as Markdown. */
import { type OwnTest, scoreText } from "../../../../build/experiments/definition.ts";
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { TestResult } from "../../../endpoints/own-tests/own-test.ts";
import { testOutcome } from "../../../experiments/scorecard.ts";
import { markdownTable, toMarkdown, toMarkdownPath } from "../../components/markdown.ts";
import { gradesText, SHOWN, STATUS_TEXT, testPath } from "./test-page.ts";

export function overviewMarkdown(tests: readonly OwnTest[], catalog: Catalog): string {
  const { base_url } = catalog.service;
  const items = tests.map((test) => {
    const { headline, status } = testOutcome(test.test, catalog);
    const address = base_url + toMarkdownPath(testPath(test));
    return `- [${test.name}](${address}): ${test.question} ${headline ?? STATUS_TEXT[status]}`;
  });
  return toMarkdown(["# Own tests", items.join("\n")]);
}

export function testMarkdown(test: OwnTest, catalog: Catalog): string {
  const { headline, status, asOf, results } = testOutcome(test.test, catalog);
  const { scoring, methodology, headline_rule } = test;
  return toMarkdown([
    `# ${test.name}`,
    `> ${test.question}`,
    headline,
    STATUS_TEXT[status],
    asOf && `As of ${asOf}.`,
    table(results, test),
    "## Method",
    ...methodology,
    `- Score: ${scoring.rule}. Unit: ${scoring.unit}; ${scoring.higher_is_better ? "higher" : "lower"} is better.\n- Grades: ${gradesText(scoring)}\n- Headline: ${headline_rule}.`,
    "## Data",
    files(test, catalog.service.base_url),
  ]);
}

function table(results: readonly TestResult[], test: OwnTest): string | false {
  const scored = results.filter(({ score }) => score !== null);
  if (scored.length === 0) return false;
  const rows = scored
    .slice(0, SHOWN)
    .map(({ model_name, score, interval, grade }) => [
      model_name,
      scoreText(test, score ?? 0),
      interval ? `${scoreText(test, interval.low)} to ${scoreText(test, interval.high)}` : "–",
      grade ?? "–",
    ]);
  return markdownTable(["Model", "Score", "90 % interval", "Grade"], rows);
}

function files({ test, lab }: OwnTest, base: string): string {
  const results = `- [Every result](${base}/api/v1/own-tests/${test})`;
  const items = `- [Every item and every recorded answer](${base}/api/lab/${lab})`;
  return lab === null ? results : `${results}\n${items}`;
}
