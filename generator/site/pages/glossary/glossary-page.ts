/** All glossary terms on one page. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import { newest } from "../../../http/envelope.ts";
import type { StaticFile } from "../../../http/headers.ts";
import { GLOSSARY_PATH } from "../../components/addresses.ts";
import { commaList } from "../../components/facts.ts";
import { withCode } from "../../components/format.ts";
import { html } from "../../components/html.ts";
import { note } from "../../components/section.ts";
import { pageFile } from "../../layout/site-page.ts";

type Term = Catalog["glossary"][number];

export function glossaryPage({ glossary, service }: Catalog): StaticFile {
  const names = new Map(glossary.map(({ slug, name }) => [slug, name]));
  return pageFile(
    {
      path: GLOSSARY_PATH,
      title: "Glossary",
      description: "Terms about AI models and their prices, each explained on its own.",
      chapter: "Docs",
      main: html`<dl class="glossary">
${glossary.map((term) => toEntry(term, names))}</dl>`,
      data: {
        asOf: newest(glossary.map(({ as_of }) => as_of)),
        files: [{ label: "JSON", path: "/api/v1/glossary" }],
      },
    },
    service,
  );
}

function toEntry({ slug, name, summary, text, also, see_also }: Term, names: Map<string, string>) {
  const links = see_also.map((other) => html`<a href="#${other}">${names.get(other) ?? other}</a>`);
  return html`<div id="${slug}">
<dt>${name}${also.length > 0 && html` <small>also ${also.join(", ")}</small>`}</dt>
<dd><p>${withCode(summary)}</p>
<p>${withCode(text)}</p>
${links.length > 0 && note(html`See ${commaList(links)}`)}</dd>
</div>
`;
}
