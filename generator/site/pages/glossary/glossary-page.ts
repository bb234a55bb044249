/** The words of the field, one page for all. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import { newest } from "../../../http/envelope.ts";
import { GLOSSARY_PATH } from "../../components/addresses.ts";
import { withCode } from "../../components/format.ts";
import { type Html, html } from "../../components/html.ts";
import { toDataset } from "../../layout/json-ld.ts";
import { pageTitle, toPage } from "../../layout/page.ts";

const TITLE = "Glossary";
const LEAD = "The words of the field, each in a sentence that stands alone.";

export function glossaryPage(catalog: Catalog): Html {
  const { glossary, service } = catalog;
  const names = new Map(glossary.map(({ slug, name }) => [slug, name]));
  const asOf = newest(glossary.map(({ as_of }) => as_of));
  const path = "/api/v1/glossary";
  return toPage(
    {
      path: GLOSSARY_PATH,
      title: TITLE,
      description: LEAD,
      chapter: "Docs",
      dataset: toDataset(
        {
          name: TITLE,
          description: LEAD,
          path: GLOSSARY_PATH,
          asOf,
          distribution: [{ path, type: "application/json" }],
        },
        catalog,
      ),
      head: pageTitle({ title: TITLE, lead: LEAD }),
      main: html`<dl class="glossary">
${glossary.map((term) => toEntry(term, names))}</dl>`,
      provenance: { asOf, data: [{ label: "JSON", path }] },
    },
    service,
  );
}

const toEntry = (
  { slug, name, summary, text, also, see_also }: Catalog["glossary"][number],
  names: ReadonlyMap<string, string>,
): Html => html`<div id="${slug}">
<dt>${name}${also.length > 0 && html` <small>also ${also.join(", ")}</small>`}</dt>
<dd><p>${withCode(summary)}</p>
<p>${withCode(text)}</p>
${see_also.length > 0 && html`<p class="note">See ${see_also.map((other, index) => html`${index > 0 && ", "}<a href="#${other}">${names.get(other) ?? other}</a>`)}</p>`}</dd>
</div>
`;
