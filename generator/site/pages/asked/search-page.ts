/** What a search finds, for readers without script and for links: `/search?q=sonnet`. */

import { MIN_LENGTH, searchAll } from "../../../endpoints/search/search.ts";
import type { Context } from "../../../http/endpoint.ts";
import { readQuery } from "../../../http/execute.ts";
import { isProblem } from "../../../http/problem.ts";
import { SEARCH_PATH } from "../../components/addresses.ts";
import { type Content, type Html, html } from "../../components/html.ts";
import { pageTitle, toPage } from "../../layout/page.ts";
import { pageOfHit } from "../../page-of-hit.ts";
import type { AskedPage } from "./asked-page.ts";

export const searchPage: AskedPage = {
  path: SEARCH_PATH,
  keys: ["q"],
  respond(query, context) {
    const asked = readQuery(searchAll, query);
    if (isProblem(asked))
      return {
        status: 400,
        page: toSearchPage(
          "Search",
          html`<p>Ask with at least ${MIN_LENGTH} characters: the name of a model, a host, a benchmark.</p>`,
          context,
        ),
      };
    const { q } = asked as { q: string };
    const { hits } = context.search.find(q, { limit: 20 });
    const results =
      hits.length === 0
        ? html`<p>Nothing has a name like <q>${q}</q>.</p>`
        : html`<ol class="results">
${hits.map(
  ({
    name,
    type,
    slug,
    summary,
    url,
  }) => html`<li><h2><a href="${pageOfHit(type, slug, context.catalog) ?? url}">${name}</a></h2>
<p><span class="type">${type}</span> ${summary}</p></li>
`,
)}</ol>`;
    return { status: 200, page: toSearchPage(`Search: ${q}`, results, context) };
  },
};

const toSearchPage = (title: string, main: Content, { catalog }: Context): Html =>
  toPage(
    {
      path: null,
      title,
      description: `What ${catalog.service.name} has under a name.`,
      head: pageTitle({ title }),
      main,
    },
    catalog.service,
  );
