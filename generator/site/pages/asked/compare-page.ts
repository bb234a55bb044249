/** `/compare?models=a,b,c`: any models, by any of their names. */
import { compareModels } from "../../../endpoints/compare/compare.ts";
import type { Comparison } from "../../../endpoints/compare/comparison.ts";
import { readQuery } from "../../../http/execute.ts";
import { isProblem, PROBLEMS, type Problem } from "../../../http/problem.ts";
import { COMPARE_PATH, comparePage, modelPage } from "../../components/addresses.ts";
import { type Html, html } from "../../components/html.ts";
import { comparisonPage, emptyComparison } from "../compare/compare-page.ts";
import type { AskedPage } from "./asked-page.ts";

export const askedComparison: AskedPage = {
  path: COMPARE_PATH,
  keys: ["models"],
  respond(query, context) {
    const { catalog } = context;
    const asked = query.get("models") ?? "";
    if (asked === "") return { status: 200, page: emptyComparison(null, "", catalog) };
    const names = readQuery(compareModels, query);
    const answer = isProblem(names)
      ? (names as Problem)
      : compareModels.respond({ params: {}, query: names }, context);
    if (isProblem(answer)) {
      const { status } = PROBLEMS[answer.problem];
      return { status, page: emptyComparison(toMessage(answer), asked, catalog) };
    }
    const { models: compared } = answer.body as Comparison;
    const models = compared.map(({ slug }) => catalog.getModel(slug));
    const slugs = models.map(({ slug }) => slug);
    const at = { path: comparePage(slugs), answer: `/api/v1/compare?models=${slugs.join(",")}` };
    return { status: 200, page: comparisonPage(models, catalog, at) };
  },
};

/** With the nearest names, as the API's own error has them. */
const toMessage = ({ detail, suggestions = [] }: Problem): Html => html`<p>${detail}</p>
${suggestions.length > 0 && html`<ul class="lines">${suggestions.map(({ slug, name }) => html`<li><a href="${modelPage(slug)}">${name}</a> <code>${slug}</code></li>\n`)}</ul>`}`;
