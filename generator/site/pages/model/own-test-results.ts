/** How the model did in our own tests. */
import { scoreText } from "../../../../build/experiments/definition.ts";
import type { ModelDetail } from "../../../endpoints/models/get-model.ts";
import { TESTS } from "../../../endpoints/own-tests/own-test.ts";
import { fact, unknown } from "../../components/fact.ts";
import { redDate } from "../../components/format.ts";
import { type Html, html } from "../../components/html.ts";
import { section } from "../../components/section.ts";
import { table } from "../../components/table.ts";
import { testPath } from "../own-tests/own-tests-pages.ts";

export function ownTestResults({ slug, gecko_tests }: ModelDetail): Html | false {
  if (gecko_tests === null) return false;
  const rows = TESTS.flatMap((test) => {
    const result = gecko_tests[test.test];
    return result ? [{ test, result }] : [];
  });
  return section(
    "own-tests",
    "Own tests",
    table<(typeof rows)[number]>({
      caption: "Results of tests that we run ourselves",
      of: `/api/v1/models/${slug}`,
      rows,
      columns: [
        {
          title: "Test",
          cell: ({ test }) =>
            html`<a href="${testPath(test)}">${test.name}</a> <small>${test.question}</small>`,
        },
        {
          title: "Score",
          isFigure: true,
          cell: ({ test, result: { score } }) =>
            score === null
              ? unknown()
              : html`${fact(score, `/gecko_tests/${test.test}/score`, scoreText(test, score))} <small>${test.scoring.unit}</small>`,
        },
        { title: "Grade", cell: ({ result }) => result.grade ?? unknown() },
        {
          title: "Run on",
          isFigure: true,
          cell: ({ result }) => (result.as_of === null ? unknown() : redDate(result.as_of)),
        },
      ],
    }),
  );
}
