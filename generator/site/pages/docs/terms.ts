/** Licence, attribution, upstreams, and where to turn to. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { SourceRow } from "../../../../build/model/catalog/rows.ts";
import type { Service } from "../../../../build/schema/service.ts";
import { sourceUrl } from "../../../endpoints/service/source.ts";
import { toEnvelope } from "../../../http/envelope.ts";
import { redDate, thousands } from "../../components/format.ts";
import { type Html, html } from "../../components/html.ts";
import { section } from "../../components/section.ts";

export function terms({ service, asOf }: Catalog): Html {
  const { cite } = toEnvelope(service, {
    url: `${service.base_url}/api/v1/models`,
    asOf: asOf || null,
    title: "AI models",
  });
  const credit = `<a href="${service.base_url}/">${service.name}</a>`;
  return section(
    "terms",
    "Licence and credit",
    html`<p>The data is under <a href="${service.license_url}" rel="license">${service.license}</a>: copy it, change it and sell what you build with it, as long as you name the source. The code is under the MIT licence. A benchmark score keeps the licence of the source it names. The service comes without any warranty.</p>
<h3 id="attribution">How to give credit</h3>
<p>Show the first line as a visible link; better still, link to the <code>url</code> of the answer you took the facts from. The second is a citation; every answer has its own in <code>cite</code>.</p>
<pre class="wrap"><code>Source: ${credit}

${cite}</code></pre>`,
  );
}

export function sources(catalog: Catalog): Html {
  return section(
    "sources",
    "Sources",
    html`<p>From these only facts are taken, each with the day it was recorded, into a schema of our own. As JSON: <a href="/api/v1/sources">/api/v1/sources</a></p>
<ul class="sources">
${catalog.sources.map((source) => toItem(source, sourceUrl(source.id, catalog)))}</ul>`,
  );
}

const toItem = (
  { name, license, license_url, credit, rows, newest_fact }: SourceRow,
  url: string,
): Html =>
  html`<li>
<p><a href="${url}">${name}</a> <small class="license"><a href="${license_url}">${license}</a></small></p>
<p>${credit}</p>
<p class="note">${rows > 0 && html`${thousands(rows)} rows`}${newest_fact !== null && html`, newest ${redDate(newest_fact)}`}</p>
</li>
`;

export function contact({ name, contact_url, repository_url }: Service): Html {
  return section(
    "contact",
    "Contact",
    html`<p>${
      contact_url !== null
        ? html`Questions and corrections: <a href="${contact_url}">${contact_url}</a>.`
        : html`${name} has no mailbox yet${repository_url === null && ", and its code is not published yet"}.`
    }${repository_url !== null && html` The code: <a href="${repository_url}">${repository_url}</a>.`}</p>
<p>A report of a wrong fact is most useful with the address of the answer, the value that is wrong, and a public page that shows the right one.</p>`,
  );
}
